// Describes in a session how its attitudes were computed. With these parameters, by their names and units, the
// computation can be repeated.

internal import Orientation
internal import RecorderKinds
public import SessionFolder

extension OfflineMotion {
    /// The method.
    public static let method =
        "VQF, offline variant: gyroscope bias from both directions of time, acceleration and magnetic field "
        + "smoothed without delay"

    /// Must change whenever the same readings would give other attitudes.
    public static let version = "1"

    /// The settings of the filter.
    public static var parameters: [String: Double] {
        let settings = OrientationSettings()
        return [
            "inclinationTimeConstantInSeconds": settings.inclinationTimeConstantInSeconds,
            "headingTimeConstantInSeconds": settings.headingTimeConstantInSeconds,
            "initialBiasDeviationInDegreesPerSecond":
                settings.bias.initialDeviationInDegreesPerSecond,
            "biasForgettingTimeInSeconds": settings.bias.forgettingTimeInSeconds,
            "biasLimitInDegreesPerSecond": settings.bias.limitInDegreesPerSecond,
            "biasDeviationInMotionInDegreesPerSecond":
                settings.bias.deviationInMotionInDegreesPerSecond,
            "biasDeviationAtRestInDegreesPerSecond":
                settings.bias.deviationAtRestInDegreesPerSecond,
            "biasVerticalForgettingFactor": settings.bias.verticalForgettingFactor,
            "restDurationInSeconds": settings.rest.durationInSeconds,
            "restTimeConstantInSeconds": settings.rest.timeConstantInSeconds,
            "restGyroscopeInDegreesPerSecond": settings.rest.gyroscopeInDegreesPerSecond,
            "restAccelerometerInG": settings.rest.accelerometerInG,
            "longestBridgedHoleInSeconds": TurnCourse.longestBridgeInSeconds,
        ]
    }

    /// The papers that describe the method.
    public static let papers = [
        "D. Laidig, T. Seel: VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic "
            + "disturbance rejection. Information Fusion 91 (2023), 187-204. doi:10.1016/j.inffus.2022.10.014"
    ]

    /// True if a file may contain readings of motion: a motion recorder's file, or one of values.
    public static func reads(_ file: SessionManifest.File) -> Bool {
        let kinds: [any RecorderKind] = [MotionRecorderKind()]
        return kinds.kind(of: file) != nil || ValueMotionForm.fits(file)
    }

    /// The number of time steps for which there are attitudes.
    public var steps: Int { attitudes.count }

    /// True if there is an instant with readings of both sensors.
    public var hasAttitudes: Bool { attitudes.count > 0 }
}
