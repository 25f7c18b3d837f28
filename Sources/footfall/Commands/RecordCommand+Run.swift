// What `footfall record` does: makes a plan of what was asked, carries it out, tells how it went.

internal import Arguments
internal import LifeSigns
internal import PlainWords
internal import RecorderKinds
internal import Recording
internal import SampleFile
internal import SessionFolder
internal import SessionRuns
internal import StandardRecorders

extension RecordCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        if case .sensors(let sensors)? = wish.source, sensors.listsRates {
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

    /// Records what is asked for, and says meanwhile that it does.
    @MainActor
    private func record(
        in surroundings: Surroundings,
        telling teller: LifeSignTeller?
    ) async throws -> ExitStatus {
        switch wish.source {
        case .sensors?, nil:
            return try await recordDevices(
                in: surroundings,
                settled(wish.placements, in: surroundings),
                telling: teller
            )
        case .syntheticWalk(let walk)?:
            var plan = try plan(of: walk)
            plan.networkMarks = try networkMarks.settled()
            return try await carryOut(plan, in: surroundings, telling: teller)
        case .session(let path)?:
            return try await carryOut(
                repetition(of: path).plan(surroundings.stopRequests),
                in: surroundings,
                telling: teller
            )
        }
    }

    /// Carries a plan out that says where each of its sensors sits.
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

    /// Whose it is, by the rules of the study if there is a file of it.
    private func settled(
        _ placements: [String],
        in surroundings: Surroundings
    ) async throws -> ParticipantOptions.Settled {
        try await whose.settled(
            placements: placements,
            telling: surroundings.console.complain
        )
    }

    /// How a walk is recorded.
    @MainActor
    func plan(of walk: WalkWish) throws -> RecordingPlan {
        try walk.plan(wish, identifier, in: output, for: duration, at: speed, isCSV: isCSV)
    }

    /// How a session is recorded again.
    private func repetition(of path: String) -> SessionRepetition {
        SessionRepetition(
            session: path,
            placements: wish.placements,
            types: wish.types,
            duration: duration,
            speed: speed,
            isCSV: isCSV ? true : nil,
            identifier: identifier,
            output: output,
            kinds: StandardKinds.all
        )
    }

    /// Records from devices, by keys if that is wanted.
    @MainActor
    private func recordDevices(
        in surroundings: Surroundings,
        _ whose: ParticipantOptions.Settled,
        telling lifeSigns: LifeSignTeller?
    ) async throws -> ExitStatus {
        let keys = wish.keys
        // What is wrong with its key is told before anybody is asked for anything.
        let networkMarks = try networkMarks.settled()
        let shares = wish.markerShares
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
                // Whoever presses the key will not come back to a screen to read what is in the way.
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

    /// How the devices are recorded.
    @MainActor
    func devicePlan(
        _ shares: MarkerShares,
        noting notes: LaterNotes = LaterNotes()
    ) -> RecordingPlan {
        wish.devicePlan(
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
    /// Reads the session and plans; who does not want to wait loses nothing.
    @MainActor
    func plan(_ stopRequests: StopRequests) async throws -> RecordingPlan {
        try await stopRequests.whileNothingIsKept(
            "\(session.printable): stopped while it was being read; nothing was recorded"
        ) { try await plan() }
    }
}

extension RecordingPlan {
    /// Records, and tells how it went.
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
        var closing: DeadRunClosing?
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
