// What stands behind the recorders of a task, and which time the task lives by.

internal import EvdevSource
internal import InputRecorder
internal import LineRecorder
internal import MotionRecorder
internal import Recording
internal import RecorderKinds
internal import Research
internal import SampleStream
internal import SessionFolder
internal import Timebase
internal import WalkSource

/// Makes a task's recorders of motion and of input.
@MainActor
enum TaskSensors {
    case devices(MotionDevices)
    case walk(SyntheticWalk)
    case session(RecordedSession)

    /// Opens what has to be there before the task begins.
    init(_ source: RunCommand.Source, _ stopRequests: StopRequests) throws {
        switch source {
        case .sensors(let uri):
            self = .devices(MotionDevices(uri: uri))
        case .syntheticWalk(let seed):
            self = .walk(try SyntheticWalk(SyntheticWalkDescription(seed: seed)))
        case .session(let path):
            self = .session(
                try stopRequests.withNothingToKeep(
                    "\(path.printable): stopped while it was being read; nothing was recorded"
                ) {
                    let recorded = try RecordedSession(opening: path, by: KnownKinds.all)
                    try recorded.session.requireEnd()
                    return recorded
                }
            )
        }
    }

    /// The account of what is replayed, where anything is.
    var replay: ReplayAccount? {
        guard case .session(let recorded) = self else { return nil }
        return ReplayAccount(of: recorded.session)
    }

    /// The clocks at the task's start.
    var start: ClockReading {
        guard case .session(let recorded) = self else { return .now() }
        return recorded.start
    }

    /// The time zone of the run's dates.
    var zone: UTCOffset {
        guard case .session(let recorded) = self else { return .local(at: start.realtime) }
        return recorded.session.manifest.timeZone
    }

    /// The time of a run at a speed, where it is not that of devices from a moment on.
    func timekeeper(_ speed: Speed, from moment: ClockReading) -> any Timekeeper {
        switch (self, speed) {
        case (.devices, _): LiveTimekeeper()
        case (.walk, .maximum), (.session, .maximum): SteppedTimekeeper(startingAt: moment)
        case (.walk, .times(let factor)), (.session, .times(let factor)):
            ScaledTimekeeper(startingAt: moment, factor: factor)
        }
    }

    /// Recorders of each kind over these sensors; what is found of their sources is told on any thread.
    func recorders(telling tell: @escaping @Sendable (String) -> Void) -> [SourcedKind] {
        switch self {
        case .devices(let devices):
            [
                MotionRecorderKind().over(access: { try devices.check($0.request) }) {
                    devices.source(for: $0.request, telling: tell)
                },
                inputRecorders(of: InputRecorderKind(), telling: tell),
                inputRecorders(of: TouchRecorderKind(), telling: tell),
                LineRecorderKind().over {
                    AnySampleSource(LineSource(try $0.configuration.request(), onNote: tell))
                },
            ]
        case .walk(let walk):
            [
                MotionRecorderKind().over { try source(for: $0, of: walk, telling: tell) },
                InputRecorderKind().over { throw noInput(for: $0.configuration.identifier) },
                TouchRecorderKind().over { throw noInput(for: $0.configuration.identifier) },
                LineRecorderKind().over { order in
                    throw CommandFailure(
                        "the recorder '\(order.configuration.identifier)' records the lines of a device, and a "
                            + "computed walk has none; run the task with the device, without --source, or with "
                            + "--replay and a session that has them"
                    )
                },
            ]
        case .session(let session):
            KnownKinds.all.map { session.recorders(of: $0, runStart: start.boottime) }
        }
    }

    private func inputRecorders<Kind: InputReplay>(
        of kind: Kind,
        telling tell: @escaping @Sendable (String) -> Void
    ) -> SourcedKind {
        kind.over(access: { try EvdevPermissions.check($0.request) }) {
            InputDevices.source(
                for: $0.request,
                marks: $0.environment.marks,
                onAbsence: tell
            )
        }
    }

    private func source(
        for order: SourceOrder<MotionRecorderKind>,
        of walk: SyntheticWalk,
        telling tell: @escaping @Sendable (String) -> Void
    ) throws -> sending AnySampleSource<MotionSample> {
        let configuration = order.configuration
        let placement = configuration.placement.flatMap(WalkPlacement.init)
        if placement == nil, let wish = configuration.placement {
            tell(
                "the recorder '\(configuration.identifier)' is to be worn at '\(wish)', where the computed "
                    + "walk has no sensor: it gets the motion of \(WalkPlacement.lowBack.rawValue); the "
                    + "walk has \(WalkPlacement.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        return AnySampleSource(
            try SyntheticWalkSource(
                walk: walk,
                placement: placement ?? .lowBack,
                request: order.request,
                timekeeper: order.environment.timekeeper
            )
        )
    }

    private func noInput(for identifier: String) -> CommandFailure {
        CommandFailure(
            "the recorder '\(identifier)' records what people put in, and a computed walk has "
                + "nothing of it; run the task with input devices, without --source, or with "
                + "--replay and a session that has it"
        )
    }
}
