// Carries out `footfall record`: makes a plan from the options, records, and reports the outcome.

internal import Arguments
internal import LifeSigns
internal import PlainWords
internal import RecorderKinds
internal import Recording
internal import SampleFile
internal import SessionFolder
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls

extension RecordCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        if case .sensors(let sensors)? = options.source, sensors.listsRates {
            let rates = try surroundings.stopRequests.withNothingToKeep("interrupted") {
                try sensors.rates()
            }
            surroundings.console.print(rates)
            return .good
        }
        return try await LifeSignService.telling(
            lifeSigns,
            of: Self.declaration.name,
            sessionsIn: output,
            in: surroundings
        ) { try await record(in: surroundings, telling: $0) }
    }

    /// Records the wanted source and sends life signs meanwhile.
    @MainActor
    private func record(
        in surroundings: Surroundings,
        telling teller: LifeSignTeller?
    ) async throws -> ExitStatus {
        if let note = options.stepNote { surroundings.console.complain("note: \(note)") }
        switch options.source {
        case .sensors?, nil:
            return try await recordDevices(
                in: surroundings,
                settled(options.placements, in: surroundings),
                telling: teller
            )
        case .syntheticWalk(let walk)?:
            var plan = try plan(of: walk)
            plan.networkMarks = try networkMarks.settled()
            return try await carryOut(plan, in: surroundings, telling: teller)
        case .session(let path)?:
            try Self.requirePresent(path)
            return try await carryOut(
                repetition(of: path).plan(surroundings.stopRequests),
                in: surroundings,
                telling: teller
            )
        }
    }

    /// Throws if nothing is at the path of a session; what else is wrong there is reported when the session is opened.
    private static func requirePresent(_ path: String) throws(RunFailure) {
        do throws(SystemError) {
            _ = try OpenFolder.reach(path)
        } catch {
            guard error.errno == .notFound else { return }
            throw RunFailure(
                "--source \(path.printable): there is no such source, and no such folder; give iio, synthetic, or a folder that `footfall record` made"
            )
        }
    }

    /// Checks the participant and the placements of a plan's recorders against the study's rules, and records.
    @MainActor
    private func carryOut(
        _ plan: RecordingPlan,
        in surroundings: Surroundings,
        telling teller: LifeSignTeller?
    ) async throws -> ExitStatus {
        let whose = try await settled(plan.recorders.compactMap(\.placement), in: surroundings)
        return try await plan.carryOut(
            in: surroundings,
            report,
            whose,
            flushPolicy,
            telling: teller
        )
    }

    /// Checks the participant against the rules of the study, if there is a file of rules.
    private func settled(
        _ placements: [String],
        in surroundings: Surroundings
    ) async throws -> ParticipantOptions.Settled {
        try await whose.settled(
            placements: placements,
            telling: surroundings.console.complain
        )
    }

    /// Makes the plan for a computed walk.
    @MainActor
    func plan(of walk: WalkOptions) throws -> RecordingPlan {
        try walk.plan(options, identifier, in: output, for: duration, at: speed, isCSV: isCSV)
    }

    /// Makes the settings for recording a session again.
    private func repetition(of path: String) -> SessionRepetition {
        SessionRepetition(
            session: path,
            placements: options.placements,
            types: options.types,
            duration: duration,
            speed: speed,
            isCSV: isCSV ? true : nil,
            identifier: identifier,
            output: output,
            kinds: StandardKinds.all
        )
    }

    /// Records from devices, with start and stop keys if given.
    @MainActor
    private func recordDevices(
        in surroundings: Surroundings,
        _ whose: ParticipantOptions.Settled,
        telling lifeSigns: LifeSignTeller?
    ) async throws -> ExitStatus {
        let keys = options.keys
        // Throws for a bad signing key before the user is asked to press a start key.
        let networkMarks = try networkMarks.settled()
        let shares = options.markerShares
        let marks = SharedMarks()
        let teller = try NoteTeller(on: surroundings.console)
        let notes = LaterNotes { teller.tell("note: \($0)".printable) }
        defer { teller.finish() }
        let control = try KeyControl(
            start: keys.start,
            stop: keys.stop,
            markers: shares.others + [keys.markOfStop].compactMap(\.self),
            marks: marks,
            onTrouble: { notes.tell($0) }
        )
        defer { control?.finish() }
        if let key = keys.start, let control {
            let plan = devicePlan(shares)
            try await surroundings.stopRequests.whileNothingIsKept(
                "stopped before \(key) was pressed; nothing was recorded"
            ) {
                // Report problems now: the user who presses the key may not see a screen afterwards.
                try await plan.check()
                teller.tell(
                    "waiting for \(key) to be pressed; Ctrl-C ends it, with nothing recorded"
                )
                await control.waitForStart()
            }
        }
        var plan = devicePlan(shares, noting: notes)
        plan.marks = marks
        plan.networkMarks = networkMarks
        plan.endingPresses = control?.endingPresses
        plan.requiredStarts = requiredStarts
        plan.canBeEndedWhileOpening = !keys.endsByItsStartKey
        plan.onRunning = { control?.takeRunning() }
        plan.onLeaving = { teller.tell($0.printable) }
        return try await plan.carryOut(
            in: surroundings,
            report,
            whose,
            flushPolicy,
            telling: lifeSigns
        )
    }

    /// Makes the plan for devices.
    @MainActor
    func devicePlan(
        _ shares: MarkerShares,
        noting notes: LaterNotes = LaterNotes()
    ) -> RecordingPlan {
        options.devicePlan(
            identifier,
            in: output,
            for: duration,
            isCSV: isCSV,
            marking: shares,
            noting: notes
        )
    }
}

