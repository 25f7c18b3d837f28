// The interface with which a station observes a recording or a task run of the same process, since it has no screen.

internal import RecorderKinds
internal import SessionRuns

/// An observer of a session and its recorders.
@MainActor
protocol RunFollower: AnyObject, Sendable {
    /// Receives the path of the session.
    func begin(sessionAt path: String)
    /// Watches the recorders of a recording.
    func watch(_ recording: WatchedRecording) -> any RecordingWatch
    /// Watches a further recorder, which a task has made.
    func add(_ recorder: any LiveRecorder)
}
