// Without a magnetometer the heading drifts and has an arbitrary origin. The magnetometer corrects only the heading, by
// one angle, so a distorted field can never tilt the attitude.

/// Finds the angle between the heading without magnetometer and north.
struct HeadingCorrector: Sendable, BitwiseCopyable {
    /// The rotation about the vertical that corrects the attitude, in radians.
    private(set) var offset = 0.0
    /// True if the field is not the learnt one.
    var isDisturbed: Bool { field.isDisturbed }

    /// True if a field has been learnt.
    var knowsField: Bool { field.knowsAny }

    private let settings: OrientationSettings.MagneticField
    private let timeConstant: Double
    private var step: Double
    private var gain: Double
    private var field: FieldMonitor
    /// The gain of a plain mean, used until the filter's own gain is larger.
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
        // At the beginning no field is learnt, but using an unknown one is better than having no heading.
        rejectedInSeconds = settings.magneticField.rejectionInSeconds
    }

    /// Updates with a magnetometer reading in the earth's frame without north.
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
        // The corrected field must point along x, so rotate back by the angle at which it appears.
        let disagreement = -PortableMath.arcTangent(y: reading.y, x: reading.x) - offset
        offset = Self.halfTurn(offset + weight * Self.halfTurn(disagreement))
    }

    /// Restarts averaging as at the beginning, with the present heading as part of the mean.
    mutating func reopen(trustInSeconds trust: Double) {
        guard !settings.isDisturbanceRejected || !field.isDisturbed else { return }
        meanGain = 1 / (1 + max(0, trust) / step)
    }

    mutating func change(toStepInSeconds step: Double) {
        self.step = step
        gain = PortableMath.approach(timeConstants: step / timeConstant)
        field.change(toStepInSeconds: step)
    }

    /// The factor for the weight of the present field.
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

    /// Wraps an angle of up to three half turns into the range from minus to plus half a turn.
    private static func halfTurn(_ angle: Double) -> Double {
        if angle > .pi { return angle - 2 * .pi }
        if angle < -.pi { return angle + 2 * .pi }
        return angle
    }
}
