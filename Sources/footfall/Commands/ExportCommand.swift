// `footfall export`: converts sessions for other programs, to CSV, BIDS or MCAP.

internal import Arguments
internal import PlainWords
internal import SessionExport
internal import SessionFolder
internal import StandardRecorders
internal import SystemCalls

/// Exports sessions.
struct ExportCommand: Sendable, Equatable {
    var places: [String]
    var format: ExportFormat
    /// The common rate of the rows, in hertz.
    var rate: Double?
    var output: String
    var style: ReportStyle

    private static let formatOption = Option(
        "to",
        taking: "FORMAT",
        as: Conversion<ExportFormat>.choice(of: "format of an export"),
        "the format: csv, tables with a row for each instant; bids, one Motion-BIDS dataset of all sessions; mcap, a "
            + "file for each session with a channel for each sensor; csv if not given"
    )
    private static let alignOption = Option(
        "align",
        taking: "HZ",
        as: .positiveNumber(within: AlignedExport.rates, example: "100"),
        "with --to csv: make one table with a row for each instant of a common rate: numbers between two readings are "
            + "interpolated linearly; aligned.json says how each column was filled"
    )
    private static let outputOption = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder for the exports, made if missing; with --to bids, the folder of the dataset, which must not exist "
            + "yet; ./Export if not given"
    )

    private static let quietFlag = Flag(
        "quiet",
        letter: "q",
        "print only the path of each export, without progress"
    )

    static let declaration = CommandDeclaration(
        name: "export",
        summary:
            "make tables, a BIDS dataset or MCAP files of sessions, for other programs",
        discussion: """
            With --to csv, makes a folder for each session, with a CSV file for each sample file: a row has all that \
            was measured at an instant, and each channel of a sensor has a column, such as gyro_x. Where samples were \
            lost, a row has their number in a column of the sensor, such as gyro_lost. The manifest lies beside the \
            tables: it says what the columns mean, and who the participant is.

            With --to mcap, makes a file for each session, which viewers of robotics data play, with a channel for \
            each sensor, and channels for marks, steps and losses.

            Every value has the same digits as in the session. A session that is being written or has a damaged file \
            is refused; existing files are not overwritten.

            With --to bids, all sessions become one dataset of Motion-BIDS, with a table for each group of sensors \
            that are read together. Data for which BIDS has no place are put into its folder sourcedata, and the \
            report says why. A session that cannot be exported is left out as a whole, and the status is 1.
            """,
        operands: [
            OperandDeclaration(
                name: "SESSION",
                summary: "a session folder, or a folder of sessions",
                repeats: true
            )
        ],
        options: [
            formatOption.declaration, alignOption.declaration, outputOption.declaration,
            quietFlag.declaration, SharedOptions.json.declaration,
        ],
        examples: [
            "footfall export Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall export Sessions --output Tables",
            "footfall export Sessions --align 100",
            "footfall export Sessions --to bids --output Dataset",
            "footfall export Sessions --to mcap",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        places = arguments.operands
        format = try arguments.value(of: Self.formatOption) ?? .csv
        rate = try arguments.value(of: Self.alignOption)
        guard rate == nil || format == .csv else {
            throw UsageError(
                place: "--align",
                problem: "only --to csv makes tables at a common rate",
                remedy: "leave out --align, or --to"
            )
        }
        output = try arguments.value(of: Self.outputOption) ?? "Export"
        style = try ReportStyle(arguments)
    }
}

