// `footfall export`: sessions for programs that know nothing of sessions.

internal import Arguments
internal import PlainWords
internal import SessionExport
internal import SessionFolder
internal import StandardRecorders

/// Exports sessions.
struct ExportCommand: Sendable, Equatable {
    var places: [String]
    var format: Format
    var output: String
    var isJSON: Bool

    /// What is made.
    enum Format: String, Sendable, Equatable, CaseIterable {
        case csv, bids
    }

    private static let formatOption = Option(
        "to",
        taking: "FORMAT",
        as: Conversion.exportFormat,
        "what is made: csv, one row an instant and one column a channel; bids, one Motion-BIDS dataset of all "
            + "sessions; csv if not given"
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
            "make wide tables or a BIDS dataset of sessions, for programs that know nothing of sessions",
        discussion: """
            Makes a folder for each session, with a CSV file for each of its files of samples: a row has all that \
            was measured at an instant, and each channel of a sensor has a column, such as gyro_x. A loss is a row \
            with its count in the column of the sensor, gyro_lost. The manifest lies beside the tables: it says what \
            the columns mean, and whose the session is.

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
        case .csv: try makeTables(in: surroundings)
        case .bids: try makeDataset(in: surroundings)
        }
    }

    private static let stopped = "the export was stopped; what was not finished is not there"

    private func makeTables(in surroundings: Surroundings) throws -> ExitStatus {
        let console = surroundings.console
        let output = output
        var made: [SessionExport.Report] = []
        var failures = 0
        surroundings.stopRequests.withNothingToKeep(
            Self.stopped,
            cleaning: { ExportPlace(output).removeParts() }
        ) {
            for session in places.flatMap(SessionList.sessions) {
                do throws(SessionError) {
                    let report = try SessionExport(
                        of: session,
                        to: output,
                        kinds: StandardKinds.all
                    ).run()
                    made.append(report)
                    if !isJSON { console.print(Self.text(of: report)) }
                } catch {
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
                cleaning: { place.removeParts() },
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
    static func text(of report: SessionExport.Report) -> String {
        text(of: report.files, at: report.path)
    }

    /// What a dataset has, for a person.
    static func text(of report: BIDSExport.Report) -> String {
        let lines = (report.kept + report.notes).map { "  \($0.printable)" }
        return ([text(of: report.files, at: report.path)] + lines).joined(separator: "\n")
    }

    private static func text(of files: [SessionExport.Report.File], at path: String) -> String {
        let lines = files.map { file in
            let lost = file.lost == 0 ? "" : ", \(Quantity.grouped(file.lost)) samples missing"
            return "  \(file.name.printable)  \(Quantity.count(file.rows, "row", "rows"))\(lost)"
        }
        return ([path.printable] + lines).joined(separator: "\n")
    }

    private struct Exported: Encodable {
        var exported: [SessionExport.Report]
    }
}

extension Conversion<ExportCommand.Format> {
    fileprivate static var exportFormat: Self {
        Self { word throws(ConversionError) in
            guard let format = ExportCommand.Format(rawValue: word) else {
                let formats = ExportCommand.Format.allCases.map(\.rawValue)
                throw .unknown(word, among: formats, example: "format of an export")
            }
            return format
        }
    }
}
