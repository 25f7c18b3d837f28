// `footfall record`: what it takes. How its options go together is in RecordCommand+Source.swift, what
// it does in RecordCommand+Run.swift.

internal import MotionRecorder

/// Records a source to a new session folder.
struct RecordCommand: Sendable, Equatable {
    /// Where the samples come from.
    enum Source: Sendable, Equatable {
        case sensors(SensorWish)
        case syntheticWalk(seed: UInt64, rateInHertz: Double?)
        case session(path: String)
    }

    /// Without it, input devices alone are recorded.
    var source: Source?
    /// The input devices; without it, none.
    var input: InputWish?
    var keys: KeyWish
    var placements: [String]
    var types: [MotionSensorType]?
    var duration: Duration?
    var speed: Speed
    var isCSV: Bool
    var identifier: String?
    var output: String
    var report: ReportStyle

    static let sourceOption = Option(
        "source",
        taking: "SOURCE",
        as: .text,
        "iio for the sensors that Linux knows, synthetic for a computed walk, or the folder of a recorded session; iio if not given"
    )
    static let typesOption = Option(
        "types",
        taking: "TYPES",
        as: Conversion.sensorType.list,
        "accelerometer, gyro, magnetometer, and computed from these attitude, gravity, userAcceleration, rotationRate, magneticField, divided by commas; if not given, accelerometer,gyro, or all of a session"
    )
    static let rateOption = Option(
        "rate",
        taking: "HZ",
        as: .positiveNumber(
            within: MotionRecorderConfiguration.possibleFrequencies,
            example: "100"
        ),
        "samples a second of each sensor; a device gives its nearest rate that is not below; 100 if not given"
    )
    static let durationOption = Option(
        "duration",
        taking: "S",
        as: .duration,
        "how much to record: seconds, or 2m, or 1h30m; until the source ends or Ctrl-C if not given"
    )
    static let seedOption = Option(
        "seed",
        taking: "N",
        as: .wholeNumber,
        "which synthetic walk: the same number walks the same way; 1 if not given"
    )
    static let deviceOption = Option(
        "device",
        taking: "NAME",
        as: .text,
        repeats: true,
        "a sensor's name, label or id, as footfall devices lists them; each that is given has a file of its own; if not given, whatever has the types"
    )
    static let mountMatrixOption = Option(
        "mount-matrix",
        taking: "ROWS",
        as: .mountMatrix,
        repeats: true,
        "how the board is mounted, as in \"0,1,0; -1,0,0; 0,0,1\"; one for all devices, or one for each"
    )
    static let listRatesFlag = Flag(
        "list-rates",
        "list the rates that the sensors can be set to, and record nothing"
    )
    static let csvFlag = Flag("csv", "write CSV files instead of JSON")
    static let identifierOption = Option(
        "identifier",
        taking: "ID",
        as: .text,
        "the name of the recording, in its result and its folder's name; if not given, motion of sensors, input of input devices alone, walk, or the session's own"
    )

    static let declaration = CommandDeclaration(
        name: "record",
        summary: "record a source to a new session folder",
        discussion: """
            Records to a new session folder, one file for each recorder, and shows rate, samples, \
            losses and each axis meanwhile. After every flush each file is a whole document.

            With --input, keys, touches and whatever else an input device tells are recorded with \
            the kernel's own times, and motion sensors beside it where something is said of them. \
            Of a key no more than a press and its time is in the file, unless --name-keys or \
            --mark-key names it.

            Ctrl-C stops, writes what is still on its way, and closes every file. A second Ctrl-C \
            closes the files at once.
            """,
        options: [
            sourceOption.declaration, SharedOptions.uri.declaration, deviceOption.declaration,
            SharedOptions.placement.declaration, mountMatrixOption.declaration,
            typesOption.declaration, rateOption.declaration, listRatesFlag.declaration,
        ] + inputOptions + keyOptions + [
            durationOption.declaration, SharedOptions.speed.declaration, seedOption.declaration,
            csvFlag.declaration, identifierOption.declaration,
            SharedOptions.output.declaration, SharedOptions.json.declaration,
            SharedOptions.quiet.declaration,
        ],
        examples: [
            "footfall record --duration 60",
            "footfall record --placement lowBack --types gyro,attitude --rate 200",
            "footfall record --uri ip:192.168.7.2 --csv",
            "footfall record --input event3 --mark-key KEY_F13=heelStrike --types gyro",
            "footfall record --start-key KEY_F13 --stop-key KEY_F13",
            "footfall record --source synthetic --duration 60",
            "footfall record --source Sessions/2026-11-21T101500Z_walk_1f6a03bc --speed 10x",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        placements = try arguments.values(of: SharedOptions.placement)
        types = try arguments.value(of: Self.typesOption)
        duration = try arguments.value(of: Self.durationOption)
        speed = try arguments.value(of: SharedOptions.speed) ?? .times(1)
        isCSV = arguments.contains(Self.csvFlag)
        identifier = try arguments.value(of: Self.identifierOption)
        output = try arguments.value(of: SharedOptions.output) ?? SharedOptions.defaultOutput
        report = try ReportStyle(arguments)
        keys = try KeyWish(arguments)
        input = try InputWish.given(by: arguments)
        source = try Source.given(by: arguments, besideInput: input != nil)
        try refuseWhatHasNoEnd()
    }
}
