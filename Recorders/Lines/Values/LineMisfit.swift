// Why a device's lines cannot be recorded, although its port is open and lines come. The recording then fails:
// otherwise its file without readings would look as if the device had nothing to report.

/// Why the lines of a device cannot be recorded with the given mapping.
public struct LineMisfit: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// Lines have more or fewer columns than the mapping.
        case columns(found: Int, wanted: Int)
        /// The checksum is missing.
        case noChecksum
        /// The checksum is not the one of the line's bytes.
        case wrongChecksum(told: String, made: String, agreeing: String?)
        /// Lines cannot be read for another reason.
        case unread(LineFault)
        /// A field in a column of numbers is not a number.
        case field(column: Int, text: String, hint: FieldHint)
        /// Bytes have come without a line end.
        case unended
        /// Lines contain only names.
        case names
        /// No line contains what the map names.
        case missing([String])
        /// The counter goes up by the same amount, more than one, in each line.
        case strideOfCounter(Int64)
        /// The device's time goes back again and again.
        case wildClock
        /// The counter is the same in all lines.
        case standingCounter(Int64)
        /// The counter jumps arbitrarily.
        case wildCounter
        /// The device's time passes `rate` times as fast as ours.
        case pace(LineTimeUnit, rate: Double)
    }

    let kind: Kind
    /// How many lines are affected, and of how many.
    let lines: Int64
    let all: Int64
    /// One of these lines, as it can be printed; empty if it shows nothing.
    let example: String

    init(_ kind: Kind, lines: Int64 = 0, of all: Int64? = nil, example: String = "") {
        self.kind = kind
        self.lines = lines
        self.all = all ?? lines
        self.example = example
    }
}

extension LineMisfit: CustomStringConvertible {
    public var description: String { "\(what); \(remedy)" }

    /// What is wrong, in words.
    public var what: String {
        let none =
            all > lines
            ? "\(lines) of \(all) lines could not be read"
            : lines == 1
                ? "the only line could not be read" : "none of \(lines) lines could be read"
        return switch kind {
        case .columns(let found, let wanted):
            "\(none): the last has \(Self.columns(found)) and the map \(wanted)\(shown)"
        case .noChecksum: "\(none): the last has no checksum at its end\(shown)"
        case .wrongChecksum(let told, let made, _):
            "\(none): the last has the checksum \(told), and its bytes make \(made)\(shown)"
        case .unread(let fault): "\(none): the last \(fault.trait)\(shown)"
        case .field(let column, let text, _):
            "\(none): in the last, column \(column) is '\(text)', which is no number\(shown)"
        case .unended: "bytes have come, and no line has ended"
        case .missing(let words):
            "no line has had \(words.joined(separator: ", "))\(shown)"
        case .strideOfCounter(let step):
            "what the map calls the counter goes up by \(step) in each line"
        case .wildClock: "what the map calls the device's time goes back again and again"
        case .names: "no reading has come, only names\(shown)"
        case .standingCounter(let count):
            "what the map calls the counter is \(count) in every line, so that all seem to be the same\(shown)"
        case .wildCounter: "what the map calls the counter does not count\(shown)"
        case .pace(let unit, let rate):
            rate.magnitude < 1e-15
                ? "the device's time stands still, taken as \(unit.rawValue)"
                : "the device's time passes \(Self.times(rate)) ours, taken as \(unit.rawValue)"
        }
    }

    /// What the user can do.
    public var remedy: String {
        switch kind {
        case .columns:
            "give the map a word for each column of the lines, and _ for one that is not recorded"
        case .noChecksum: "leave the checksum out of the map, or have the device send it"
        case .wrongChecksum(_, _, let agreeing?): "\(agreeing) would agree: write that in its place"
        case .wrongChecksum: "name the checksum that the device computes, or write _ in its place"
        case .field(let column, _, let hint): hint.remedy(column)
        case .unended: "check the port's speed, and have the device end its lines by a line feed"
        case .missing: "compare the map with a line; key=word gives the key where it is another"
        case .strideOfCounter:
            "is it the time? swap the two words; write _ for a counter of something else than lines"
        case .wildClock: "write _ for a column that is no time"
        case .unread(.number), .unread(.columns):
            "compare the line with the map, and write _ for a column that holds no number"
        case .unread(.keys):
            "compare the line's keys with the map; key=word gives the key where it is another"
        case .unread(.notText):
            "check the port's speed, as in @115200, and that the device sends text"
        case .unread(.json): "have the device send one whole JSON object or list in each line"
        case .unread(.tooLong): "have the device end its lines, by a line feed"
        case .unread(.checksum), .unread(.late): "compare the line with the map"
        case .names: "check that the device sends its readings too"
        case .standingCounter, .wildCounter:
            "write n for the column that is one more in each line, and _ for this one"
        case .pace(let unit, let rate):
            unit.others(passingAt: rate).map { "write \($0.rawValue) instead" }
                ?? "check what the device counts, and write _ for a column that is no time"
        }
    }

    private var shown: String { example.isEmpty ? "" : ": \(example)" }

    private static func columns(_ count: Int) -> String {
        count == 1 ? "1 column" : "\(count) columns"
    }

    /// How much faster something passes, in words.
    private static func times(_ rate: Double) -> String {
        func whole(_ factor: Double) -> String {
            let rounded = factor < 10 ? (factor * 10).rounded() / 10 : factor.rounded()
            return (rounded == rounded.rounded() ? "\(Int(min(rounded, 1e15)))" : "\(rounded)")
                + " times"
        }
        if rate >= 1 { return "\(whole(rate)) as fast as" }
        return rate > 0 ? "\(whole(1 / rate)) slower than" : "backwards beside"
    }
}

extension LineTimeUnit {
    /// The unit in which the device's time would pass as fast as ours; `nil` if there is none.
    fileprivate func others(passingAt rate: Double) -> LineTimeUnit? {
        Self.allCases.first { other in
            var right = rate
            for _ in 0..<(other.power - power).magnitude {
                right = other.power > power ? right * 10 : right / 10
            }
            return other != self && (0.5...2).contains(right)
        }
    }
}
