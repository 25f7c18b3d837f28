// `footfall process`: computes what can be computed only from a finished session, and writes the results to a new one.

internal import Arguments
internal import PlainWords
internal import SampleFile
internal import SessionProcessing
internal import SessionRuns

/// Computes a new session from a finished one.
struct ProcessCommand: Sendable {
    var processing: AttitudeProcessing
    /// How files are written to the disk.
    var flushPolicy: FlushPolicy
    var report: ReportStyle

    private static let attitudeOption = Option(
        "attitude",
        taking: "METHOD",
        as: Conversion<AttitudeMethod>.choice(of: "method for an attitude"),
        "what to compute: offline, the attitude by a filter that also uses later samples, with gravity and the other "
            + "values that follow from it"
    )

    static let declaration = CommandDeclaration(
        name: "process",
        summary: "compute values that need the whole recording, and write them to a new session",
        discussion: """
            With --attitude offline, makes a session with a file for each motion file that has an accelerometer and a \
            gyro. For each instant of the gyro the file has attitude, gravity, rotationRate and userAcceleration, and \
            magneticField if there was a magnetometer. The filter reads the whole recording before it computes the \
            first attitude, so that the gyro's bias and north are known from the beginning, and no value lags.

            The new session has the old one's participant, steps, marks, gaps, clocks and dates, and names it as its \
            origin, with the method. The old session does not change; only it has the raw readings and the other \
            files. A session that is being written or damaged is refused. If the command is stopped or the disk is \
            full, no new session is left.
            """,
        operands: [OperandDeclaration(name: "SESSION", summary: "the session folder")],
        options: [
            attitudeOption.declaration, SharedOptions.compress.declaration,
            SharedOptions.output.declaration, SharedOptions.json.declaration,
            SharedOptions.quiet.declaration,
        ],
        examples: [
            "footfall process Sessions/2026-11-21T101500Z_walk_1f6a03bc --attitude offline"
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        guard let method = try arguments.value(of: Self.attitudeOption) else {
            throw UsageError(
                place: "process",
                problem: "no method is given",
                remedy: "add --attitude offline"
            )
        }
        processing = AttitudeProcessing(
            session: arguments.operands[0],
            method: method,
            output: try arguments.value(of: SharedOptions.output) ?? SharedOptions.defaultOutput
        )
        flushPolicy = FlushPolicy(arguments)
        report = try ReportStyle(arguments)
    }
}

extension ProcessCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let line = ProgressLine(on: surroundings.console, report)
        let plan: RecordingPlan
        do {
            defer { line.end() }
            plan = try await surroundings.stopRequests.whileNothingIsKept(
                "\(processing.session.printable): stopped while it was being read; nothing was made"
            ) { try await processing.plan { line.show(Self.words(on: $0)) } }
        }
        return try await plan.carryOut(
            in: surroundings,
            report,
            ParticipantOptions.Settled(),
            flushPolicy
        )
    }

    /// The text of the progress line.
    static func words(on progress: AttitudeProcessing.Progress) -> String {
        switch progress {
        case .reading(let file, let share):
            "reading \(file.printable), \(Int((share * 100).rounded(.down))) %"
        case .solving(let file, let steps):
            "computing the attitude of \(Quantity.grouped(steps)) readings of \(file.printable)"
        }
    }
}
