// What stands behind the recorders of a task's run, and which time the run lives by.

public import RecorderKinds
internal import Recording
internal import Research
internal import SampleStream
internal import SessionFolder
internal import TaskEngine
public import Timebase

/// Where the recorders of a run have their samples from.
@MainActor
public struct RunSources {
    /// Makes recorders of each kind; what is found of their sources later is noted.
    public typealias RecorderList = @MainActor (LaterNotes) -> [SourcedKind]

    /// Whose samples the run has, where they were recorded before.
    public let recorded: RecordedSession?
    /// Whether samples come when they come, in real time.
    let isLive: Bool
    private let list: RecorderList

    /// Devices, which live in real time.
    public static func devices(_ recorders: @escaping RecorderList) -> Self {
        Self(recorded: nil, isLive: true, list: recorders)
    }

    /// What is computed, at any speed.
    public static func computed(_ recorders: @escaping RecorderList) -> Self {
        Self(recorded: nil, isLive: false, list: recorders)
    }

    /// What was recorded, at any speed; it is read on a thread of its own.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - kinds: The kinds of recorders that may have written its files.
    /// - Returns: The sources.
    /// - Throws: `SessionError` where it is none or is damaged, `RunFailure` where it is still being written.
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

    /// The account of what is replayed, where anything is.
    public func replay() async throws -> ReplayAccount? {
        guard let recorded else { return nil }
        return try await ReplayAccount(of: recorded.session)
    }

    /// The clocks at the start of a run that begins now.
    public func startOfRun() -> ClockReading { recorded?.start ?? .now() }

    /// The time zone of the run's dates.
    public var zone: UTCOffset {
        recorded?.session.manifest.timeZone ?? .local(at: startOfRun().realtime)
    }

    /// The time of a run at a speed, where it is not that of devices from a moment on.
    public func timekeeper(_ speed: Speed, from moment: ClockReading) -> any Timekeeper {
        guard !isLive else { return LiveTimekeeper() }
        return switch speed {
        case .maximum: SteppedTimekeeper(startingAt: moment)
        case .times(let factor): ScaledTimekeeper(startingAt: moment, factor: factor)
        }
    }

    /// Recorders of each kind over these sources; what is found of them later is noted.
    public func recorders(noting notes: LaterNotes) -> [SourcedKind] { list(notes) }
}
