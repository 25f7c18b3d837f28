// The declaration of the program: its commands, and the notes that apply to all of them.

internal import Arguments
internal import SessionFolder

/// The program as a whole.
enum Program {
    static let version = "0.1.0"

    /// The writer that manifests name.
    static let software = SessionManifest.Software(name: "footfall", version: version)

    /// The commands, in the order in which the help lists them.
    static let commands: [any Command.Type] = [
        RecordCommand.self, DevicesCommand.self, CalibrateCommand.self, SetupCommand.self,
        ReplayCommand.self, RunCommand.self, StationCommand.self, ServeCommand.self,
        BoardsCommand.self,
        ValidateCommand.self, SchemaCommand.self,
        MarkCommand.self, ListCommand.self, InfoCommand.self, NoteCommand.self, AmendCommand.self,
        CheckCommand.self, RepairCommand.self, ImportCommand.self, ExportCommand.self,
        SendCommand.self, PlotCommand.self, GaitCommand.self, AlignCommand.self,
        ProcessCommand.self, DeleteCommand.self, BenchCommand.self,
    ]

    static let declaration = ProgramDeclaration(
        name: "footfall",
        version: version,
        summary: """
            Records movement to files that are valid after every write, replays and checks what \
            was recorded, and repairs files that a crash has damaged.
            """,
        commands: commands.map { $0.declaration },
        notes: [
            """
            Exit status: 0 good, 1 the work failed, 2 the command line is wrong, 3 the data has \
            losses, 4 a task was ended before its end.
            """
        ]
    )
}

/// The exit status of the program.
enum ExitStatus: Int32, Sendable {
    case good = 0
    case failed = 1
    case usage = 2
    /// The work is done and the files are complete, but samples are missing from them; each is counted.
    case losses = 3
    /// A task was ended early, or a station ended with a recording that failed; the files up to then are complete.
    case endedEarly = 4
}
