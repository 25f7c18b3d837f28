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
    private var (x, y, z) = (AxisSurvey(), AxisSurvey(), AxisSurvey())
    var axes: [AxisSurvey] { [x, y, z] }
    private(set) var stillness: StillnessSurvey

    /// A gyroscope whose rate spreads by less than this many rad/s in a second is still: 3 °/s.
    static let stillRate = 0.05
    static let channels = ["x", "y", "z"]

    init(_ kind: Kind) {
        self.kind = kind
        stillness =
            StillnessSurvey(kind == .accelerometer ? .ofMagnitude : .absolute(Self.stillRate))
    }

    /// Takes in a sample.
    mutating func add(_ value: SIMD3<Double>, at uptime: Double) {
        x.add(value.x)
        y.add(value.y)
        z.add(value.z)
        stillness.add(value, at: uptime)
    }

    /// The channels that were clipped.
    ///
    /// - Parameter range: The sensor's range, as far as the manifest tells it; otherwise only what is unmistakable is
    ///   suspected.
    /// - Returns: A channel each, with how many of its samples stand at its ends.
    func clipping(range: Double?) -> [SampleQuality.Clipping] {
        zip(Self.channels, axes).compactMap { channel, axis in
            let found =
                if let range {
                    (limit: range, samples: axis.atEnds(of: range))
                } else {
                    axis.suspected(beyond: kind.smallestRange) ?? (limit: 0, samples: 0)
                }
            guard found.samples > 0 else { return nil }
            return SampleQuality.Clipping(
                channel: channel,
                limit: found.limit,
                samples: found.samples,
                isSuspected: range == nil
            )
        }
    }
}
