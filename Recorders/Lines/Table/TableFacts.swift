// What a file of columns turned out to be, once all of it was read: whether it can be recorded with its mapping, and
// what is worth telling of it.

/// What is known of a file that was read.
struct TableFacts: Sendable {
    /// A row without a reading.
    struct Fault: Sendable, Hashable {
        var line: Int
        var misfit: LineMisfit
        /// What is wrong with its time, where that is it.
        var time: WrongTime?
    }

    /// What stands in the column of the time, and cannot be taken for one.
    struct WrongTime: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// Neither a number nor a date.
            case noTime
            /// A number or a date that is too far away.
            case tooFar
            /// A number among dates, or a text among numbers.
            case another
        }

        var kind: Kind
        var column: Int
        /// The word of the map.
        var word: String
        var text: String
    }

    /// A counter that goes down.
    struct Fall: Sendable, Hashable {
        var line: Int
        var last: Int64
        var count: Int64

        /// How many bits a counter has that begins anew there; `nil` where none is so wide.
        var width: Int? { CounterTurns.width(turningFrom: last, to: count) }
    }

    /// The names of the columns, where the file has them.
    var header: [String] = []
    /// Rows with a reading.
    var readings: Int64 = 0
    /// Lines of rows without one.
    var unread: Int64 = 0
    /// Readings of all kinds.
    var samples: Int64 = 0
    /// What was passed over, by kind.
    var tally = LineTally()
    /// The first row without a reading.
    var firstFault: Fault?
    /// The line of the first row whose time those beside it contradict.
    var firstBehind: Int?
    /// The line of the first row at which the file's clock was set back.
    var firstSetBack: Int?
    /// How times are written, where they are text.
    var form: TableDate.Form?
    /// What is doubted of the units.
    var doubts: [String] = []
    /// Where the counter goes down first, and how often it does.
    private(set) var firstFall: Fall?
    private(set) var falls: Int64 = 0

    /// Whether its times are text.
    var hasTextTimes: Bool { form != nil }

    /// Whether a time that is text can be one of this file.
    func takes(_ text: TableDate.Form) -> Bool { form.map { $0.fits(text) } ?? (readings == 0) }

    /// Takes that the counter goes down.
    mutating func add(fallFrom last: Int64, to count: Int64, _ line: Int) {
        falls += 1
        if firstFall == nil { firstFall = Fall(line: line, last: last, count: count) }
    }

    /// Why the file cannot be recorded with its mapping.
    ///
    /// - Parameters:
    ///   - mapping: What its columns are.
    ///   - behind: How many rows have a time that those beside them contradict.
    /// - Returns: What stands in the way; `nil` where nothing does.
    func obstacle(_ mapping: LineMapping, behind: Int64) -> TableError.Kind? {
        if let clash = TableHeader(header).clash(with: mapping) { return clash }
        guard readings > 0 else {
            if let firstFault { return .unreadable(firstFault, of: unread) }
            return header.isEmpty ? .empty : .onlyHeader
        }
        if let firstFault, unread / 9 >= readings { return .unreadable(firstFault, of: unread) }
        let isOften = behind > readings / 10
        if !mapping.hasTime, let firstFall, isOften || firstFall.width != nil {
            return .counterFalls(firstFall, times: falls)
        }
        // A few rows in the wrong place are told; a time that goes back one time of ten is none.
        if behind > 0, isOften, let first = [firstBehind, firstSetBack].compactMap(\.self).min() {
            return .timeGoesBack(line: first, rows: behind, of: readings)
        }
        return nil
    }

    /// What is worth telling.
    ///
    /// - Parameters:
    ///   - behind: How many rows have a time that those beside them contradict.
    ///   - setBacks: How often the file's clock was set back.
    /// - Returns: A sentence for each.
    func notes(behind: Int64, setBacks: Int64) -> [String] {
        var notes = tally.notes + doubts
        if let firstFault {
            notes.append("the first row that could not be read is in line \(firstFault.line)")
        }
        if let firstFall {
            let width = firstFall.width.map { "; if it begins anew there, write n\($0) for it" }
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
                "\(rows) \(firstBehind); the time of the row before stands for it, estimated"
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
