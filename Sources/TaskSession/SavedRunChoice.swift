// When a host opens a session, it chooses between a new run and an unfinished one that is resumed.

/// Which unfinished run a session resumes: one that was saved, or whose process crashed.
public enum SavedRunChoice: Sendable, Hashable {
    /// None: the session begins a new run.
    case none
    /// The participant's run of the task that was saved last in the folder; a new run if none can be resumed.
    ///
    /// A run of another subject, visit or group is not resumed.
    case latest
    /// The run in this session folder; an error if it cannot be resumed.
    case session(String)
}
