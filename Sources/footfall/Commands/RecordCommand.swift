// `footfall record`: what it takes. What it does is in RecordCommand+Run.swift.

internal import MotionRecorder

/// Records a source to a new session folder.
struct RecordCommand: Sendable, Equatable {
    /// Where the samples come from.
    enum Source: Sendable, Equatable {
        case syntheticWalk(seed: UInt64, rateInHertz: Double?)
        case session(path: String)
    }

    var source: Source
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
        "synthetic for a computed walk, or the folder of a recorded session; synthetic if not given"
    )
    static let typesOption = Option(
        "types",
        taking: "TYPES",
        as: Conversion.rawSensorType.list,
        "accelerometer, gyro, magnetometer, divided by commas; if not given, accelerometer,gyro of the walk and all of a session"
    )
    static let rateOption = Option(
        "rate",
        taking: "HZ",
        as: .positiveNumber(within: 0.001...1_000_000, example: "100"),
        "samples a second of each sensor of the synthetic walk; 100 if not given"
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
    static let csvFlag = Flag("csv", "write CSV files instead of JSON")
    static let identifierOption = Option(
        "identifier",
        taking: "ID",
        as: .text,
        "the name of the recording, in its result and its folder's name; walk, or the session's own, if not given"
    )

    static let declaration = CommandDeclaration(
        name: "record",
        summary: "record a source to a new session folder",
        discussion: """
            Records to a new session folder, one file for each recorder, and shows rate, samples, \
            losses and each axis meanwhile. After every flush each file is a whole document.

            Ctrl-C stops, writes what is still on its way, and closes every file. A second Ctrl-C \
            closes the files at once.
            """,
        options: [
            sourceOption.declaration, SharedOptions.placement.declaration, typesOption.declaration,
            rateOption.declaration, durationOption.declaration, SharedOptions.speed.declaration,
            seedOption.declaration, csvFlag.declaration, identifierOption.declaration,
            SharedOptions.output.declaration, SharedOptions.json.declaration,
            SharedOptions.quiet.declaration,
        ],
        examples: [
            "footfall record --duration 60",
            "footfall record --types accelerometer,gyro,magnetometer --rate 200 --csv",
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
        let rate = try arguments.value(of: Self.rateOption)
        let seed = try arguments.value(of: Self.seedOption)
        let named = try arguments.value(of: Self.sourceOption) ?? "synthetic"
        guard named == "synthetic" else {
            source = .session(path: named)
            try Self.refuseForSession(rate: rate, seed: seed)
            return
        }
        source = .syntheticWalk(seed: seed ?? 1, rateInHertz: rate)
        if speed == .maximum, duration == nil {
            throw UsageError(
                place: "--speed max",
                problem: "a synthetic walk has no end, and would fill the disk",
                remedy: "add --duration"
            )
        }
    }

    /// A recorded session has its own rate, and no dice are thrown.
    private static func refuseForSession(rate: Double?, seed: UInt64?) throws(UsageError) {
        let option = rate != nil ? "--rate" : seed != nil ? "--seed" : nil
        guard let option else { return }
        throw UsageError(
            place: option,
            problem: "it is for the synthetic walk only",
            remedy: "leave it out, or leave out --source"
        )
    }
}
