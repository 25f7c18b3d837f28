// `footfall gait`: computes gait parameters from the walk of a session.

internal import Arguments
internal import Gait
internal import PlainWords
internal import Research
internal import SessionAnalysis
internal import SessionFolder

/// Reports how the participant of a session walked and stood.
struct GaitCommand: Sendable, Equatable {
    var session: String
    var request: GaitRequest
    /// The file that gets the JSON.
    var output: String?
    /// Whether to replace an existing file.
    var replaces: Bool
    var isJSON: Bool

    private static let placementOption = Option(
        "placement",
        taking: "[FILE=]PLACE",
        as: .placement,
        repeats: true,
        "where a sensor was worn: lowBack, leftFoot, rightFoot, or words such as L5 or \"right ankle\"; FILE names "
            + "the sensor's file; without FILE the place applies to each sensor whose place the session does not have; "
            + "if the only sensor of a session has no place, the low back is assumed"
    )
    private static let legOption = Option(
        "leg-length",
        taking: "M",
        as: .positiveNumber(within: GaitReport.legLengthsInMetres, example: "0.92"),
        "the height of the hip joint above the ground, in metres, if the session does not have it; without it, a sensor "
            + "at the low back gives no step length and no speed"
    )
    private static let statureOption = Option(
        "stature",
        taking: "M",
        as: .positiveNumber(within: 0.5...2.6, example: "1.75"),
        "the participant's height in metres, in place of --leg-length: the leg is assumed to be 0.53 of it (Winter 2009)"
    )
    private static let fromOption = Option(
        "from",
        taking: "TIME",
        as: .momentInSeconds,
        "analyse only from this time on: 90, 1:30 or 1h30m since the session began"
    )
    private static let toOption = Option(
        "to",
        taking: "TIME",
        as: .momentInSeconds,
        "analyse only up to this time"
    )
    private static let stepOption = Option(
        "step",
        taking: "NAME",
        as: .text,
        "analyse only a step of the task"
    )
    private static let standingOption = Option(
        "standing",
        taking: "NAME",
        as: .text,
        "the step in which the participant stands, for the sway; if not given, steps whose names contain the word stand, "
            + "balance, sway or romberg, or if there are none, all times of 30 s without movement"
    )
    private static let outputOption = Option(
        "output",
        letter: "o",
        taking: "FILE",
        as: .text,
        "also write the JSON to a file"
    )

