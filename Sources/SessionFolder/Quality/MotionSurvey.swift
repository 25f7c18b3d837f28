// What the values of an inertial sensor tell of the recording: clipping, stillness, gravity.

/// The three axes of one sensor that moves with a body.
struct MotionSurvey: Equatable {
    /// The inertial sensors whose values are looked at.
    enum Kind: Equatable {
        case accelerometer, gyroscope

        /// The kind of a sensor type; `nil` of all that a body's movement does not drive.
        init?(sensorType: String) {
            switch sensorType {
            case "accelerometer": self = .accelerometer
            case "gyro": self = .gyroscope
            default: return nil
            }
        }

        /// The smallest range that such sensors have, a little below 2 g and 125 °/s.
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

    /// A gyroscope whose rate spreads by less than this many rad/s in a second is still: 3 °/s.
    static let stillRate = 0.05
    static let channels = ["x", "y", "z"]

    /// A survey of a sensor that has seen nothing.
    ///
    /// - Parameters:
    ///   - kind: Which sensor it is.
    ///   - range: The end of the range of each axis, as far as the manifest tells it.
    init(_ kind: Kind, range: SIMD3<Double>? = nil) {
        self.kind = kind
        (x, y, z) = (
            AxisSurvey(range: range?.x), AxisSurvey(range: range?.y), AxisSurvey(range: range?.z)
        )
        stillness =
            StillnessSurvey(kind == .accelerometer ? .ofMagnitude : .absolute(Self.stillRate))
    }

    /// Takes in a sample.
    mutating func add(_ value: SIMD3<Double>, at uptime: Double) {
        x.add(value.x)
        y.add(value.y)
        z.add(value.z)
        stillness.add(value, at: uptime)
        guard kind == .gyroscope else { return }
        sumOfMagnitudes += (value * value).sum().squareRoot()
        samples += 1
    }

    /// The mean magnitude of what a gyroscope shows; `nil` of anything else.
    var meanRotation: Double? {
        guard samples > 0 else { return nil }
        let mean = sumOfMagnitudes / samples
        return mean.isFinite ? mean : nil
    }

    /// The channels that were clipped, each with how many of its samples stand at its ends.
    ///
    /// Where nobody has told the range only what is unmistakable is suspected.
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
