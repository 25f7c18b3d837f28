// A recorded session in the place of sensors: a study's tests replay what participants did through its
// task, and look at the result.

public import MotionRecorder
public import Recording
public import ReplaySource
public import Research
internal import SampleStream
public import Timebase

/// A session that was recorded, to be replayed through a task.
///
/// ``SessionMotion`` says which recorder gets which file.
public struct RecordedSession: Sendable {
    /// The motion of the session.
    public let motion: SessionMotion

    /// Opens a session; throws where it is none, or is damaged.
    public init(at path: String) throws {
        motion = try SessionMotion(opening: path)
    }

    /// The clocks at the session's start: what a clock of a replay should begin with.
    public var start: ClockReading { motion.start ?? .zero }

    /// A recorder of a task, over what the session has for it.
    ///
    /// - Parameters:
    ///   - configuration: What the task file says of it.
    ///   - path: The level of the task that it belongs to.
    ///   - environment: Time and files of the run.
    ///   - runStart: When the run began; the session's start unless said otherwise.
    /// - Returns: A recorder that has not started.
    @MainActor
    public func recorder(
        for configuration: MotionRecorderConfiguration,
        at path: any RSDPathComponent,
        in environment: RecorderEnvironment,
        runStart: BootInstant? = nil
    ) -> MotionRecorder {
        let sections = path.sectionIdentifiers
        return MotionRecorder(configuration: configuration, path: path, environment: environment) {
            [motion] request in
            AnySampleSource(
                try motion.source(
                    for: request,
                    identifier: configuration.identifier,
                    sections: sections,
                    timekeeper: environment.timekeeper,
                    runStart: runStart ?? motion.start?.boottime ?? environment.timekeeper.now
                )
            )
        }
    }

    /// Makes the motion recorders of a task: what a `TaskSession` takes as the maker of a type.
    @MainActor
    public func makeRecorder(
        for configuration: any RSDAsyncActionConfiguration,
        at path: any RSDPathComponent,
        in environment: RecorderEnvironment
    ) -> (any RSDAsyncActionController)? {
        guard let motion = configuration as? MotionRecorderConfiguration else { return nil }
        return recorder(for: motion, at: path, in: environment)
    }
}
