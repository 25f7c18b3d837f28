// Why a file of columns cannot be imported. Each kind says where the problem is, and what to write instead.

internal import SystemCalls

/// Why a file cannot be imported.
package struct TableError: Error, Sendable, Hashable {
    /// The kinds of problems.
    enum Kind: Sendable, Hashable {
        case missing
        case folder
        /// A pipe or a device, which cannot be read twice.
        case noFile
        case empty
        case onlyHeader
        /// Most or all rows could not be read: the first of them, and their number.
        case unreadable(TableFacts.Fault, of: Int64)
        case timeGoesBack(line: Int, rows: Int64, of: Int64)
        /// The counter, from which rows get their times, goes down.
        case counterFalls(TableFacts.Fall, times: Int64)
        /// The name of a column contradicts the mapping.
        case contradicted(column: Int, name: String, told: String, proposal: String?)
        /// Nothing shows when rows were measured.
        case noTime
        /// The user gave no map; options that match the column names, if there are any.
        case noMap(proposal: String?)
        case checksum(word: String)
        /// The file changed between the two readings.
        case changed
        case system(SystemError)
    }

    let kind: Kind
    /// The path of the file.
    let place: String

    init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }

    /// A mapping as command-line options.
    static func options(_ proposal: (map: String, units: String)) -> String {
        "--map \(proposal.map)" + (proposal.units.isEmpty ? "" : " --units \(proposal.units)")
    }
}

extension TableError: CustomStringConvertible {
    package var description: String {
        if case .system(let error) = kind { return "\(error)" }
        return "\(place): \(what); \(remedy)"
    }

    private var what: String {
        switch kind {
        case .missing: "there is no such file"
        case .folder: "this is a folder"
        case .noFile: "this is no plain file, and an import reads a file twice"
        case .empty: "there is no row in it"
        case .onlyHeader: "it has names of columns, and no row below them"
        case .unreadable(let fault, let count):
            "line \(fault.line): \(fault.time?.what ?? fault.misfit.whatOfFile)"
                + (count > 1 ? ", and \(count) rows could not be read" : "")
        case .timeGoesBack(let line, let rows, let all):
            "line \(line): the time goes back there, and in \(rows) of \(all) rows"
        case .counterFalls(let fall, let count):
            "line \(fall.line): the counter goes down there from \(fall.last) to \(fall.count)"
                + (count > 1 ? ", and \(count) times in all" : "")
        case .contradicted(let column, let name, let told, _):
            "column \(column) is called '\(name)', and \(told)"
        case .noTime: "nothing says when its rows were measured"
        case .noMap: "the meaning of its columns is not given"
        case .checksum(let word): "'\(word)' is a checksum of a device's line, which a file has not"
        case .changed: "it was changed while it was read"
        case .system(let error): "\(error)"
        }
    }

    private var remedy: String {
        switch kind {
        case .missing: "check its name"
        case .folder: "name the files in it"
        case .noFile: "save what it gives to a file, or record it by `footfall record --lines`"
        case .empty: "check that it was saved to its end, and --skip"
        case .onlyHeader: "check that it was saved to its end"
        case .unreadable(let fault, _): fault.time?.remedy ?? fault.misfit.remedyOfFile
        case .timeGoesBack:
            "check which column is the time, or write _ for it and give --rate; of a file of several "
                + "recordings, import each as a file of its own"
        case .counterFalls(let fall, _):
            fall.width.map { "write n\($0) for a counter that wraps after \($0) bits" }
                ?? "write _ for a column that does not count rows; of a file of several recordings, import "
                + "each as a file of its own"
        case .contradicted(_, _, _, let proposal):
            (proposal.map { "the names fit \($0); where they are wrong" }
                ?? "where the name is wrong")
                + ", add --no-header --skip 1"
        case .noTime: "name its time in --map, as in t_s,ax,ay,az, or add --rate, as in --rate 100"
        case .noMap(let proposal):
            proposal.map { proposal in
                "the names of its columns fit \(proposal)"
                    + (proposal.contains(TableHeader.openTime)
                        ? "; neither they nor its first rows show the unit of the time: write t_s, t_ms, t_us or "
                            + "t_ns for \(TableHeader.openTime)" : "")
            }
                ?? "add --map with a word for each column, as in --map t_s,ax,ay,az,_"
        case .checksum: "write _ for this column"
        case .changed: "import it when no program writes it any more"
        case .system: "fix what the system says, and import it again"
        }
    }
}

extension TableFacts.WrongTime {
    /// What is wrong.
    fileprivate var what: String {
        switch kind {
        case .noTime: "column \(column) is '\(text)', which is neither a number nor a date"
        case .tooFar: "column \(column) is '\(text)', which is too far away for a time in \(word)"
        case .another: "column \(column) is '\(text)', and other rows have times of another form"
        }
    }

    /// What the user can do.
    fileprivate var remedy: String {
        switch kind {
        case .noTime, .another:
            "write the times as numbers, as 2026-11-21T10:15:00.250+01:00 or as 10:15:00.250, or write _ for "
                + "column \(column) and add --rate"
        case .tooFar:
            "name the unit that it counts, as t_ms or t_us, or write _ for it and add --rate"
        }
    }
}

extension LineMisfit {
    /// What is wrong with the row.
    fileprivate var whatOfFile: String {
        switch kind {
        case .columns(let found, let wanted):
            "it has \(found == 1 ? "1 column" : "\(found) columns") and the map \(wanted): \(example)"
        case .field(let column, let text, _):
            "column \(column) is '\(text)', which is no number: \(example)"
        case .unread(let fault): "it \(fault.trait): \(example)"
        default: what
        }
    }

    /// What the user can do, if the file itself is the problem.
    fileprivate var remedyOfFile: String {
        switch kind {
        case .columns:
            "give --map a word for each column, with _ for one that is not recorded; --separator says "
                + "what parts them, and --skip how many lines come before"
        case .field(let column, _, .decimalComma):
            "column \(column) has a comma in its numbers: add --separator ';' if that parts its columns"
        case .unread(.notText): "save it as text in UTF-8: it looks like another format"
        default:
            "compare the row with --map, write _ for a column that holds no number, or --skip lines"
        }
    }
}
