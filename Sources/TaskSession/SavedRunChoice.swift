// A host that begins a run may mean one that was left: whether it does, it says with the session that it opens.

/// Which run that was left, or died, a session takes up.
public enum SavedRunChoice: Sendable, Hashable {
    /// None: it begins a run of its own.
    case none
    /// The run of the task that was saved last among those in the folder; where there is none that can be
    /// taken up, it begins a run of its own.
    case latest
    /// The run in this session folder, and no other.
    case session(String)
}
