// Counts the lines that were not readings and the lines that did not come, by kind and with the first of each. So a
// recording shows what its device sent, even if it could not be read.

/// The counts that are reported at the end.
struct LineTally: Sendable {
    /// Readings that are missing by the counter.
    var lost: Int64 = 0
    /// Lines that came twice.
    var repeated: Int64 = 0
    /// Lines that came out of order and were put in order.
    var reordered: Int64 = 0
    /// Lines whose counter was far from all others.
    var strays: Int64 = 0
    /// Restarts of the device.
    var restarts: Int64 = 0
    /// How often the device's clock was set back.
    var clockSteps: Int64 = 0
    /// Clock pairs that were not recorded.
    var withheldPairs: Int64 = 0
    /// Doubts about the mapping at the end.
    var doubts: [String] = []
    /// The note on pauses, if any.
    var pauses: String?
    private(set) var comments = Counted()
    private(set) var headers = Counted()
    private var faults = [Counted](repeating: Counted(), count: LineFault.allCases.count)

    /// How many lines of a kind there were, and the first of them.
    struct Counted: Sendable {
        var count: Int64 = 0
        var first = ""

        fileprivate mutating func add(_ line: Span<UInt8>) {
            if count == 0 { first = LineTally.shown(line) }
            count += 1
        }
    }

    /// How many lines could not be read for a reason.
    subscript(fault: LineFault) -> Int64 { faults[fault.rawValue].count }

    /// How many lines could not be read.
    var unreadable: Int64 { faults.reduce(0) { $0 + $1.count } }

    mutating func add(_ fault: LineFault, _ line: Span<UInt8>) { faults[fault.rawValue].add(line) }
    mutating func addComment(_ line: Span<UInt8>) { comments.add(line) }
    mutating func addHeader(_ line: Span<UInt8>) { headers.add(line) }

    /// Remarks for the user, one sentence each.
    var notes: [String] {
        var notes: [String] = []
        for fault in LineFault.allCases where self[fault] > 0 {
            let counted = faults[fault.rawValue]
            let example = counted.first.isEmpty ? "" : ", the first: \(counted.first)"
            notes.append("\(Self.lines(counted.count)) \(fault.words)\(example)")
        }
        if strays > 0 {
            notes.append("\(Self.lines(strays)) left out with a counter far from all others")
        }
        if lost > 0 {
            let among = unreadable > 0 ? ", those among them that could not be read" : ""
            notes.append("\(Self.lines(lost)) lost, by the device's counter\(among)")
        }
        if repeated > 0 { notes.append("\(Self.lines(repeated)) left out that had come before") }
        if reordered > 0 {
            notes.append("\(Self.lines(reordered)) put in order that came too early")
        }
        if let pauses { notes.append(pauses) }
        if restarts > 0 { notes.append("the device restarted \(Self.times(restarts))") }
        notes += doubts
        if clockSteps > 0 {
            notes.append("the device's clock was set back \(Self.times(clockSteps))")
        }
        if withheldPairs > 0 {
            notes.append(
                "the device's clock jumps about: \(withheldPairs) readings of it are not recorded"
            )
        }
        if headers.count > 0 { notes.append("a line of names was passed over: \(headers.first)") }
        if comments.count > 0 {
            notes.append("\(Self.lines(comments.count)) of comment, the first: \(comments.first)")
        }
        return notes
    }

    static func times(_ count: Int64) -> String {
        count == 1 ? "once" : "\(count) times"
    }

    private static func lines(_ count: Int64) -> String {
        count == 1 ? "1 line" : "\(count) lines"
    }

    /// How many bytes of a line are shown.
    private static let shownBytes = 80

    /// A line for a document; unprintable bytes are shown as numbers.
    static func shown(_ line: Span<UInt8>) -> String {
        var text = ""
        for index in 0..<min(line.count, shownBytes) {
            let byte = line[index]
            if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return text + (line.count > shownBytes ? "…" : "")
    }
}
