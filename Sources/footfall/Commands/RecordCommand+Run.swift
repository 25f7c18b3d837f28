// What `footfall record` does: makes a plan of what was asked, carries it out, tells how it went.

internal import MotionRecorder
internal import Recording
internal import WalkSource
internal import Research
internal import Timebase

extension RecordCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        switch source {
        case .sensors(let wish)? where wish.listsRates:
            let rates = try surroundings.stopRequests.withNothingToKeep("interrupted") {
                try wish.rates()
            }
            surroundings.console.print(rates)
            return .good
        case .sensors(let wish)?: return try await recordDevices(wish, in: surroundings)
        case nil: return try await recordDevices(nil, in: surroundings)
        case .syntheticWalk(let seed, let rate)?:
            return try await walkPlan(seed: seed, rateInHertz: rate)
                .carryOut(in: surroundings, report)
        case .session(let path)?:
            let plan = SessionPlan(
                session: path,
                placements: placements,
                types: types,
                duration: duration,
                speed: speed,
                isCSV: isCSV ? true : nil,
                identifier: identifier,
                output: output
            )
            return try await plan.plan(surroundings.stopRequests)
                .carryOut(in: surroundings, report)
        }
    }

    /// Records from devices, by keys if that is wanted.
    @MainActor
    private func recordDevices(
        _ sensors: SensorWish?,
        in surroundings: Surroundings
    ) async throws -> ExitStatus {
        let shares = MarkerShares(of: keys.marks, among: input)
        let devices = devicePlan(sensors, shares)
        let (marks, notes) = (SharedMarks(), LaterNotes())
        let teller = try NoteTeller(on: surroundings.console)
        defer { teller.finish() }
        let control = try KeyControl(
            start: keys.start,
            stop: keys.stop,
            markers: shares.others + [keys.markOfStop].compactMap(\.self),
            marks: marks,
            onTrouble: { trouble in
                notes.add(trouble)
                teller.tell("note: \(trouble)".printable)
            }
        )
        defer { control?.finish() }
        if let key = keys.start, let control {
            try await control.waitForStart(
                of: devices.plan(),
                by: key,
                in: surroundings,
                telling: teller
            )
        }
        var plan = devices.plan(noting: notes)
        plan.marks = marks
        plan.endingPresses = control?.endingPresses
        plan.canBeEndedWhileOpening = !keys.endsByItsStartKey
        plan.onRunning = { control?.takeRunning() }
        return try await plan.carryOut(in: surroundings, report)
    }

    /// How the devices are recorded.
    func devicePlan(_ sensors: SensorWish?, _ shares: MarkerShares) -> DevicePlan {
        DevicePlan(
            sensors: sensors,
            input: input,
            markers: shares.byDevice,
            placements: placements,
            types: types,
            duration: duration,
            isCSV: isCSV,
            identifier: identifier,
            output: output
        )
    }

    /// A recorder for each inertial unit of the synthetic walk.
    @MainActor
    func walkPlan(seed: UInt64, rateInHertz: Double?) throws -> RecordingPlan {
        let known = WalkPlacement.allCases.map(\.rawValue)
        let wanted = try chosen(placements, among: known, of: "the synthetic walk")
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: seed))
        let start = ClockReading.now()
        let time = PlannedTime(speed, from: start)
        return RecordingPlan(
            identifier: identifier ?? "walk",
            output: output,
            start: start,
            zone: .local(at: start.realtime),
            planned: duration,
            gate: time.gate,
            recorders: try wanted.map { name in
                guard let placement = WalkPlacement(rawValue: name) else {
                    throw CommandFailure("\(name.printable): no place of the synthetic walk")
                }
                return PlannedRecorder(
                    MotionRecorderConfiguration(
                        identifier: "\(name)_motion",
                        recorderTypes: types,
                        frequency: rateInHertz,
                        usesCSVEncoding: isCSV
                    ),
                    of: walk,
                    at: placement,
                    from: start.boottime,
                    for: duration,
                    timekeeper: time.timekeeper()
                )
            }
        )
    }
}

/// Those of the known places that were asked for; all if none were.
func chosen(_ wanted: [String], among known: [String], of what: String) throws -> [String] {
    for name in wanted where !known.contains(name) {
        let remedy =
            NearestName.meant(by: name, among: known).map { "did you mean \($0)?" }
            ?? (known.isEmpty
                ? "it has none at all: leave --placement out"
                : "there are \(known.joined(separator: ", "))")
        throw CommandFailure(
            "--placement \(name.printable): \(what) has no such place; \(remedy)"
        )
    }
    return wanted.isEmpty ? known : known.filter(wanted.contains)
}

extension RecordingPlan {
    /// Throws what stands in the way of the first of its sources that cannot be had, or of its session
    /// folder.
    func check() async throws {
        for recorder in recorders {
            let check = recorder.check
            try await Task.detached { try check() }.value
        }
        // What tells whether a folder can be made is making it.
        await RecordingRun.leaveNothing(of: try await RecordingRun.begin(self))
    }

    /// Records, and tells how it went.
    func carryOut(
        in surroundings: Surroundings,
        _ report: ReportStyle
    ) async throws -> ExitStatus {
        var closing: DeadRunClosing?
        let run = try await RecordingRun.begin(self)
        let outcome = try await run.run(in: surroundings, showing: report == .person) { session in
            closing = .begin(beside: session, surroundings.console)
        }
        switch report {
        case .person: surroundings.console.print(outcome.summary)
        case .pathOnly: surroundings.console.print(outcome.session)
        case .json: surroundings.console.print(try JSONText.line(of: outcome))
        }
        if let error = outcome.error {
            surroundings.console.complain("\(error) (\(outcome.remains))")
        }
        await closing?.finish(in: surroundings, outcome.exitStatus)
        return outcome.exitStatus
    }
}
