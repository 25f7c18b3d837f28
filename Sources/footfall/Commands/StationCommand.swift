// `footfall station`: its options and help; StationCommand+Run.swift carries it out.

internal import Arguments
internal import Outbox

/// Records without a screen, by a settings file.
struct StationCommand: Sendable {
    /// The settings file.
    var settings: String
    /// The path of the status file.
    var status: String?
    /// The folder that stores whether a recording is wanted.
    var memory: String?
    /// How much of the disk must be free before a recording begins; overrides the settings.
    var keepFree: Int64?

    static let statusOption = Option(
        "status",
        taking: "FILE",
        as: .text,
        "the file to which the station writes its state, as JSON; if not given, status.json in the runtime directory of the service, or no file without a service"
    )
    static let memoryOption = Option(
        "memory",
        taking: "DIR",
        as: .text,
        "the folder in which the station stores whether a recording is wanted, so that it knows this after a power cut; the state directory of the service if not given, or that of the settings file"
    )
    static let keepFreeOption = Option(
        "keep-free",
        taking: "SIZE",
        as: Conversion { (word) throws(ConversionError) in
            do throws(SendRuleError) {
                return try KeepRule.free(word)
            } catch {
                throw ConversionError(problem: error.problem, remedy: error.remedy)
            }
        },
        "begin no recording while less than this is free on the disk, such as 2GB; if not given, what the settings say, or 500MB"
    )

    static let declaration = CommandDeclaration(
        name: "station",
        summary: "record without a screen, at boot or by a button, as a service",
        discussion: """
            Does what a settings file says, on a board without a user: records sensors, or runs a task, as soon as it \
            starts or when a button is pressed. A short press begins a recording, the next one ends it; a press of \
            five seconds ends the station. What was recorded is kept.

            Its state is shown in a file, on a LED of the board, and in systemctl status. It begins again after a \
            failure, and after a power cut continues what was wanted before. On a nearly full disk it begins no \
            recording. A sensor that has stopped is reported, and the others are recorded. If all have stopped, the \
            watchdog of systemd starts the station again.

            Ctrl-C and SIGTERM end it; what was recorded is kept.
            """,
        operands: [OperandDeclaration(name: "SETTINGS", summary: "the settings file, JSON")],
        options: [
            statusOption.declaration, memoryOption.declaration, keepFreeOption.declaration,
        ],
        examples: [
            "footfall station /etc/footfall/station.json",
            "footfall station station.json --status status.json --keep-free 2GB",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        settings = arguments.operands[0]
        status = try arguments.value(of: Self.statusOption)
        memory = try arguments.value(of: Self.memoryOption)
        keepFree = try arguments.value(of: Self.keepFreeOption)
    }
}
