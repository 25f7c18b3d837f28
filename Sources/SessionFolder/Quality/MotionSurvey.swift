// What the values of an inertial sensor show about the recording: clipping, stillness, gravity.

/// Statistics of the three axes of an inertial sensor.
struct MotionSurvey: Equatable {
    /// The inertial sensors whose values are examined.
    enum Kind: Equatable {
        case accelerometer, gyroscope

        /// The kind for a sensor type; `nil` for all types but `accelerometer` and `gyro`.
        init?(sensorType: String) {
            switch sensorType {
            case "accelerometer": self = .accelerometer
            case "gyro": self = .gyroscope
            default: return nil
            }
        }

        /// A little below the smallest range of such sensors, 2 g and 125 °/s.
        var smallestRange: Double {
            switch self {
            case .accelerometer: 1.9
            case .gyroscope: 2.1
            }
        }
    }

    let kind: Kind
    private var (x, y, z): (AxisSurvey, AxisSurvey, AxisSurvey)
    var axes: [AxisSurvey] { [x, y, z] }
    private(set) var stillness: StillnessSurvey
    private var sumOfMagnitudes = 0.0
    private var samples = 0.0

    /// A gyroscope is still if the spread of its rate in a second is at most this many rad/s: about 3 °/s.
    static let stillRate = 0.05
    static let channels = ["x", "y", "z"]

    /// Starts the survey of a sensor.
    ///
    /// - Parameters:
    ///   - kind: The kind of sensor.
    ///   - range: The end of the range of each axis, if the manifest has it.
    init(_ kind: Kind, range: SIMD3<Double>? = nil) {
        self.kind = kind
        (x, y, z) = (
            AxisSurvey(range: range?.x), AxisSurvey(range: range?.y), AxisSurvey(range: range?.z)
        )
        stillness =
            StillnessSurvey(kind == .accelerometer ? .ofMagnitude : .absolute(Self.stillRate))
    }

    /// Adds a sample.
    mutating func add(_ value: SIMD3<Double>, at uptime: Double) {
        x.add(value.x)
        y.add(value.y)
        z.add(value.z)
        stillness.add(value, at: uptime)
        guard kind == .gyroscope else { return }
        sumOfMagnitudes += (value * value).sum().squareRoot()
        samples += 1
    }

    /// The mean magnitude of a gyroscope's values; `nil` for any other sensor.
    var meanRotation: Double? {
        guard samples > 0 else { return nil }
        let mean = sumOfMagnitudes / samples
        return mean.isFinite ? mean : nil
    }

    /// The clipped channels, each with how many of its samples are at the ends of its range.
    ///
    /// If the range is unknown, only clear cases are suspected.
    var clipping: [SampleQuality.Clipping] {
        zip(Self.channels, axes).compactMap { channel, axis in
            axis.clipping(suspectedBeyond: kind.smallestRange).map { found in
                SampleQuality.Clipping(
                    channel: channel,
                    limit: found.limit,
                    samples: found.samples,
                    isSuspected: found.isSuspected
                )
            }
        }
    }
}
