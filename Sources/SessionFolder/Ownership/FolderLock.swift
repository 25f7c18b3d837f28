// A process that writes a session holds a kernel lock on the session's folder. The kernel releases the lock
// however the process ends, so nobody has to guess from dates or process numbers whether a session is still being
// written.

internal import SystemCalls

/// The lock that marks a folder as in use, held until it is released.
struct FolderLock: ~Copyable, Sendable {
    /// The locked folder.
    let folder: OpenFolder

    private init(folder: OpenFolder) { self.folder = folder }

    deinit { folder.unlock() }

    /// Takes the lock; returns `nil` if another process, or another part of this one, holds it.
    static func take(_ folder: OpenFolder) throws(SystemError) -> FolderLock? {
        // `flock` locks an open file description. Opening the folder again makes two locks exclude each other
        // within one process, too.
        let opening = try folder.reopened()
        guard try opening.tryLockExclusively() else { return nil }
        return FolderLock(folder: opening)
    }

    /// True if any process holds the lock.
    ///
    /// The test takes a shared lock for a moment, so that two processes that test at the same time do not take
    /// each other for an owner.
    static func isHeld(_ folder: OpenFolder) throws(SystemError) -> Bool {
        let opening = try folder.reopened()
        defer { opening.unlock() }
        return try !opening.tryLockShared()
    }

    /// Releases the lock.
    consuming func release() {}
}