extension SessionRepetition {
    /// Reads the session and makes the plan; a signal may end the program meanwhile without loss.
    @MainActor
    func plan(_ stopRequests: StopRequests) async throws -> RecordingPlan {
        try await stopRequests.whileNothingIsKept(
            "\(session.printable): stopped while it was being read; nothing was recorded"
        ) { try await plan() }
    }
}

extension RecordingPlan {
    /// Records, and prints the outcome.
    func carryOut(
        in surroundings: Surroundings,
        _ report: ReportStyle,
        _ whose: ParticipantOptions.Settled = ParticipantOptions.Settled(),
        _ flushPolicy: FlushPolicy = FlushPolicy(),
        telling lifeSigns: LifeSignTeller? = nil
    ) async throws -> ExitStatus {
        var plan = self
        plan.participant = whose.participant ?? participant
        plan.study = whose.study ?? study
        plan.flushPolicy = flushPolicy
        plan.remarks += whose.notes
        var closing: CrashedSessionClosing?
        let console = surroundings.console
        let run = try await RecordingRun.begin(plan, writtenBy: Program.software)
        let (task, participant) = (plan.identifier, plan.participant)
        let outcome = try await run.run(
            until: surroundings.stopRequests.handedOn(),
            watchedBy: { recording in
                RecordingWatches([
                    lifeSigns.map { LifeSignWatch(recording, $0) },
                    surroundings.follower?.watch(recording),
                    report == .person ? try ProgressWatch(recording, on: console) : nil,
                ])
            },
            beside: {
                closing = .begin(beside: $0, telling: console.complain)
                lifeSigns?.begin(sessionAt: $0, of: task, participant)
                surroundings.follower?.begin(sessionAt: $0)
            }
        )
        switch report {
        case .person: surroundings.console.print(outcome.summary)
        case .pathOnly: surroundings.console.print(outcome.session)
        case .json: surroundings.console.print(try JSONText.line(of: outcome))
        }
        for error in outcome.otherErrors { surroundings.console.complain(error.printable) }
        if let error = outcome.error {
            surroundings.console.complain("\(error) (\(outcome.remains))")
        }
        await closing?.finish(in: surroundings, outcome.exitStatus)
        return outcome.exitStatus
    }
}
