// BIDS has one table for each tracking system, that is, for channels with the same instants. A Footfall file may
// contain several, such as an accelerometer and a gyroscope that are read separately, or a slower magnetometer.

internal import SystemCalls

/// What a file contains of a sensor.
struct BIDSSensor: Sendable, Hashable {
    var name: String
    /// The columns with numbers that its samples fill, in the order of the records.
    var columns: [String] = []
    /// The frames that its samples name.
    var frames: [String] = []
    var instants = InstantSketch()
    /// The instants of its first and last sample, in nanoseconds of boot time.
    var first = Int64.max
    var last = Int64.min
    /// The same for its losses, which also have rows.
    var firstLoss = Int64.max
    var lastLoss = Int64.min
    /// The requested or configured rate, and the measured one, in hertz.
    var nominalRate: Double?
    var measuredRate: Double?
    var samples = 0
    var meaning: String?

    /// The actual rate: the manifest's, or from the number of samples; `nil` for a single sample.
    var effectiveRate: Double? {
        let length = Double(last.subtractingClamped(first)) / 1e9
        return measuredRate ?? (samples > 1 && length > 0 ? Double(samples - 1) / length : nil)
    }

    /// True if both sensors are read at the same instants.
    func isRead(with other: BIDSSensor) -> Bool {
        if let rate = nominalRate, let otherRate = other.nominalRate, rate != otherRate {
            return false
        }
        return instants.share(with: other.instants) > Self.leastShare
    }

    /// The least share of common instants of two such sensors: losses in one leave more, half the rate leaves less.
    static let leastShare = 0.6
}

/// A tracking system: the sensors of a file that are read together.
struct BIDSSystem: Sendable, Hashable {
    var label: String
    var sensors: [BIDSSensor]
    /// The columns of its table; the latency is the first.
    private(set) var channels: [BIDSChannel]

    /// A system of sensors that are read together.
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

    /// The instants of its first and last row, in nanoseconds of boot time.
    var onset: Int64 { sensors.map { min($0.first, $0.firstLoss) }.min() ?? 0 }
    var end: Int64 { sensors.map { max($0.last, $0.lastLoss) }.max() ?? 0 }

    /// The requested or configured rate; the actual one if there is none.
    var nominalRate: Double? { sensors.lazy.compactMap(\.nominalRate).first ?? effectiveRate }
    /// The actual rate.
    var effectiveRate: Double? { sensors.lazy.compactMap(\.effectiveRate).first }

    /// Groups the sensors of a file into systems.
    ///
    /// - Parameters:
    ///   - sensors: Its sensors, each with samples.
    ///   - base: The label of the file; with several systems, each adds the name of its first sensor.
    ///   - others: Labels that are in use already.
    /// - Returns: The systems, in the order in which their first sensors occurred.
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
