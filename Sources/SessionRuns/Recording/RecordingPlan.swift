// A plan contains all decisions that are made before anything is opened: which recorders read which sources, on which
// clock, into which session. Commands make plans; `RecordingRun` carries them out.

internal import PlainWords
public import RecorderKinds
public import Recording
public import SampleFile
public import SessionFolder
public import TaskSession
public import Timebase

/// A session to record.
@MainActor
public struct RecordingPlan {
    /// The name of the session and of its result.
    public var identifier: String
    /// The folder in which the session folder is made.
    public var output: String
    /// The participant.
    public var participant: Participant?
    /// The study.
    public var study: SessionManifest.Study?
    /// The clocks at the session's start.
    public var start: ClockReading
    /// The session that is recorded again, with its notes.
    public var origin: (session: SessionManifest.Origin, notes: [String])?
    /// The file that is imported.
    public var imported: SessionManifest.ImportedFile?
    /// Set if the session must be complete or not be kept at all.
    public var wholeness: Wholeness?
    /// The user's remarks, a line each, known at the start.
    public var remarks: [String] = []
    /// What else a reader of the data should know, a line each.
    public var notes: [String]
    /// Further notes that sources make during the recording.
    public var laterNotes: LaterNotes
    /// The clock readings of a session that is recorded again, without the first.
    ///
    /// The last one becomes the end of the new session, unless that is cut off or stopped earlier.
    public var recordedClocks: [ClockReading]
    /// Where a session that is recorded again is cut off.
    public var cut: BootInstant?
    public var zone: UTCOffset
    /// How often records are flushed to the files, and whether the files are compressed.
    public var flushPolicy = FlushPolicy()
    /// The length of the recording, if known.
    public var planned: Duration?
    /// When to end the recording, if its sources do not end.
    public var endsAfter: Duration?
    /// The presses of the key that ends the recording.
    public var endingPresses: AsyncStream<Void>?
    /// Whether such a press counts while sources are being opened.
    ///
    /// It must not if the same key begins the recording, since keys bounce and some users press twice.
    public var canBeEndedWhileOpening: Bool
    /// Called when all sources are open that the recording begins with.
    public var onRunning: @MainActor () -> Void
    /// Which recorders have to start before the recording begins; `check()` requires all of them.
    package var requiredStarts = RequiredStarts.all
    /// Receives at once a line about each recorder that did not start, has ended or failed while the others continue.
    public var onLeaving: @MainActor (String) -> Void = { _ in }
    /// Makes marks in the files of all its recorders.
    public var marks: SharedMarks
    /// The settings for marks over the network; `nil` accepts none.
    public var networkMarks: NetworkMarks?
    /// Starts the recorders' clock when all are open.
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

/// The clocks of recorders whose samples are recorded or computed.
package struct PlannedTime {
    private let speed: Speed
    private let start: ClockReading
    /// Stops the clock until every recorder is open; `nil` at full speed, where no recorder waits for a clock.
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

    /// Returns the clock of one recorder; at full speed each has its own, so that none waits for another.
    package func timekeeper() -> any Timekeeper { gate ?? ImmediateTimekeeper(startingAt: start) }
}

extension RecordingPlan {
    /// Makes a plan that records files of a session again: one recorder for each, on the session's own clock.
    ///
    /// - Parameters:
    ///   - files: The files to record again.
    ///   - session: The session.
    ///   - origin: The entry about it in the new session's manifest.
    ///   - speed: The speed of the clock.
    ///   - duration: How much of it to record; `nil` for all.
    ///   - output: The folder in which the session folder is made.
    ///   - identifier: The new session's name; `nil` for that of the old one.
    /// - Throws: If the session's manifest has no clock readings.
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

    /// Checks that its sources can be used and its session folder can be made; throws the first problem.
    public func check() async throws {
        for recorder in recorders {
            let check = recorder.check
            try await Task.detached { try check() }.value
        }
        // The only reliable check is to make the folder.
        await RecordingRun.leaveNothing(of: try await RecordingRun.begin(self))
    }
}
