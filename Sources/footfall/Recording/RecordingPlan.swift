// All that is decided before anything is opened: which recorders run over which sources, on which
// clock, into which session. Commands make plans; `RecordingRun` carries them out.

internal import Recording
internal import SessionFolder
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
    /// The session that is recorded again, and what its notes say of it.
    var origin: (session: SessionManifest.Origin, notes: [String])?
    /// What else whoever reads the data should know, a line each.
    var notes: [String] = []
    /// What is known of that only while it is recorded.
    var laterNotes = LaterNotes()
    /// Clock pairs of a session that is recorded again, after the first; the last ends it, unless it
    /// is cut or stopped before.
    var recordedClocks: [ClockReading] = []
    /// Where a session that is recorded again is cut.
    var cut: BootInstant?
    var zone: UTCOffset
    /// How much there will be, if that is known.
    var planned: Duration?
    /// When somebody has to end it, since its sources never do.
    var endsAfter: Duration?
    /// The presses of a key that ends it.
    var endingPresses: AsyncStream<Void>?
    /// Whether such a press counts already while sources are opened.
    ///
    /// Where the same key begins the recording it does not: a key bounces, and some press it twice.
    var canBeEndedWhileOpening = true
    /// Is called when all sources are open.
    var onRunning: @MainActor () -> Void = {}
    /// Makes marks in the files of all its recorders.
    var marks = SharedMarks()
    /// Whether what was true of a synthetic walk is written beside its samples.
    var writesTruth = true
    /// Lets the recorders' time go when all are open.
    var gate: GatedTimekeeper?
    var recorders: [PlannedRecorder]
}

/// The clocks of a session whose samples are there already, or are computed.
struct PlannedTime {
    private let speed: Speed
    private let start: ClockReading
    /// Holds time until every recorder is open; none at full speed, which knows no time.
    let gate: GatedTimekeeper?

    init(_ speed: Speed, from start: ClockReading) {
        self.speed = speed
        self.start = start
        gate =
            switch speed {
            case .times(let factor): GatedTimekeeper(at: start, factor: factor)
            case .maximum: nil
            }
    }

    /// The clock of one recorder; at full speed each has its own, and none waits for another.
    func timekeeper() -> any Timekeeper { gate ?? ImmediateTimekeeper(startingAt: start) }
}
