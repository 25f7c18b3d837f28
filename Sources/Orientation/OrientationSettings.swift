// How the filter weighs its sensors, and over which times. The defaults are those that VQF's authors chose over many
// data sets; they do not depend on the rate.

/// How an orientation filter weighs its sensors.
public struct OrientationSettings: Sendable, Hashable, BitwiseCopyable {
    /// How slowly the accelerometer corrects the inclination.
    public var inclinationTimeConstantInSeconds = 3.0
    /// How slowly the magnetometer corrects the heading.
    public var headingTimeConstantInSeconds = 9.0
    /// How often a magnetometer reading arrives; `nil` for one with every update.
    public var magnetometerRateInHertz: Double?
    /// How the gyroscope's bias is estimated.
    public var bias = Bias()
    /// What counts as rest.
    public var rest = Rest()
    /// What counts as the Earth's magnetic field.
    public var magneticField = MagneticField()

    /// The settings that suit most movements.
    public init() {}

    /// What is assumed about the bias of a gyroscope.
    public struct Bias: Sendable, Hashable, BitwiseCopyable {
        /// True to estimate it while the sensor is at rest.
        public var isEstimatedAtRest = true
        /// True to estimate it while the sensor moves.
        public var isEstimatedInMotion = true
        /// The standard deviation of the bias before anything is known.
        public var initialDeviationInDegreesPerSecond = 0.5
        /// How long the deviation takes to grow from 0 to 0.1 °/s without new information.
        public var forgettingTimeInSeconds = 100.0
        /// The largest value of a component; the estimate is clipped to it.
        public var limitInDegreesPerSecond = 2.0
        /// The deviation that the estimate settles to in motion.
        public var deviationInMotionInDegreesPerSecond = 0.1
        /// The deviation that the estimate settles to at rest.
        public var deviationAtRestInDegreesPerSecond = 0.03
        /// How little the assumption of a zero vertical bias weighs in motion, where gravity does not show that bias.
        public var verticalForgettingFactor = 1e-4

        /// What suits most gyroscopes.
        public init() {}
    }

    /// What counts as rest: little changes, for long enough.
    public struct Rest: Sendable, Hashable, BitwiseCopyable {
        /// How long it must last.
        public var durationInSeconds = 1.5
        /// The time constant of the means from which the readings may differ.
        public var timeConstantInSeconds = 0.5
        /// How far the gyroscope may be from its mean.
        public var gyroscopeInDegreesPerSecond = 2.0
        /// How far the accelerometer may be from its mean.
        public var accelerometerInG = 0.5 / 9.80665

        /// What suits most sensors.
        public init() {}
    }

    /// What counts as the Earth's magnetic field: a constant strength and dip.
    public struct MagneticField: Sendable, Hashable, BitwiseCopyable {
        /// True to ignore disturbed fields when finding the heading.
        public var isDisturbanceRejected = true
        /// The time constant of the smoothing of strength and dip.
        public var smoothingInSeconds = 0.05
        /// How slowly the learnt strength and dip follow changes.
        public var learningInSeconds = 20.0
        /// How far the strength may be from the learnt one, as a share of it.
        public var strengthTolerance = 0.1
        /// How far the dip may be from the learnt one.
        public var dipToleranceInDegrees = 10.0
        /// How long a different field must persist in motion to be learnt.
        public var newFieldInSeconds = 20.0
        /// How long the first field must persist in motion to be learnt.
        public var firstFieldInSeconds = 5.0
        /// The rotation rate that counts as motion: a disturbed field may stay constant while the sensor rests.
        public var newFieldMotionInDegreesPerSecond = 20.0
        /// How long the field must be good again before it is used.
        public var undisturbedInSeconds = 0.5
        /// How long a disturbed field is ignored entirely.
        public var rejectionInSeconds = 60.0
        /// The factor by which a disturbed field weighs less after that time.
        ///
        /// An undisturbed field restores the time faster than it passed, by the same factor.
        public var rejectionFactor = 2.0

        /// What suits most places.
        public init() {}
    }

    /// The first setting that is unusable, in words; `nil` if there is none.
    public var problem: String? {
        let positive = [
            ("inclinationTimeConstantInSeconds", inclinationTimeConstantInSeconds),
            ("headingTimeConstantInSeconds", headingTimeConstantInSeconds),
            ("magnetometerRateInHertz", magnetometerRateInHertz ?? 1),
            ("bias.initialDeviationInDegreesPerSecond", bias.initialDeviationInDegreesPerSecond),
            ("bias.forgettingTimeInSeconds", bias.forgettingTimeInSeconds),
            ("bias.limitInDegreesPerSecond", bias.limitInDegreesPerSecond),
            ("bias.deviationInMotionInDegreesPerSecond", bias.deviationInMotionInDegreesPerSecond),
            ("bias.deviationAtRestInDegreesPerSecond", bias.deviationAtRestInDegreesPerSecond),
            ("bias.verticalForgettingFactor", bias.verticalForgettingFactor),
            ("rest.durationInSeconds", rest.durationInSeconds),
            ("rest.timeConstantInSeconds", rest.timeConstantInSeconds),
            ("rest.gyroscopeInDegreesPerSecond", rest.gyroscopeInDegreesPerSecond),
            ("rest.accelerometerInG", rest.accelerometerInG),
            ("magneticField.smoothingInSeconds", magneticField.smoothingInSeconds),
            ("magneticField.learningInSeconds", magneticField.learningInSeconds),
            ("magneticField.strengthTolerance", magneticField.strengthTolerance),
            ("magneticField.dipToleranceInDegrees", magneticField.dipToleranceInDegrees),
            ("magneticField.newFieldInSeconds", magneticField.newFieldInSeconds),
            ("magneticField.firstFieldInSeconds", magneticField.firstFieldInSeconds),
            (
                "magneticField.newFieldMotionInDegreesPerSecond",
                magneticField.newFieldMotionInDegreesPerSecond
            ),
            ("magneticField.undisturbedInSeconds", magneticField.undisturbedInSeconds),
            ("magneticField.rejectionInSeconds", magneticField.rejectionInSeconds),
            ("magneticField.rejectionFactor", magneticField.rejectionFactor),
        ]
        // Outside these bounds, squares and quotients could overflow a Double.
        return positive.first { !(1e-9...1e9 ~= $0.1) }.map { name, value in
            "\(name) is \(value); give a number from 1e-9 to 1e9"
        }
    }
}

extension Double {
    /// Converts degrees to radians.
    var radians: Double { self * (.pi / 180) }
}
