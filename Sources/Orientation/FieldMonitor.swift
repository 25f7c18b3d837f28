// Iron nearby distorts the magnetic field. The Earth's own field has a constant strength and dip however the sensor
// turns. A field that differs is rejected. But if it persists while the sensor moves about, the surroundings must have
// changed, and it is learnt.

/// Distinguishes the Earth's magnetic field from disturbed ones.
struct FieldMonitor: Sendable, BitwiseCopyable {
    /// The properties of a field that do not change when the sensor turns about the vertical.
    struct Character: Sendable, BitwiseCopyable {
        /// Strength in µT and dip in radians.
        var values: SIMD2<Double>
        var strength: Double { values.x }
        var dip: Double { values.y }
    }

    /// True if the present field is not the learnt one.
    private(set) var isDisturbed = true

    /// True if a field has been learnt.
    var knowsAny: Bool { known != nil }

    private let settings: OrientationSettings.MagneticField
    private var step: Double
    private let dipTolerance: Double
    private let motionSquared: Double
    private var following: Double
    private var smooth: LowPass<SIMD2<Double>>
    private var known: Character?
    private var candidate = Character(values: .zero)
    private var candidateInSeconds = 0.0
    private var undisturbedInSeconds = 0.0

    init(_ settings: OrientationSettings.MagneticField, stepInSeconds: Double) {
        self.settings = settings
        step = stepInSeconds
        dipTolerance = settings.dipToleranceInDegrees.radians
        let motion = settings.newFieldMotionInDegreesPerSecond.radians
        motionSquared = motion * motion
        following = PortableMath.approach(
            timeConstants: stepInSeconds / settings.learningInSeconds
        )
        smooth = LowPass(
            LowPassCoefficients(
                timeConstantInSeconds: settings.smoothingInSeconds,
                stepInSeconds: stepInSeconds
            )
        )
    }

    mutating func change(toStepInSeconds step: Double) {
        self.step = step
        following = PortableMath.approach(timeConstants: step / settings.learningInSeconds)
        smooth.change(
            to: LowPassCoefficients(
                timeConstantInSeconds: settings.smoothingInSeconds,
                stepInSeconds: step
            )
        )
    }

    /// Updates with the field in the earth's frame, whatever its heading.
    mutating func update(field: SIMD3<Double>, meanRotation: SIMD3<Double>) {
        let horizontal = field.x * field.x + field.y * field.y
        let strength = (horizontal + field.z * field.z).squareRoot()
        let dip = PortableMath.arcTangent(y: -field.z, x: horizontal.squareRoot())
        let now = Character(values: smooth.update(SIMD2(strength, dip)))
        compareWithKnown(now)
        compareWithCandidate(now, isMoving: meanRotation.dot(meanRotation) >= motionSquared)
    }

    private mutating func compareWithKnown(_ now: Character) {
        guard let reference = known, isLike(now, reference) else {
            undisturbedInSeconds = 0
            isDisturbed = true
            return
        }
        undisturbedInSeconds += step
        if undisturbedInSeconds >= settings.undisturbedInSeconds {
            isDisturbed = false
            known = follow(reference, now)
        }
    }

    private mutating func compareWithCandidate(_ now: Character, isMoving: Bool) {
        guard isLike(now, candidate) else {
            candidateInSeconds = 0
            candidate = now
            return
        }
        if isMoving { candidateInSeconds += step }
        candidate = follow(candidate, now)
        let needed = known == nil ? settings.firstFieldInSeconds : settings.newFieldInSeconds
        if isDisturbed, candidateInSeconds >= needed {
            known = candidate
            isDisturbed = false
            undisturbedInSeconds = settings.undisturbedInSeconds
        }
    }

    private func isLike(_ one: Character, _ other: Character) -> Bool {
        abs(one.strength - other.strength) < settings.strengthTolerance * other.strength
            && abs(one.dip - other.dip) < dipTolerance
    }

    private func follow(_ one: Character, _ other: Character) -> Character {
        Character(values: one.values + following * (other.values - one.values))
    }
}
