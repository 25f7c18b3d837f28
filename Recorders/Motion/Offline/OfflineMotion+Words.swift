// What a session says of how its attitude was computed: by the names of these parameters, in their units, it can be
// computed again.

internal import Orientation
internal import RecorderKinds
public import SessionFolder

extension OfflineMotion {
    /// The method.
    public static let method =
        "VQF, offline variant: gyroscope bias from both directions of time, acceleration and magnetic field "
        + "smoothed without delay"

    /// Changes where the same readings give other attitudes.
    public static let version = "1"

    /// What it trusts.
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

    /// The papers that describe it.
    public static let papers = [
        "D. Laidig, T. Seel: VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic "
            + "disturbance rejection. Information Fusion 91 (2023), 187-204. doi:10.1016/j.inffus.2022.10.014"
    ]

    /// Whether a file is one that may have readings of motion: a motion recorder's, or one of values.
    public static func reads(_ file: SessionManifest.File) -> Bool {
        let kinds: [any RecorderKind] = [MotionRecorderKind()]
        return kinds.kind(of: file) != nil || ValueMotionForm.fits(file)
    }

    /// How many steps its attitudes are of.
    public var steps: Int { attitudes.count }

    /// Whether there is any instant of which both sensors tell.
    public var hasAttitudes: Bool { attitudes.count > 0 }
}
