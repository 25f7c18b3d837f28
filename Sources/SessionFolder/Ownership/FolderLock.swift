// A live run holds a lock on its folder's descriptor. The kernel lets go of it however the run
// ends, so nobody has to guess from dates or process numbers whether a session is still written.

internal import SystemCalls

/// The lock that marks a folder as being worked on; held until it is let go of.
struct FolderLock: ~Copyable, Sendable {
    /// The folder that it is the lock of.
    let folder: OpenFolder

    private init(folder: OpenFolder) { self.folder = folder }

    deinit { folder.unlock() }

    /// Takes the lock; `nil` when another holds it.
    static func take(_ folder: OpenFolder) throws(SystemError) -> FolderLock? {
        // The lock is of an opening: another one of the same folder, by this process too, has none.
        let opening = try folder.reopened()
        guard try opening.tryLockExclusively() else { return nil }
        return FolderLock(folder: opening)
    }

    /// Whether somebody holds the lock.
    ///
    /// Two who look at once see nothing of each other: both share it for that moment.
    static func isHeld(_ folder: OpenFolder) throws(SystemError) -> Bool {
        let opening = try folder.reopened()
        defer { opening.unlock() }
        return try !opening.tryLockShared()
    }

    /// Lets go of the lock.
    consuming func release() {}
}
