// A live run holds a lock on its folder's descriptor. The kernel lets go of it however the run
// ends, so nobody has to guess from dates or process numbers whether a session is still written.

internal import SystemCalls

/// The lock that marks a folder as being worked on; held until it is let go of.
struct FolderLock: ~Copyable, Sendable {
    private let folder: OpenFile

    private init(folder: consuming OpenFile) { self.folder = folder }

    deinit { folder.unlock() }

    /// Takes the lock; `nil` when another holds it.
    static func take(_ path: String) throws(SystemError) -> FolderLock? {
        let folder = try OpenFile.openDirectory(path)
        guard try folder.tryLockExclusively() else { return nil }
        return FolderLock(folder: folder)
    }

    /// Whether somebody holds the lock.
    static func isHeld(_ path: String) throws(SystemError) -> Bool {
        try take(path) == nil
    }

    /// Lets go of the lock.
    consuming func release() {}
}
