// Whether an accelerometer's numbers can be in the unit that was given. Worn by a person it shows about one g on the
// average, whatever the person does: other averages tell that the unit is another.

internal import RecorderKinds

/// The mean magnitude of an accelerometer's first readings.
struct GravityCheck: Sendable {
    private let channel: Int
    private var sum = 0.0
    private var count = 0
    private var isTold = false

    /// So many readings tell.
    private static let enough = 100

    /// A check of the accelerometer of a mapping; `nil` without one.
    init?(_ mapping: LineMapping) {
        let name = LineAxes.accelerometer.rawValue
        guard let channel = mapping.kinds.firstIndex(where: { $0.sensorType == name }) else {
            return nil
        }
        self.channel = channel
    }

    /// Takes a line.
    @inline(__always)
    mutating func add(_ reading: borrowing LineReading) {
        guard count < Self.enough, reading.parts(of: channel) == 0b111 else { return }
        let (x, y, z) = (reading[channel, 0], reading[channel, 1], reading[channel, 2])
        sum += (x * x + y * y + z * z).squareRoot()
        count += 1
    }

    /// What is to be told, once.
    mutating func takeNote() -> String? {
        guard count == Self.enough, !isTold else { return nil }
        isTold = true
        let mean = sum / Double(Self.enough)
        guard let doubt = Self.doubt(of: mean) else { return nil }
        return "the accelerometer shows \(Self.text(of: mean)) g on the average of its first "
            + "\(Self.enough) readings, where one is worn or at rest it is about 1; \(doubt)"
    }

    private static func doubt(of mean: Double) -> String? {
        switch mean {
        case 0.0008...0.0012: "its numbers look like g: give g as its unit"
        case 8...12: "its numbers look like m/s2: give that as its unit"
        case 800...1200: "its numbers look like mg: give that as its unit"
        case 8...: "give its unit; of raw numbers how many are one g, as in g/16384"
        default: nil
        }
    }

    private static func text(of mean: Double) -> String {
        let scale = mean < 1 ? 10_000.0 : mean < 100 ? 10 : 1
        return "\((min(mean, 1e12) * scale).rounded() / scale)"
    }
}
