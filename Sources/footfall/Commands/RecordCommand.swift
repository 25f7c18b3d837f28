// `footfall record`: its options and help; RecordCommand+Run.swift carries it out.

internal import Arguments
internal import SampleFile
internal import SessionRuns
internal import StandardRecorders

/// Records a source to a new session folder.
struct RecordCommand: Sendable {
    /// What to record, and from which source.
    var options: RecordOptions
    var duration: Duration?
    var speed: Speed
    var isCSV: Bool
    /// How files are written to the disk.
    var flushPolicy: FlushPolicy
    var identifier: String?
    /// Whether the recording accepts marks from the network.
    var networkMarks: NetworkMarkOptions
    /// The participant.
    var whose: ParticipantOptions
    /// The broker for life signs, if any.
    var lifeSigns: LifeSignOptions?
    var output: String
    var report: ReportStyle
    /// Which of its devices have to open; no option sets it, but a station does.
    var requiredStarts = RequiredStarts.all

    static let durationOption = Option(
        "duration",
        taking: "S",
        as: .duration,
        "how long to record, in seconds or as 2m or 1h30m; if not given, until the source ends, or Ctrl-C"
    )
    static let csvFlag = Flag("csv", "write CSV files instead of JSON")
    static let identifierOption = Option(
        "identifier",
        taking: "ID",
        as: .text,
        "the name of the recording, in its result and its folder's name; if not given: motion for motion sensors; input, lines, distance or microphone if only such devices are recorded; walk for the synthetic walk; its own name for a session"
    )

    static let declaration = CommandDeclaration(
        name: "record",
        summary: "record sensors, other devices or a synthetic walk to a new session folder",
        discussion: """
            Records to a new session folder, one file for each recorder, and shows rate, samples, losses and each axis \
            during the recording. After every flush each file is a whole document.

            With --input, keys, touches and other events of input devices are recorded with the kernel's timestamps; \
            motion sensors are recorded as well if options for them are given. For a key, the file has only the press \
            and its time, unless --name-keys or --mark-key names the key.

            With --lines, a device that sends text is recorded, such as a home-made wearable: a serial port, a TCP or \
            UDP port, a named pipe or the standard input, with lines of CSV or JSON; --map gives the meaning of their \
            columns. Lines that cannot be read are counted and reported.

            With --gps, a satellite receiver of gpsd is recorded: the distance that it is carried. The file has its \
            positions only with --coordinates.

            Ctrl-C stops the recording, writes the samples that are still in memory, and closes every file. A second \
            Ctrl-C closes the files at once.
            """,
        options: RecordOptions.options + [
            durationOption.declaration, SourceOptions.speed.declaration,
            SourceOptions.seed.declaration, csvFlag.declaration, SharedOptions.compress.declaration,
            identifierOption.declaration,
        ] + NetworkMarkOptions.options + ParticipantOptions.options + LifeSignOptions.options + [
            SharedOptions.output.declaration, SharedOptions.json.declaration,
            SharedOptions.quiet.declaration,
        ],
        examples: [
            "footfall record --duration 60",
            "footfall record --duration 60 --subject P07 --note 'left knee brace'",
            "footfall record --placement lowBack --types gyro,attitude --rate 200",
            "footfall record --uri ip:192.168.7.2 --csv",
            "footfall record --input event3 --mark-key KEY_F13=heelStrike --types gyro",
            "footfall record --start-key KEY_F13 --stop-key KEY_F13",
            "footfall record --lines /dev/ttyUSB0@115200 --map t_us,n,ax,ay,az --units mg",
            "footfall record --gps localhost --duration 12m",
            "footfall record --source synthetic --duration 60",
            "footfall record --source Sessions/2026-11-21T101500Z_walk_1f6a03bc --speed 10x",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        duration = try arguments.value(of: Self.durationOption)
        speed = try arguments.value(of: SourceOptions.speed) ?? .times(1)
        isCSV = arguments.contains(Self.csvFlag)
        flushPolicy = FlushPolicy(arguments)
        identifier = try arguments.value(of: Self.identifierOption)
        whose = try ParticipantOptions(arguments)
        lifeSigns = try LifeSignOptions.read(arguments)
        output = try arguments.value(of: SharedOptions.output) ?? SharedOptions.defaultOutput
        report = try ReportStyle(arguments)
        options = try RecordOptions(arguments)
        networkMarks = try NetworkMarkOptions(arguments)
        if case .session? = options.source {
            try arguments.refuse(
                [NetworkMarkOptions.flag.declaration],
                "a replay has only the marks of the recorded session",
                "leave it out"
            )
        }
        try refuseWhatHasNoEnd()
    }

    /// Refuses a computed walk without a duration at full speed, which would fill the disk.
    private func refuseWhatHasNoEnd() throws(UsageError) {
        guard case .syntheticWalk = options.source, speed == .maximum, duration == nil else {
            return
        }
        throw UsageError(
            place: "--speed max",
            problem: "a synthetic walk has no end, and would fill the disk",
            remedy: "add --duration"
        )
    }
}
