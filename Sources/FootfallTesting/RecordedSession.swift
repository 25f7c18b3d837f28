// A recorded session in the place of sensors: a study's tests replay what participants did through its
// task, and look at the result.

public import MotionRecorder
internal import Recording
public import ReplaySource
internal import Research
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

    /// Makes the motion recorders of a task over what the session has for them.
    ///
    /// A `TaskSession` takes it for `motion`. The run begins when the session did.
    @MainActor
    public var recorders: MotionRecorder.Maker {
        MotionRecorder.maker { [motion] order in
            let timekeeper = order.environment.timekeeper
            return AnySampleSource(
                try motion.source(
                    for: order.request,
                    identifier: order.configuration.identifier,
                    sections: order.sectionIdentifiers,
                    timekeeper: timekeeper,
                    runStart: motion.start?.boottime ?? timekeeper.now
                )
            )
        }
    }
}
