// Checks whether a sensor's numbers can be in the given unit. A worn accelerometer shows about one g on average,
// and no participant turns five times per second for long. Other averages mean that the unit or the columns are
// wrong.

internal import RecorderKinds
internal import SessionFolder

/// The mean magnitude of a sensor's first readings.
struct MagnitudeCheck: Sendable {
    private let axes: LineAxes
    private let channel: Int
    private var sum = 0.0
    private var count = 0
    private var isTold = false

    /// How many readings are enough.
    private static let enough = 100

    /// The check of a mapping's sensor; `nil` if the mapping does not have it.
    init?(_ axes: LineAxes, of mapping: LineMapping) {
        let channel = mapping.kinds.firstIndex { $0.sensorType == axes.rawValue }
        guard let channel else { return nil }
        self.axes = axes
        self.channel = channel
    }

    /// Adds a line.
    @inline(__always)
    mutating func add(_ reading: borrowing LineReading) {
        guard count < Self.enough, reading.parts(of: channel) == 0b111 else { return }
        let (x, y, z) = (reading[channel, 0], reading[channel, 1], reading[channel, 2])
        sum += (x * x + y * y + z * z).squareRoot()
        count += 1
    }

    /// The note for the user, returned once.
    mutating func takeNote() -> String? {
        guard count == Self.enough, !isTold else { return nil }
        isTold = true
        let mean = sum / Double(Self.enough)
        let first = "on the average of its first \(Self.enough) readings"
        switch axes {
        case .gyro:
            guard mean > QualityRules.fastestRotation else { return nil }
            return
                "the gyro shows \(Self.text(of: mean)) rad/s \(first), which is faster than anybody turns; "
                + "are its numbers degrees a second (dps), or are these other columns?"
        default:
            guard let doubt = Self.doubt(of: mean) else { return nil }
            return
                "the accelerometer shows \(Self.text(of: mean)) g \(first), where one that is worn shows "
                + "about 1; \(doubt)"
        }
    }

    private static func doubt(of mean: Double) -> String? {
        switch mean {
        case 0.0008...0.0012: "if its numbers are g, give g as its unit"
        case 8...12: "if its numbers are m/s2, give that as its unit"
        case 800...1200: "if its numbers are mg, give that as its unit"
        case 0.15..<0.6:
            "check its unit and how many raw numbers are one g, unless the device takes gravity off"
        case 4...:
            "check its unit (for raw numbers how many make one g, as in g/16384) and that these are its columns"
        default: nil
        }
    }

    private static func text(of mean: Double) -> String {
        let scale = mean < 1 ? 10_000.0 : mean < 100 ? 10 : 1
        return "\((min(mean, 1e12) * scale).rounded() / scale)"
    }
}
