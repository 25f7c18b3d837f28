// The findings about a file of columns after it was read: whether it can be recorded with its mapping, and remarks
// for the user.

/// What is known about a file after reading it.
struct TableFacts: Sendable {
    /// A row without a reading.
    struct Fault: Sendable, Hashable {
        var line: Int
        var misfit: LineMisfit
        /// What is wrong with its time, if that is the fault.
        var time: WrongTime?
    }

    /// A field in the time column that is not a time.
    struct WrongTime: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// It is neither a number nor a date.
            case noTime
            /// It is a number or date out of range.
            case tooFar
            /// It is a number among dates, or text among numbers.
            case another
        }

        var kind: Kind
        var column: Int
        /// The column's word in the map.
        var word: String
        var text: String
    }

    /// A point at which the counter goes down.
    struct Fall: Sendable, Hashable {
        var line: Int
        var last: Int64
        var count: Int64

        /// The width in bits of a counter that wraps there; `nil` if no width fits.
        var width: Int? { CounterTurns.width(turningFrom: last, to: count) }
    }

    /// The names of the columns, if the file has them.
    var header: [String] = []
    /// These names and the first rows below them.
    var head: TableHead?
    /// The number of rows with a reading.
    var readings: Int64 = 0
    /// The number of lines in rows without a reading.
    var unread: Int64 = 0
    /// The number of readings of all kinds.
    var samples: Int64 = 0
    /// What was skipped, by kind.
    var tally = LineTally()
    /// The first row without a reading.
    var firstFault: Fault?
    /// The line of the first row whose time contradicts its neighbours.
    var firstBehind: Int?
    /// The line of the first row at which the file's clock was set back.
    var firstSetBack: Int?
    /// The form of the times, if they are text.
    var form: TableDate.Form?
    /// Doubts about the units.
    var doubts: [String] = []
    /// Where the counter first goes down; `falls` counts how often.
    private(set) var firstFall: Fall?
    private(set) var falls: Int64 = 0

    /// Whether the times are text.
    var hasTextTimes: Bool { form != nil }

    /// Whether a time of this form can belong to this file.
    func takes(_ text: TableDate.Form) -> Bool { form.map { $0.fits(text) } ?? (readings == 0) }

    /// Notes that the counter goes down.
    mutating func add(fallFrom last: Int64, to count: Int64, _ line: Int) {
        falls += 1
        if firstFall == nil { firstFall = Fall(line: line, last: last, count: count) }
    }

    /// Returns why the file cannot be recorded with its mapping.
    ///
    /// - Parameters:
    ///   - mapping: The meaning of the columns.
    ///   - behind: How many rows have a time that contradicts their neighbours.
    /// - Returns: The problem; `nil` if there is none.
    func obstacle(_ mapping: LineMapping, behind: Int64) -> TableError.Kind? {
        if let clash = head?.clash(with: mapping) { return clash }
        guard readings > 0 else {
            if let firstFault { return .unreadable(firstFault, of: unread) }
            return header.isEmpty ? .empty : .onlyHeader
        }
        if let firstFault, unread / 9 >= readings { return .unreadable(firstFault, of: unread) }
        let isOften = behind > readings / 10
        if !mapping.hasTime, let firstFall, isOften || firstFall.width != nil {
            return .counterFalls(firstFall, times: falls)
        }
        // A few misplaced rows are only noted. If one time in ten goes back, the column is not a time.
        if behind > 0, isOften, let first = [firstBehind, firstSetBack].compactMap(\.self).min() {
            return .timeGoesBack(line: first, rows: behind, of: readings)
        }
        return nil
    }

    /// Remarks for the user.
    ///
    /// - Parameters:
    ///   - behind: How many rows have a time that contradicts their neighbours.
    ///   - setBacks: How many times the file's clock was set back.
    /// - Returns: One sentence for each.
    func notes(behind: Int64, setBacks: Int64) -> [String] {
        var notes = tally.notes + doubts
        if let firstFault {
            notes.append("the first row that could not be read is in line \(firstFault.line)")
        }
        if let firstFall {
            let width = firstFall.width.map { "; if it wraps there, write n\($0) for it" }
            notes.append(
                "the counter goes down \(LineTally.times(falls)), first in line \(firstFall.line), from "
                    + "\(firstFall.last) to \(firstFall.count)\(width ?? "")"
            )
        }
        if let firstBehind, behind > 0 {
            let rows =
                behind == 1
                ? "1 row has a time that the rows beside it contradict, in line"
                : "\(behind) rows have a time that the rows beside them contradict, the first in line"
            notes.append(
                "\(rows) \(firstBehind); the time of the row before replaces it, as an estimate"
            )
        }
        if let firstSetBack, setBacks > 0 {
            notes.append(
                "the file's clock goes back \(LineTally.times(setBacks)), first in line \(firstSetBack); times go on "
                    + "there from the row before, by the file's own steps, and are estimated from there on"
            )
        }
        return notes
    }
}
