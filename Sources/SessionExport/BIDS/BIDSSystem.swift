// BIDS has a table for each tracking system: channels with the same instants. One of our files can have several, such
// as an accelerometer and a gyroscope that are read each in its own time, or a magnetometer that is slower.

internal import SystemCalls

/// What a file has of a sensor.
struct BIDSSensor: Sendable, Hashable {
    var name: String
    /// The columns that its samples fill and that hold numbers, in the order of the records.
    var columns: [String] = []
    /// The frames that its samples name.
    var frames: [String] = []
    var instants = InstantSketch()
    /// The instants of its first and its last sample, in nanoseconds of boot time.
    var first = Int64.max
    var last = Int64.min
    /// The same of its losses, which have rows too.
    var firstLoss = Int64.max
    var lastLoss = Int64.min
    /// The rate that was asked for or set, in hertz, and the one that was measured.
    var nominalRate: Double?
    var measuredRate: Double?
    var samples = 0
    var meaning: String?

    /// The rate that its samples have, by the manifest, or else by their number; `nil` of a single one.
    var effectiveRate: Double? {
        let length = Double(last.subtractingClamped(first)) / 1e9
        return measuredRate ?? (samples > 1 && length > 0 ? Double(samples - 1) / length : nil)
    }

    /// Whether it has the instants of another.
    func isRead(with other: BIDSSensor) -> Bool {
        if let rate = nominalRate, let otherRate = other.nominalRate, rate != otherRate {
            return false
        }
        return instants.share(with: other.instants) > Self.leastShare
    }

    /// Losses of one of them part the two no more than this; half the rate does.
    static let leastShare = 0.6
}

/// A tracking system: sensors of a file that are read together.
struct BIDSSystem: Sendable, Hashable {
    var label: String
    var sensors: [BIDSSensor]
    /// The columns of its table; the latency is the first.
    private(set) var channels: [BIDSChannel]

    /// Describes sensors that are read together.
    init(label: String, sensors: [BIDSSensor]) {
        (self.label, self.sensors) = (label, sensors)
        channels =
            [.latency]
            + sensors.flatMap { sensor in
                sensor.columns.map {
                    BIDSChannel($0, of: sensor.name, meaning: sensor.meaning)
                }
            }
    }

    /// The instants of its first and its last row, in nanoseconds of boot time.
    var onset: Int64 { sensors.map { min($0.first, $0.firstLoss) }.min() ?? 0 }
    var end: Int64 { sensors.map { max($0.last, $0.lastLoss) }.max() ?? 0 }

    /// The rate that was asked for or set; the one that it had where nobody has said any.
    var nominalRate: Double? { sensors.lazy.compactMap(\.nominalRate).first ?? effectiveRate }
    /// The rate that it had.
    var effectiveRate: Double? { sensors.lazy.compactMap(\.effectiveRate).first }

    /// The systems of a file.
    ///
    /// - Parameters:
    ///   - sensors: Its sensors, each with samples.
    ///   - base: The label of the file; where it has several systems, each has the name of its first sensor behind it.
    ///   - others: Labels that others have already.
    /// - Returns: Them, in the order in which their first sensors were met.
    static func systems(
        of sensors: [BIDSSensor],
        labelled base: String,
        among others: [String]
    ) -> [BIDSSystem] {
        var groups: [[BIDSSensor]] = []
        for sensor in sensors {
            if let place = groups.firstIndex(where: { $0[0].isRead(with: sensor) }) {
                groups[place].append(sensor)
            } else {
                groups.append([sensor])
            }
        }
        var taken = others
        return groups.map { group in
            let name =
                groups.count == 1 ? base : BIDSLabel.joined("\(base) \(group[0].name)") ?? base
            let label = BIDSLabel.unused(name, among: taken)
            taken.append(label)
            return BIDSSystem(label: label, sensors: group)
        }
    }
}