extension ExportCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        switch format {
        case .csv:
            try makeEach(in: surroundings) { session, place throws(SessionError) in
                guard let rate else {
                    return try CSVExport(of: session, in: place, kinds: StandardKinds.all).run()
                }
                return try AlignedExport(
                    of: session,
                    in: place,
                    kinds: StandardKinds.all,
                    rate: rate
                ).run()
            }
        case .mcap:
            try makeEach(in: surroundings) { session, place throws(SessionError) in
                try MCAPExport(of: session, in: place, kinds: StandardKinds.all).run()
            }
        case .bids: try makeDataset(in: surroundings)
        }
    }

    private static let stopped = "the export was stopped; it left no unfinished export"

    /// The sessions to export, each once, even if several paths lead to it.
    private var sessions: [String] {
        var known: Set<String> = []
        return places.flatMap(SessionList.sessions).filter { path in
            known.insert((try? FileSystem.absolutePath(path)) ?? path).inserted
        }
    }

    /// Makes an export of each session.
    private func makeEach(
        in surroundings: Surroundings,
        by export: (String, ExportPlace) throws(SessionError) -> ExportReport
    ) throws -> ExitStatus {
        let console = surroundings.console
        let sessions = sessions
        let progress = ExportProgress(of: sessions.count, on: console, style)
        let place = ExportPlace(output) { progress.note(written: $0) }
        var made: [ExportReport] = []
        var refused: [String] = []
        surroundings.stopRequests.withNothingToKeep(
            Self.stopped,
            cleaning: {
                place.stop()
                progress.end()
            }
        ) {
            for session in sessions {
                progress.beginSession()
                do throws(SessionError) {
                    let report = try export(session, place)
                    made.append(report)
                    progress.clear()
                    tell(report, console)
                } catch {
                    if place.isStopped { break }
                    progress.clear()
                    refused.append("\(error)")
                    console.complain("\(error)".printable)
                }
            }
            progress.end()
        }
        // Prints no JSON if nothing was exported.
        if style == .json, !made.isEmpty {
            console.print(try JSONText.line(of: Exported(exported: made, refused: refused)))
        }
        return refused.isEmpty ? .good : .failed
    }

    private func tell(_ report: ExportReport, _ console: Console) {
        switch style {
        case .person: console.print(Self.text(of: report, counting: format.unit))
        case .pathOnly: console.print(report.path.printable)
        case .json: break
        }
    }

    private func makeDataset(in surroundings: Surroundings) throws -> ExitStatus {
        let console = surroundings.console
        let sessions = sessions
        let progress = ExportProgress(of: sessions.count, on: console, style)
        let export = BIDSExport(
            of: sessions,
            to: output,
            kinds: StandardKinds.all,
            version: Program.version,
            telling: { step in
                switch step {
                case .session: progress.beginSession()
                case .written(let bytes): progress.note(written: bytes)
                }
            }
        )
        let place = export.place
        do {
            let report = try surroundings.stopRequests.withNothingToKeep(
                Self.stopped,
                cleaning: {
                    place.stop()
                    progress.end()
                },
                {
                    defer { progress.end() }
                    return try export.run()
                }
            )
            for line in report.refused { console.complain(line.printable) }
            switch style {
            case .person: console.print(Self.text(of: report))
            case .pathOnly: console.print(report.path.printable)
            case .json: console.print(try JSONText.line(of: report))
            }
            return report.refused.isEmpty ? .good : .failed
        } catch let error as SessionError {
            console.complain("\(error)".printable)
            return .failed
        }
    }

    /// The report of an export, for a user.
    static func text(of report: ExportReport, counting unit: String) -> String {
        let left = report.left.map { "  not in it: \($0.name.printable): \($0.why.printable)" }
        let notes = report.notes.map { "  \($0.printable)" }
        return text(of: report.files, at: report.path, counting: unit, left + notes)
    }

    /// The report of a dataset, for a user.
    static func text(of report: BIDSExport.Report) -> String {
        let lines = (report.kept + report.notes).map { "  \($0.printable)" }
        return text(of: report.files, at: report.path, counting: ExportFormat.bids.unit, lines)
    }

    private static func text(
        of files: [ExportReport.File],
        at path: String,
        counting unit: String,
        _ more: [String]
    ) -> String {
        let lines = files.map { file in
            let lost = file.lost == 0 ? "" : ", \(Quantity.grouped(file.lost)) samples missing"
            return "  \(file.name.printable)  \(Quantity.count(file.rows, unit, "\(unit)s"))\(lost)"
        }
        return ([path.printable] + lines + more).joined(separator: "\n")
    }

    private struct Exported: Encodable {
        var exported: [ExportReport]
        /// Sessions that could not be exported, and why, a line each.
        var refused: [String]
    }
}

/// The format of an export.
enum ExportFormat: String, Sendable, CaseIterable {
    case csv, bids, mcap

    /// The unit in which the report counts a file's content.
    var unit: String {
        switch self {
        case .csv, .bids: "row"
        case .mcap: "message"
        }
    }
}
