// `footfall export`: sessions for programs that know nothing of sessions.

internal import Arguments
internal import PlainWords
internal import SessionExport
internal import SessionFolder
internal import StandardRecorders

/// Exports sessions.
struct ExportCommand: Sendable, Equatable {
    var places: [String]
    var format: ExportFormat
    var output: String
    var isJSON: Bool

    private static let formatOption = Option(
        "to",
        taking: "FORMAT",
        as: Conversion.exportFormat,
        "what is made: csv, a row an instant; bids, one Motion-BIDS dataset of all sessions; mcap, a channel a sensor; "
            + "csv if not given"
    )
    private static let outputOption = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder that the exports go into, a folder each, made if missing; of bids the dataset, of which "
            + "nothing may be there yet; ./Export if not given"
    )

    static let declaration = CommandDeclaration(
        name: "export",
        summary:
            "make tables, a BIDS dataset or MCAP files of sessions, for programs that know nothing of them",
        discussion: """
            With --to csv, makes a folder for each session, with a CSV file for each of its files of samples: a row has all that \
            was measured at an instant, and each channel of a sensor has a column, such as gyro_x. A loss is a row \
            with its count in the column of the sensor, gyro_lost. The manifest lies beside the tables: it says what \
            the columns mean, and whose the session is.

            With --to mcap, makes a file for each session that viewers of robotics play, with a channel for each \
            sensor, and channels of marks, steps and losses.

            Every value is the one of the session, by the same digits. A session that is being written is refused, \
            and one with a damaged file; what is there already is not written over.

            With --to bids all sessions become one dataset of Motion-BIDS, with a table for each group of sensors that \
            are read together. What BIDS has no place for lies in its sourcedata, and the report says why. A session \
            that cannot be exported is left out as a whole, and the status is 1.
            """,
        operands: [
            OperandDeclaration(
                name: "SESSION",
                summary: "a session folder, or a folder of sessions",
                repeats: true
            )
        ],
        options: [
            formatOption.declaration, outputOption.declaration, SharedOptions.json.declaration,
        ],
        examples: [
            "footfall export Sessions/2026-11-21T101500Z_walk_1f6a03bc",
            "footfall export Sessions --output Tables",
            "footfall export Sessions --to bids --output Dataset",
            "footfall export Sessions --to mcap",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        places = arguments.operands
        format = try arguments.value(of: Self.formatOption) ?? .csv
        output = try arguments.value(of: Self.outputOption) ?? "Export"
        isJSON = arguments.contains(SharedOptions.json)
    }
}

extension ExportCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        switch format {
        case .csv:
            try makeEach(in: surroundings) { session, place throws(SessionError) in
                try CSVExport(of: session, in: place, kinds: StandardKinds.all).run()
            }
        case .mcap:
            try makeEach(in: surroundings) { session, place throws(SessionError) in
                try MCAPExport(of: session, in: place, kinds: StandardKinds.all).run()
            }
        case .bids: try makeDataset(in: surroundings)
        }
    }

    private static let stopped = "the export was stopped; what was not finished is not there"

    /// Makes an export of each session.
    private func makeEach(
        in surroundings: Surroundings,
        by export: (String, ExportPlace) throws(SessionError) -> ExportReport
    ) throws -> ExitStatus {
        let console = surroundings.console
        let place = ExportPlace(output)
        var made: [ExportReport] = []
        var failures = 0
        surroundings.stopRequests.withNothingToKeep(
            Self.stopped,
            cleaning: { place.stop() }
        ) {
            for session in places.flatMap(SessionList.sessions) {
                do throws(SessionError) {
                    let report = try export(session, place)
                    made.append(report)
                    if !isJSON { console.print(Self.text(of: report, counting: format.unit)) }
                } catch {
                    if place.isStopped { break }
                    failures += 1
                    console.complain("\(error)".printable)
                }
            }
        }
        if isJSON { console.print(try JSONText.line(of: Exported(exported: made))) }
        return failures == 0 ? .good : .failed
    }

    private func makeDataset(in surroundings: Surroundings) throws -> ExitStatus {
        let console = surroundings.console
        let export = BIDSExport(
            of: places.flatMap(SessionList.sessions),
            to: output,
            kinds: StandardKinds.all,
            version: Program.version
        )
        let place = export.place
        do {
            let report = try surroundings.stopRequests.withNothingToKeep(
                Self.stopped,
                cleaning: { place.stop() },
                { try export.run() }
            )
            for line in report.refused { console.complain(line.printable) }
            console.print(isJSON ? try JSONText.line(of: report) : Self.text(of: report))
            return report.refused.isEmpty ? .good : .failed
        } catch let error as SessionError {
            console.complain("\(error)".printable)
            return .failed
        }
    }

    /// What was made, for a person.
    static func text(of report: ExportReport, counting unit: String) -> String {
        let left = report.left.map { "  not in it: \($0.name.printable): \($0.why.printable)" }
        return text(of: report.files, at: report.path, counting: unit, left)
    }

    /// What a dataset has, for a person.
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
    }
}

/// What an export makes.
enum ExportFormat: String, Sendable, CaseIterable {
    case csv, bids, mcap

    /// What it counts of a file.
    var unit: String {
        switch self {
        case .csv, .bids: "row"
        case .mcap: "message"
        }
    }
}

extension Conversion<ExportFormat> {
    fileprivate static var exportFormat: Self {
        Self { word throws(ConversionError) in
            guard let format = ExportFormat(rawValue: word) else {
                throw .unknown(
                    word,
                    among: ExportFormat.allCases.map(\.rawValue),
                    example: "format of an export"
                )
            }
            return format
        }
    }
}
