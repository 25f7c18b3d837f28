// Who follows a recording, or the run of a task, from within the same process: a station, which has no screen to show
// it on.

internal import RecorderKinds
internal import SessionRuns

/// Somebody who is told of a session and of the recorders in it.
@MainActor
protocol RunFollower: AnyObject, Sendable {
    /// Whether there is a session.
    var hasBegun: Bool { get }
    /// Hears where the session is.
    func begin(sessionAt path: String)
    /// Watches the recorders of a recording.
    func watch(_ recording: WatchedRecording) -> any RecordingWatch
    /// Watches a recorder of a task, too.
    func add(_ recorder: any LiveRecorder)
}
