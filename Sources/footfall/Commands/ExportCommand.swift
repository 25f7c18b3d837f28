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
        "what is made: csv, a row an instant, or mcap, a channel a sensor; csv if not given"
    )
    private static let outputOption = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder that the exports go into; made if missing; ./Export if not given"
    )

    static let declaration = CommandDeclaration(
        name: "export",
        summary:
            "make tables or MCAP files of sessions, for programs that know nothing of sessions",
        discussion: """
            With --to csv, makes a folder for each session, with a CSV file for each of its files of samples: a row has all that \
            was measured at an instant, and each channel of a sensor has a column, such as gyro_x. A loss is a row \
            with its count in the column of the sensor, gyro_lost. The manifest lies beside the tables: it says what \
            the columns mean, and whose the session is.

            With --to mcap, makes a file for each session that viewers of robotics play, with a channel for each \
            sensor, and channels of marks, steps and losses.

            Every value is the one of the session, by the same digits. A session that is being written is refused, \
            and one with a damaged file; what is there already is not written over.
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
        let console = surroundings.console
        let output = output
        var made: [SessionExport.Report] = []
        var failures = 0
        surroundings.stopRequests.withNothingToKeep(
            "the export was stopped; what was not finished is not there",
            cleaning: { ExportPlace(output).removeParts() }
        ) {
            for session in places.flatMap(SessionList.sessions) {
                do throws(SessionError) {
                    let report = try format.export(session, to: output)
                    made.append(report)
                    if !isJSON { console.print(Self.text(of: report, counting: format.unit)) }
                } catch {
                    failures += 1
                    console.complain("\(error)".printable)
                }
            }
        }
        if isJSON { console.print(try JSONText.line(of: Exported(exported: made))) }
        return failures == 0 ? .good : .failed
    }

    /// What was made, for a person.
    static func text(of report: SessionExport.Report, counting unit: String) -> String {
        let lines = report.files.map { file in
            let lost = file.lost == 0 ? "" : ", \(Quantity.grouped(file.lost)) samples missing"
            return "  \(file.name.printable)  \(Quantity.count(file.rows, unit, "\(unit)s"))\(lost)"
        }
        let left = report.left.map { "  not in it: \($0.name.printable): \($0.why.printable)" }
        return ([report.path.printable] + lines + left).joined(separator: "\n")
    }

    private struct Exported: Encodable {
        var exported: [SessionExport.Report]
    }
}

/// What an export makes.
enum ExportFormat: String, Sendable, CaseIterable {
    case csv, mcap

    /// What it counts of a file.
    var unit: String {
        switch self {
        case .csv: "row"
        case .mcap: "message"
        }
    }

    /// Exports a session into a folder.
    func export(
        _ session: String,
        to directory: String
    ) throws(SessionError) -> SessionExport.Report {
        switch self {
        case .csv: try SessionExport(of: session, to: directory, kinds: StandardKinds.all).run()
        case .mcap: try MCAPExport(of: session, to: directory, kinds: StandardKinds.all).run()
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
