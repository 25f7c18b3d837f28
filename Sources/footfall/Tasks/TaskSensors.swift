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

    /// A recorder over these sensors.
    func recorder(
        for configuration: any RSDAsyncActionConfiguration,
        at path: any RSDPathComponent,
        in environment: RecorderEnvironment
    ) -> (any RSDAsyncActionController)? {
        guard let motion = configuration as? MotionRecorderConfiguration else { return nil }
        let sections = path.sectionIdentifiers
        let sensors = self
        return MotionRecorder(
            configuration: motion,
            path: path,
            environment: environment,
            source: { try sensors.source(for: $0, motion, sections, environment.timekeeper) },
            access: access
        )
    }

    private var access: MotionRecorder.AccessCheck {
        guard case .devices(let uri) = self else { return { _ in } }
        return { try IIOPermissions.check(Self.asked($0, uri)) }
    }

    private func source(
        for request: MotionRequest,
        _ configuration: MotionRecorderConfiguration,
        _ sections: [String],
        _ timekeeper: any Timekeeper
    ) throws -> sending AnySampleSource<MotionSample> {
        switch self {
        case .devices(let uri):
            AnySampleSource(IIOMotionSource(Self.asked(request, uri)))
        case .walk(let walk):
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: configuration.placement.flatMap(WalkPlacement.init) ?? .lowBack,
                    request: request,
                    timekeeper: timekeeper
                )
            )
        case .session(let motion):
            AnySampleSource(
                try motion.source(
                    for: request,
                    identifier: configuration.identifier,
                    sections: sections,
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
