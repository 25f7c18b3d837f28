// All that is decided before anything is opened: which recorders run over which sources, on which
// clock, into which session. Commands make plans; `RecordingRun` carries them out.

internal import PlainWords
public import RecorderKinds
public import Recording
public import SampleFile
public import SessionFolder
public import TaskSession
public import Timebase

/// A session to be recorded.
@MainActor
public struct RecordingPlan {
    /// The session's name, and its result's.
    public var identifier: String
    /// The folder that the session folder goes into.
    public var output: String
    /// Whose it is.
    public var participant: Participant?
    /// The study that it is of.
    public var study: SessionManifest.Study?
    /// The clocks at the session's start.
    public var start: ClockReading
    /// The session that is recorded again, and what its notes say of it.
    public var origin: (session: SessionManifest.Origin, notes: [String])?
    /// The file that it is made of.
    public var imported: SessionManifest.ImportedFile?
    /// What it is made of, where it is made whole, or not at all.
    public var wholeness: Wholeness?
    /// What whoever records says of it, a line each: known at the start.
    public var remarks: [String] = []
    /// What else whoever reads the data should know, a line each.
    public var notes: [String] = []
    /// What is known of that only while it is recorded.
    public var laterNotes = LaterNotes()
    /// Clock pairs of a session that is recorded again, after the first; the last ends it, unless it
    /// is cut or stopped before.
    public var recordedClocks: [ClockReading] = []
    /// Where a session that is recorded again is cut.
    public var cut: BootInstant?
    public var zone: UTCOffset
    /// How records go to its files, and whether those are compressed.
    public var flushPolicy = FlushPolicy()
    /// How much there will be, if that is known.
    public var planned: Duration?
    /// When somebody has to end it, since its sources never do.
    public var endsAfter: Duration?
    /// The presses of a key that ends it.
    public var endingPresses: AsyncStream<Void>?
    /// Whether such a press counts already while sources are opened.
    ///
    /// Where the same key begins the recording it does not: a key bounces, and some press it twice.
    public var canBeEndedWhileOpening = true
    /// Is called when all sources are open.
    public var onRunning: @MainActor () -> Void = {}
    /// Is told at once, in a line, of a recorder that has ended or failed while the others go on.
    public var onLeaving: @MainActor (String) -> Void = { _ in }
    /// Makes marks in the files of all its recorders.
    public var marks = SharedMarks()
    /// Who may make marks in them over the network; nobody without it.
    public var networkMarks: NetworkMarks?
    /// Lets the recorders' time go when all are open.
    package var gate: GatedTimekeeper?
    public var recorders: [PlannedRecorder]

    public init(
        identifier: String,
        output: String,
        start: ClockReading,
        origin: (session: SessionManifest.Origin, notes: [String])? = nil,
        notes: [String] = [],
        laterNotes: LaterNotes = LaterNotes(),
        recordedClocks: [ClockReading] = [],
        cut: BootInstant? = nil,
        zone: UTCOffset,
        planned: Duration? = nil,
        endsAfter: Duration? = nil,
        endingPresses: AsyncStream<Void>? = nil,
        canBeEndedWhileOpening: Bool = true,
        onRunning: @escaping @MainActor () -> Void = {},
        marks: SharedMarks = SharedMarks(),
        recorders: [PlannedRecorder]
    ) {
        self.identifier = identifier
        self.output = output
        self.start = start
        self.origin = origin
        self.notes = notes
        self.laterNotes = laterNotes
        self.recordedClocks = recordedClocks
        self.cut = cut
        self.zone = zone
        self.planned = planned
        self.endsAfter = endsAfter
        self.endingPresses = endingPresses
        self.canBeEndedWhileOpening = canBeEndedWhileOpening
        self.onRunning = onRunning
        self.marks = marks
        self.recorders = recorders
    }
}

/// The clocks of a session whose samples are there already, or are computed.
package struct PlannedTime {
    private let speed: Speed
    private let start: ClockReading
    /// Holds time until every recorder is open; none at full speed, which knows no time.
    package let gate: GatedTimekeeper?

    package init(_ speed: Speed, from start: ClockReading) {
        self.speed = speed
        self.start = start
        gate =
            switch speed {
            case .times(let factor): GatedTimekeeper(at: start, factor: factor)
            case .maximum: nil
            }
    }

    /// The clock of one recorder; at full speed each has its own, and none waits for another.
    package func timekeeper() -> any Timekeeper { gate ?? ImmediateTimekeeper(startingAt: start) }
}

extension RecordingPlan {
    /// A plan that records files of a session again: one recorder for each, on the session's own clock.
    ///
    /// - Parameters:
    ///   - files: What is recorded again.
    ///   - session: The session.
    ///   - origin: What the new session says of it.
    ///   - speed: How fast its time goes.
    ///   - duration: How much of it; all without it.
    ///   - output: The folder that the session folder goes into.
    ///   - identifier: The new session's name; without it, the old one's.
    /// - Throws: Where the session does not say what its clocks were.
    public init(
        repeating files: [RepeatedFile],
        of session: Session,
        as origin: SessionManifest.Origin,
        speed: Speed,
        duration: Duration? = nil,
        into output: String,
        identifier: String? = nil
    ) throws(RunFailure) {
        guard let start = session.manifest.clocks.first else {
            throw RunFailure(
                "\(session.path.printable): its manifest has no reading of the clocks; restore it from a copy"
            )
        }
        let time = PlannedTime(speed, from: start)
        let begin = files.map(\.file.startUptime).min() ?? start.boottime
        let cut = duration.map { begin.advanced(by: $0) }
        self.init(
            identifier: identifier ?? session.manifest.identifier,
            output: output,
            start: start,
            origin: (origin, session.manifest.notes),
            recordedClocks: Array(session.manifest.clocks.dropFirst()),
            cut: cut,
            zone: session.manifest.timeZone,
            planned: duration ?? session.manifest.length,
            recorders: files.map { file in
                PlannedRecorder(repeating: file, timekeeper: time.timekeeper(), cut: cut)
            }
        )
        participant = session.manifest.participant
        study = session.manifest.study
        gate = time.gate
    }

    /// Throws what stands in the way of the first of its sources that cannot be had, or of its session
    /// folder.
    public func check() async throws {
        for recorder in recorders {
            let check = recorder.check
            try await Task.detached { try check() }.value
        }
        // What tells whether a folder can be made is making it.
        await RecordingRun.leaveNothing(of: try await RecordingRun.begin(self))
    }
}
