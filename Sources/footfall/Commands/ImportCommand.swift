// `footfall import`: makes sessions from column files of other programs; each session names its file.

internal import Arguments
internal import PlainWords
internal import SampleFile
internal import SessionRuns
internal import StandardRecorders
internal import Timebase

/// Makes sessions from files.
struct ImportCommand: Sendable {
    var files: [String]
    var options: ImportOptions
    var whose: ParticipantOptions
    /// How files are written to the disk.
    var flushPolicy: FlushPolicy
    var output: String
    var report: ReportStyle

    static let declaration = CommandDeclaration(
        name: "import",
        summary: "make sessions of CSV files that other loggers wrote",
        discussion: """
            Makes a session from each file of columns, as if its device had been recorded with --lines; --map \
            describes the columns in the same form. Commas, semicolons, tabs or spaces may separate the columns. The \
            command also reads quotes, a decimal comma between semicolons, a row of names, and comments.

            It reads the file once before it writes anything: if the map does not fit, it reports the line, the \
            column, and a map that fits. Without --map, it proposes one from the names above the columns. It counts \
            and reports rows that cannot be read, and each leaves a gap, unless the file's counter shows that none is \
            missing; duplicate rows stay. The manifest names the file, its size and checksum, and how it was read. \
            If the command is stopped or the disk is full, no session of that file is left.
            """,
        operands: [
            OperandDeclaration(name: "FILE", summary: "a file of columns", repeats: true)
        ],
        options: ImportOptions.options + [SharedOptions.compress.declaration]
            + ParticipantOptions.options + [
                SharedOptions.output.declaration, SharedOptions.json.declaration,
                SharedOptions.quiet.declaration,
            ],
        examples: [
            "footfall import walk.csv --map t_s,ax,ay,az,gx,gy,gz --units g,dps --placement lowBack",
            "footfall import trial1.csv --map n,ax,ay,az --rate 100 --subject P07",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        files = arguments.operands
        options = try ImportOptions(arguments)
        whose = try ParticipantOptions(arguments)
        flushPolicy = FlushPolicy(arguments)
        output = try arguments.value(of: SharedOptions.output) ?? SharedOptions.defaultOutput
        report = try ReportStyle(arguments)
    }
}

extension ImportCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        var status = ExitStatus.good
        let whose = try await whose.settled(
            placements: [options.placement].compactMap(\.self),
            telling: surroundings.console.complain
        )
        for path in files {
            do {
                let options = options
                let file = try surroundings.stopRequests.withNothingToKeep(
                    "\(path.printable): stopped while it was being read; nothing was imported"
                ) { try options.read(path) }
                let plan = options.plan(of: file, in: output, at: .now())
                var ended = try await plan.carryOut(in: surroundings, report, whose, flushPolicy)
                // If the file's counter shows that no row is missing, unreadable rows leave no gap.
                if ended == .good, ImportOptions.leavesOutRows(of: file) { ended = .losses }
                if status == .good || ended == .failed { status = ended }
            } catch  where files.count > 1 && !(error is RunFailure) {
                // If a file is refused, or changes meanwhile, the import continues with the next file. A stop or a full
                // disk ends the import.
                surroundings.console.complain("\(error)".printable)
                status = .failed
            }
        }
        return status
    }
}
