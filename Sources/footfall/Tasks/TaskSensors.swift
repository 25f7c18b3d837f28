// What stands behind the recorders of a task, and which time the task lives by.

internal import EvdevSource
internal import InputRecorder
internal import MotionRecorder
internal import Recording
internal import ReplaySource
internal import Research
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// Makes a task's recorders of motion and of input.
@MainActor
enum TaskSensors {
    case devices(MotionDevices)
    case walk(SyntheticWalk)
    case session(SessionMotion)

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
                    let motion = try SessionMotion(opening: path)
                    try motion.session.requireEnd()
                    return motion
                }
            )
        }
    }

    /// The account of what is replayed, where anything is.
    var replay: ReplayAccount? {
        guard case .session(let motion) = self else { return nil }
        return ReplayAccount(of: motion.session)
    }

    /// The clocks at the task's start.
    var start: ClockReading {
        guard case .session(let motion) = self, let start = motion.start else { return .now() }
        return start
    }

    /// The time zone of the run's dates.
    var zone: UTCOffset {
        guard case .session(let motion) = self else { return .local(at: start.realtime) }
        return motion.session.manifest.timeZone
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

    /// Makes recorders of motion; what their sources are found to be is told on any thread.
    func motionRecorders(
        telling tell: @escaping @Sendable (String) -> Void
    ) -> MotionRecorder.Maker {
        guard case .devices(let devices) = self else {
            return MotionRecorder.maker { try source($0, telling: tell) }
        }
        return MotionRecorder.maker(access: { try devices.check($0) }) {
            try source($0, telling: tell)
        }
    }

    /// Makes recorders of input, and of touches; what becomes of their devices is told on any thread.
    func inputRecorders(
        telling tell: @escaping @Sendable (String) -> Void
    ) -> InputRecorder.Maker {
        guard case .devices = self else {
            return InputRecorder.maker { try inputSource($0, telling: tell) }
        }
        return InputRecorder.maker(access: { try EvdevPermissions.check($0) }) {
            try inputSource($0, telling: tell)
        }
    }

    private func source(
        _ order: MotionRecorder.SourceOrder,
        telling tell: @escaping @Sendable (String) -> Void
    ) throws -> sending AnySampleSource<MotionSample> {
        let (configuration, timekeeper) = (order.configuration, order.environment.timekeeper)
        switch self {
        case .devices(let devices):
            return devices.source(for: order.request, telling: tell)
        case .walk(let walk):
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
                    timekeeper: timekeeper
                )
            )
        case .session(let motion):
            return AnySampleSource(
                try motion.source(
                    for: order.request,
                    identifier: configuration.identifier,
                    sections: order.sectionIdentifiers,
                    timekeeper: timekeeper,
                    runStart: start.boottime
                )
            )
        }
    }

    private func inputSource(
        _ order: InputRecorder.SourceOrder,
        telling tell: @escaping @Sendable (String) -> Void
    ) throws -> sending AnySampleSource<InputSample> {
        let identifier = order.configuration.identifier
        switch self {
        case .devices:
            return InputDevices.source(
                for: order.request,
                marks: order.environment.marks,
                onAbsence: tell
            )
        case .walk:
            throw CommandFailure(
                "the recorder '\(identifier)' records what people put in, and a computed walk has "
                    + "nothing of it; run the task with input devices, without --source, or with "
                    + "--replay and a session that has it"
            )
        case .session(let session):
            return try session.inputSource(
                for: order.request,
                identifier: identifier,
                sections: order.sectionIdentifiers,
                timekeeper: order.environment.timekeeper,
                runStart: start.boottime
            )
        }
    }
}
