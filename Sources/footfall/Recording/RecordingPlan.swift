// All that is decided before anything is opened: which recorders run over which sources, on which
// clock, into which session. Commands make plans; `RecordingRun` carries them out.

internal import MotionRecorder
internal import Timebase

/// A session to be recorded.
@MainActor
struct RecordingPlan {
    /// The session's name, and its result's.
    var identifier: String
    /// The folder that the session folder goes into.
    var output: String
    /// The clocks at the session's start.
    var start: ClockReading
    /// Clock pairs of a session that is recorded again, after the first; the last ends it.
    var recordedClocks: [ClockReading] = []
    var zone: UTCOffset
    /// How much there will be, if that is known.
    var planned: Duration?
    var recorders: [PlannedRecorder]
}

/// A recorder to be run, with its source.
@MainActor
struct PlannedRecorder {
    var configuration: MotionRecorderConfiguration
    /// Where on the body its sensors are.
    var placement: String?
    /// The time that it and its source live by.
    var timekeeper: any Timekeeper
    /// Where the recording is cut; none for a source that ends by itself.
    var cut: BootInstant?
    var makeSource: MotionRecorder.SourceMaker
}

extension Speed {
    /// A clock that shows `start` now and runs so fast.
    func timekeeper(from start: ClockReading) -> any Timekeeper {
        switch self {
        case .times(let factor): ScaledTimekeeper(startingAt: start, factor: factor)
        case .maximum: ImmediateTimekeeper(startingAt: start)
        }
    }
}
