// Without a magnetometer the heading drifts and begins anywhere. The magnetometer turns only the
// heading, by one angle, so a bent field can never tilt the world.

/// Finds by how much the attitude without magnetometer is turned from north.
struct HeadingCorrector: Sendable, BitwiseCopyable {
    /// The turn about the vertical that puts the attitude right, in radians.
    private(set) var offset = 0.0
    /// Whether the field is none that is known.
    var isDisturbed: Bool { field.isDisturbed }

    /// Whether any field is known.
    var knowsField: Bool { field.knowsAny }

    private let settings: OrientationSettings.MagneticField
    private let timeConstant: Double
    private var step: Double
    private var gain: Double
    private var field: FieldMonitor
    /// The gain of a plain mean, until that of the filter is larger.
    private var meanGain = 1.0
    private var rejectedInSeconds: Double

    init(_ settings: OrientationSettings, stepInSeconds: Double) {
        self.settings = settings.magneticField
        timeConstant = settings.headingTimeConstantInSeconds
        step = stepInSeconds
        gain = PortableMath.approach(
            timeConstants: stepInSeconds / timeConstant
        )
        field = FieldMonitor(settings.magneticField, stepInSeconds: stepInSeconds)
        // At the beginning no field is known; it is better than none.
        rejectedInSeconds = settings.magneticField.rejectionInSeconds
    }

    /// Takes in a magnetometer reading as the earth's frame without north has it.
    mutating func update(field reading: SIMD3<Double>, meanRotation: SIMD3<Double>) {
        var weight = gain
        if settings.isDisturbanceRejected {
            field.update(field: reading, meanRotation: meanRotation)
            weight *= belief()
        }
        if meanGain > 0 {
            weight = max(weight, meanGain)
            meanGain = meanGain / (meanGain + 1)
            if meanGain < gain { meanGain = 0 }
        }
        // North must come to lie along x: turned back by the angle at which it is seen.
        let disagreement = -PortableMath.arcTangent(y: reading.y, x: reading.x) - offset
        offset = Self.halfTurn(offset + weight * Self.halfTurn(disagreement))
    }

    /// Takes means again, as at the beginning, of which what it knows is a part.
    mutating func reopen(trustInSeconds trust: Double) {
        guard !settings.isDisturbanceRejected || !field.isDisturbed else { return }
        meanGain = 1 / (1 + max(0, trust) / step)
    }

    mutating func change(toStepInSeconds step: Double) {
        self.step = step
        gain = PortableMath.approach(timeConstants: step / timeConstant)
        field.change(toStepInSeconds: step)
    }

    /// How much of its weight the field deserves.
    private mutating func belief() -> Double {
        guard field.isDisturbed else {
            rejectedInSeconds = max(rejectedInSeconds - settings.rejectionFactor * step, 0)
            return 1
        }
        guard rejectedInSeconds > settings.rejectionInSeconds else {
            rejectedInSeconds += step
            return 0
        }
        return 1 / settings.rejectionFactor
    }

    /// The same angle between minus and plus half a turn, given one within three halves.
    private static func halfTurn(_ angle: Double) -> Double {
        if angle > .pi { return angle - 2 * .pi }
        if angle < -.pi { return angle + 2 * .pi }
        return angle
    }
}
