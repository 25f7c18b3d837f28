// What stands behind the recorders of a task, and which time the task lives by.

internal import IIOSource
internal import MotionRecorder
internal import Recording
internal import ReplaySource
internal import Research
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// Makes a task's motion recorders.
@MainActor
enum TaskSensors {
    case devices(uri: String)
    case walk(SyntheticWalk)
    case session(SessionMotion)

    /// Opens what has to be there before the task begins.
    init(_ source: RunCommand.Source, _ stopRequests: StopRequests) throws {
        switch source {
        case .sensors(let uri):
            self = .devices(uri: uri)
        case .syntheticWalk(let seed):
            self = .walk(try SyntheticWalk(SyntheticWalkDescription(seed: seed)))
        case .session(let path):
            self = .session(
                try stopRequests.withNothingToKeep(
                    "\(path.printable): stopped while it was being read; nothing was recorded"
                ) { try SessionMotion(opening: path) }
            )
        }
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

    /// Makes recorders over these sensors.
    var recorders: MotionRecorder.Maker {
        MotionRecorder.maker(access: access) { try source($0) }
    }

    private var access: MotionRecorder.AccessCheck {
        guard case .devices(let uri) = self else { return { _ in } }
        return { try IIOPermissions.check(Self.asked($0, uri)) }
    }

    private func source(
        _ order: MotionRecorder.SourceOrder
    ) throws -> sending AnySampleSource<MotionSample> {
        let (configuration, timekeeper) = (order.configuration, order.environment.timekeeper)
        switch self {
        case .devices(let uri):
            return AnySampleSource(IIOMotionSource(Self.asked(order.request, uri)))
        case .walk(let walk):
            return AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: configuration.placement.flatMap(WalkPlacement.init) ?? .lowBack,
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

    private nonisolated static func asked(_ request: MotionRequest, _ uri: String) -> IIORequest {
        var asked = IIORequest(request, uri: uri)
        // What it says comes back as an error, which is told in one line.
        asked.mutesLibrary = true
        return asked
    }
}
