// `footfall gait`: computes gait parameters from the walk of a session.

internal import Arguments
internal import Gait
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
        "where a sensor was worn: lowBack, leftFoot, rightFoot, or words such as L5 or \"right ankle\"; of the sensor in "
            + "FILE, or else of all whose place the session does not know; a session of one sensor without a place "
            + "is taken for one of the low back"
    )
    private static let legOption = Option(
        "leg-length",
        taking: "M",
        as: .positiveNumber(within: GaitReport.legLengthsInMetres, example: "0.92"),
        "from the hip's joint to the ground, in metres, if the session does not say it: by the low back there is no step "
            + "length and no speed without it"
    )
    private static let statureOption = Option(
        "stature",
        taking: "M",
        as: .positiveNumber(within: 0.5...2.6, example: "1.75"),
        "instead of the leg's length, how tall somebody is, in metres: the leg is taken for 0.53 of that (Winter 2009)"
    )
    private static let fromOption = Option(
        "from",
        taking: "TIME",
        as: .momentInSeconds,
        "look only at what was later: 90, 1:30 or 1h30m since the session began"
    )
    private static let toOption = Option(
        "to",
        taking: "TIME",
        as: .momentInSeconds,
        "look only at what was earlier"
    )
    private static let stepOption = Option(
        "step",
        taking: "NAME",
        as: .text,
        "look only at a step of the task"
    )
    private static let standingOption = Option(
        "standing",
        taking: "NAME",
        as: .text,
        "the step in which somebody stands, whose sway is measured; if not given, steps whose names have the word stand, "
            + "balance, sway or romberg in them, or else all times of 30 s without movement"
    )
    private static let outputOption = Option(
        "output",
        letter: "o",
        taking: "FILE",
        as: .text,
        "write the JSON to a file as well"
    )

    static let declaration = CommandDeclaration(
        name: "gait",
        summary: "say how somebody walked and stood in a session, each figure with its method",
        discussion: """
            Reads the sensors at the low back and on the feet. From the low back it computes bouts of walking, \
            contacts of the feet, step and stride times, cadence, regularity, symmetry, smoothness, turns, the \
            freezing index, and the sway of standing; with the length of the leg also step length and speed. From a \
            foot it computes strides with the times on and off the ground, their length, and speed.

            Each figure has its method and a measure of how far to trust it, which losses lower. A figure that cannot \
            be computed is listed with the reason. The JSON has all of it, with the methods' papers and parameters.

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
                problem: "the leg's length is given, too",
                remedy: "give one of the two"
            )
        }
        request.leg = length.map(GaitRequest.Leg.measured) ?? stature.map(GaitRequest.Leg.ofStature)
    }
}

extension GaitCommand: Command {
    private static let stopped = "the session was not read to its end, and nothing is told"

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
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let last = parts.last, let place = GaitPlacement(words: String(last)),
                parts.count == 1 || !parts[0].isEmpty
            else {
                throw ConversionError(
                    problem: "no place is named",
                    remedy: "give for instance lowBack, or trunk_motion=lowBack"
                )
            }
            if case .other(let name) = place {
                throw ConversionError(
                    problem: "gait is not read at \(name)",
                    remedy: "give lowBack, foot, leftFoot or rightFoot"
                )
            }
            return GaitRequest.Placement(
                file: parts.count == 2 ? String(parts[0]) : nil,
                placement: place
            )
        }
    }
}
