// The sources of a task run's samples (devices, a computation or a recorded session), and the clock of the run.

public import RecorderKinds
internal import Recording
internal import Research
internal import SampleStream
internal import SessionFolder
internal import TaskEngine
public import Timebase

/// The sources from which the recorders of a run get their samples.
@MainActor
public struct RunSources {
    /// Makes recorders of each kind; their sources add later findings to the notes.
    public typealias RecorderList = @MainActor (LaterNotes) -> [SourcedKind]

    /// The session that the run replays; `nil` if it replays none.
    public let recorded: RecordedSession?
    /// Whether samples come in real time.
    let isLive: Bool
    private let list: RecorderList

    /// Devices, in real time.
    public static func devices(_ recorders: @escaping RecorderList) -> Self {
        Self(recorded: nil, isLive: true, list: recorders)
    }

    /// Computed samples, at any speed.
    public static func computed(_ recorders: @escaping RecorderList) -> Self {
        Self(recorded: nil, isLive: false, list: recorders)
    }

    /// The samples of a recorded session, at any speed; opens the session on another thread.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - kinds: The kinds of recorders that may have written its files.
    /// - Returns: The sources.
    /// - Throws: `SessionError` if the folder is not a session or is damaged, `RunFailure` if it is still being
    ///   written.
    public static func session(
        at path: String,
        by kinds: [any RecorderKind]
    ) async throws -> Self {
        let recorded = try await StoreThread().perform {
            let recorded = try RecordedSession(opening: path, by: kinds)
            try recorded.session.requireEnd()
            return recorded
        }
        return Self(recorded: recorded, isLive: false) { _ in
            kinds.map { recorded.recorders(of: $0, runStart: recorded.start.boottime) }
        }
    }

    /// Makes the account of what the run replays; `nil` if it replays no session.
    public func replay() async throws -> ReplayAccount? {
        guard let recorded else { return nil }
        return try await ReplayAccount(of: recorded.session)
    }

    /// Returns the clocks at the start of a run that begins now.
    public func startOfRun() -> ClockReading { recorded?.start ?? .now() }

    /// The time zone of the run's dates.
    public var zone: UTCOffset {
        recorded?.session.manifest.timeZone ?? .local(at: startOfRun().realtime)
    }

    /// Returns the clock of a run that begins at `moment`: real time for devices, otherwise time at the given speed.
    public func timekeeper(_ speed: Speed, from moment: ClockReading) -> any Timekeeper {
        guard !isLive else { return LiveTimekeeper() }
        return switch speed {
        case .maximum: SteppedTimekeeper(startingAt: moment)
        case .times(let factor): ScaledTimekeeper(startingAt: moment, factor: factor)
        }
    }

    /// Makes recorders of each kind for these sources, which add later findings to the notes.
    public func recorders(noting notes: LaterNotes) -> [SourcedKind] { list(notes) }
}
