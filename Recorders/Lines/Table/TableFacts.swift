// What a file of columns turned out to be, once all of it was read: whether it can be recorded with its mapping, and
// what is worth telling of it.

/// What is known of a file that was read.
struct TableFacts: Sendable {
    /// A row without a reading.
    struct Fault: Sendable, Hashable {
        var line: Int
        var misfit: LineMisfit
    }

    /// The names of the columns, where the file has them.
    var header: [String] = []
    /// Rows below the names.
    var rows: Int64 = 0
    /// Rows with a reading.
    var readings: Int64 = 0
    /// Readings of all kinds.
    var samples: Int64 = 0
    /// What was passed over, by kind.
    var tally = LineTally()
    /// The first row without a reading.
    var firstFault: Fault?
    /// The line of the first row whose time goes back.
    var firstBehind: Int?

    /// Why the file cannot be recorded with its mapping.
    ///
    /// - Parameters:
    ///   - mapping: What its columns are.
    ///   - behind: How many rows have an earlier time than those before them.
    /// - Returns: What stands in the way; `nil` where nothing does.
    func obstacle(_ mapping: LineMapping, behind: Int64) -> TableError.Kind? {
        if let clash = TableHeader(header).clash(with: mapping) { return clash }
        guard readings > 0 else {
            if let firstFault { return .unreadable(firstFault, of: tally.unreadable) }
            return header.isEmpty ? .empty : .onlyHeader
        }
        if let firstFault, tally.unreadable / 9 >= readings {
            return .unreadable(firstFault, of: tally.unreadable)
        }
        // A few rows in the wrong place are told; a time that goes back one time of ten is none.
        if behind > 0, behind > readings / 10, let firstBehind {
            return .timeGoesBack(line: firstBehind, rows: behind, of: readings)
        }
        return nil
    }

    /// What is worth telling.
    ///
    /// - Parameter behind: How many rows have an earlier time than those before them.
    /// - Returns: A sentence for each.
    func notes(behind: Int64) -> [String] {
        var notes = tally.notes
        if let firstFault {
            notes.append("the first row that could not be read is in line \(firstFault.line)")
        }
        if let firstBehind, behind > 0 {
            let rows = behind == 1 ? "1 row has" : "\(behind) rows have"
            notes.append(
                "\(rows) an earlier time than those before, the first in line \(firstBehind); the "
                    + "time of the row before stands for it, estimated"
            )
        }
        return notes
    }
}