    static let declaration = CommandDeclaration(
        name: "gait",
        summary: "analyse walking and standing in a session, each figure with its method",
        discussion: """
            Reads the sensors at the low back and on the feet. From a sensor at the low back it computes bouts of \
            walking (periods of continuous walking), contacts of the feet, step and stride times, cadence, regularity, \
            symmetry, smoothness, turns, the freezing index, and the sway of standing; with the length of the leg also \
            step length and speed. From a sensor on a foot it computes strides with the times on and off the ground, \
            stride length and speed.

            Each figure has its method and a confidence: good, fair or poor. Missing samples and a small number of \
            steps lower it; irregular steps do not. In the text, "fair data" after a bout is the confidence of its \
            figures. A figure that cannot be computed is listed with the reason. The JSON has all of it, with the \
            methods' papers and parameters.

            A session that is being written or has a damaged file is refused.
            """,
        operands: [OperandDeclaration(name: "SESSION", summary: "the session folder")],
        options: [
            placementOption.declaration, legOption.declaration, statureOption.declaration,
            fromOption.declaration, toOption.declaration, stepOption.declaration,
            standingOption.declaration, outputOption.declaration, MadeFile.forceFlag.declaration,
            SharedOptions.json.declaration,
        ],
        examples: [
            "footfall gait Sessions/2026-11-21T101500Z_walk_1f6a03bc --leg-length 0.92",
            "footfall gait SESSION --placement trunk_motion=lowBack",
            "footfall gait SESSION --step walk --json",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        session = arguments.operands[0]
        output = try arguments.value(of: Self.outputOption)
        replaces = arguments.contains(MadeFile.forceFlag)
        if output == nil {
            try arguments.refuse(
                [MadeFile.forceFlag.declaration],
                "no file is written",
                "add --output, or leave it out"
            )
        }
        isJSON = arguments.contains(SharedOptions.json)
        request = GaitRequest()
        request.placements = try arguments.values(of: Self.placementOption)
        try Self.requireDistinct(request.placements)
        request.from = try arguments.value(of: Self.fromOption)
        request.to = try arguments.value(of: Self.toOption)
        request.step = try arguments.value(of: Self.stepOption)
        request.standingStep = try arguments.value(of: Self.standingOption)
        if let from = request.from, let to = request.to, from >= to {
            throw UsageError(
                place: "--to",
                problem: "it is not later than --from",
                remedy: "give a later time"
            )
        }
        let length = try arguments.value(of: Self.legOption)
        let stature = try arguments.value(of: Self.statureOption)
        if length != nil, stature != nil {
            throw UsageError(
                place: "--stature",
                problem: "--leg-length is given, too",
                remedy: "give one of the two"
            )
        }
        request.leg = length.map(GaitRequest.Leg.measured) ?? stature.map(GaitRequest.Leg.ofStature)
    }

    /// Refuses a second place for a file, or for all sensors.
    private static func requireDistinct(
        _ placements: [GaitRequest.Placement]
    ) throws(UsageError) {
        var files: Set<String?> = []
        for placement in placements where !files.insert(placement.file).inserted {
            throw UsageError(
                place: "--placement",
                problem: placement.file.map { "\($0.printable) has two places" }
                    ?? "two places are given without a file",
                remedy: placement.file == nil
                    ? "name the file of each, as in trunk_motion=lowBack"
                    : "give one place for each file"
            )
        }
    }
}

extension GaitCommand: Command {
    private static let stopped = "stopped before the session was read; there is no result"

    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        // Reports an unusable output path now, and not after the session is read.
        let place = try output.map { try MadeFile($0, replaces: replaces) }
        let gait = try surroundings.stopRequests.withNothingToKeep(Self.stopped) {
            try SessionGait(of: SessionMotion(opening: session, to: "analyse it"), request)
        }
        let software = (Program.software.name, Program.software.version)
        if isJSON || place != nil {
            let line = try JSONText.line(of: GaitDocument(of: gait, by: software).json)
            try place?.write(Array("\(line)\n".utf8))
            try place?.publish()
            if isJSON { surroundings.console.print(line) }
        }
        if !isJSON {
            let lines = GaitText.lines(of: gait)
            surroundings.console.print(lines.joined(separator: "\n"))
        }
        return .good
    }
}

extension Conversion<GaitRequest.Placement> {
    /// "lowBack", "trunk_motion=lowBack": where a sensor was worn.
    fileprivate static var placement: Self {
        Self { word throws(ConversionError) in
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count <= 2 else {
                throw ConversionError(
                    problem: "it has \"=\" twice",
                    remedy: "give one file and one place, as in trunk_motion=lowBack"
                )
            }
            guard let last = parts.last, let place = GaitPlacement(words: String(last)),
                parts.count == 1 || !parts[0].isEmpty
            else {
                throw ConversionError(
                    problem: "no place is named",
                    remedy: "give for instance lowBack, or trunk_motion=lowBack"
                )
            }
            if case .other(let name) = place {
                let known = ["lowBack", "foot", "leftFoot", "rightFoot"]
                throw ConversionError(
                    problem: "the gait analysis uses no sensor at \(name)",
                    remedy: NearestName.meant(by: name, among: known).map { "did you mean \($0)?" }
                        ?? "give lowBack, foot, leftFoot or rightFoot"
                )
            }
            return GaitRequest.Placement(
                file: parts.count == 2 ? String(parts[0]) : nil,
                placement: place
            )
        }
    }
}
