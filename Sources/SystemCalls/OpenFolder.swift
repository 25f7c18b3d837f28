// An open folder, whose files are reached by its descriptor and a single name. Another user who may write to the
// folder, or to one above it, can replace a file by a link, a pipe or another folder; a program that uses this type is
// neither led outside the folder nor made to wait.

internal import CSystemCalls
internal import Glibc

/// An open folder, shared by all that use its files; closed when the last owner releases it.
///
/// A name is one part of a path. No link is followed, and only plain files are opened. No file is overwritten: a new
/// file is made, and replaces another by renaming, or an existing file grows. In a folder of one owner, root opens,
/// renames and links only that owner's files, and gives the owner the files that it makes.
public final class OpenFolder: Sendable {
    /// The absolute path at the time of opening, for messages.
    public let path: String
    /// The number of its names at that time: some file systems always report none.
    private let linksWhenOpened: Int
    let descriptor: Descriptor
    let owner: uid_t
    /// Identifies the folder; no other folder of this machine has the same value at the same time.
    let identity: String
    private let group: gid_t
    private let isOfOneOwner: Bool
    /// The folder that it was opened from; `nil` if it was opened by a path.
    private let parent: OpenFolder?

    private init(
        path: String,
        _ descriptor: consuming Descriptor,
        in parent: OpenFolder? = nil,
        isOfOneOwner: Bool
    ) throws(SystemError) {
        let status = try FileStatus(of: descriptor.number, path)
        self.path = path
        self.descriptor = descriptor
        owner = status.owner
        identity = status.identity
        group = status.group
        linksWhenOpened = status.links
        self.parent = parent
        self.isOfOneOwner = isOfOneOwner
    }

    /// Makes a folder opened by a path, with its real path.
    private convenience init(
        named path: String,
        _ descriptor: consuming Descriptor,
        isOfOneOwner: Bool
    ) throws(SystemError) {
        let status = try FileStatus(of: descriptor.number, path)
        // Not from `path` alone: that may lead to another folder by now.
        let present = FileSystem.presentPath(of: descriptor.number, status)
        let found: String
        if let present { found = present } else { found = try FileSystem.absolutePathOfName(path) }
        try self.init(path: found, descriptor, isOfOneOwner: isOfOneOwner)
    }

    /// Opens the folder that a user named, following links.
    ///
    /// With `ofOneOwner`, root follows a link at the end of the path only if root or that owner made it.
    public static func open(
        _ path: String,
        ofOneOwner: Bool = false
    ) throws(SystemError) -> OpenFolder {
        if ofOneOwner, geteuid() == 0 {
            return try OpenFolder(named: path, openPastLinks(path), isOfOneOwner: true)
        }
        let opened = Descriptor(
            number: try retrying("open", path) {
                unsafe footfall_open(path, O_RDONLY | O_DIRECTORY, 0)
            }
        )
        return try OpenFolder(named: path, opened, isOfOneOwner: ofOneOwner)
    }

    /// Opens the folder that a user named, only to reach what is in it.
    ///
    /// This needs no right to list the folder. It can be neither synchronised nor locked.
    public static func reach(_ path: String) throws(SystemError) -> OpenFolder {
        let opened = Descriptor(
            number: try retrying("open", path) {
                unsafe footfall_open_to_reach(AT_FDCWD, path, O_DIRECTORY)
            }
        )
        return try OpenFolder(named: path, opened, isOfOneOwner: false)
    }

    /// Opens the same folder once more, with a lock of its own.
    public func reopened() throws(SystemError) -> OpenFolder {
        try OpenFolder(
            path: path,
            descriptor(of: ".", called: path, O_RDONLY | O_DIRECTORY),
            in: parent,
            isOfOneOwner: isOfOneOwner
        )
    }

    /// Opens a folder inside it.
    public func folder(
        _ name: String,
        ofOneOwner: Bool = false
    ) throws(SystemError) -> OpenFolder {
        let path = try checkedPath(of: name)
        return try OpenFolder(
            path: path,
            descriptor(of: name, called: path, O_RDONLY | O_DIRECTORY),
            in: self,
            isOfOneOwner: ofOneOwner
        )
    }

    /// Makes a folder of one owner, which by default only this user may enter, and opens it.
    public func makeFolder(
        _ name: String,
        permissions: UInt32 = 0o700
    ) throws(SystemError) -> OpenFolder {
        let path = try checkedPath(of: name)
        try retrying("mkdir", path) { unsafe mkdirat(descriptor.number, name, mode_t(permissions)) }
        do throws(SystemError) {
            let made = try folder(name, ofOneOwner: true)
            guard try made.isNew() else {
                throw SystemError(call: "mkdir", path: path, errno: .permission)
            }
            return made
        } catch {
            // Its owner is unclear, so remove it; if it is not empty, it is not ours and stays.
            try? removeFolder(name)
            throw error
        }
    }

    /// Whether this process is root and another user owns the folder, who may put a link in its place, or in it, at any
    /// moment.
    public var isAnothersForRoot: Bool { geteuid() == 0 && owner != 0 }

    /// Whether this process has just made the folder, and no other user's folder has been put in its place: the folder
    /// is empty, and has the owner that new files get.
    func isNew() throws(SystemError) -> Bool {
        guard try list().isEmpty else { return false }
        if owner == geteuid() { return true }
        // Some file systems assign all new files to a fixed user: a new file shows whether this one does.
        let name = ".owner"
        let made = try descriptor(of: name, called: path, O_RDWR | O_CREAT | O_EXCL)
        try remove(name)
        return try FileStatus(of: made.number, path).owner == owner
    }

    // MARK: Files

    /// Opens a plain file for reading; a link, a pipe, a device or a folder is an error at once.
    public func open(_ name: String) throws(SystemError) -> OpenFile {
        try openPlain(name, O_RDONLY)
    }

    /// Opens an existing plain file for writing; a file with a second name is an error, too, since that name may be
    /// anywhere.
    public func openForWriting(_ name: String) throws(SystemError) -> OpenFile {
        let file = try openPlain(name, O_RDWR)
        guard try FileStatus(of: file.descriptor, file.path).links == 1 else {
            throw SystemError(call: "open", path: file.path, errno: .hasOtherNames)
        }
        return file
    }

    private func openPlain(_ name: String, _ access: Int32) throws(SystemError) -> OpenFile {
        let path = try checkedPath(of: name)
        // Opening a pipe without this flag would wait for a writer.
        let opened = try descriptor(of: name, called: path, access | O_NONBLOCK)
        let status = try FileStatus(of: opened.number, path)
        try status.requirePlain(path)
        try requireOwner(of: status, path)
        return OpenFile(path: path, owned: opened)
    }

    /// Creates a file, for reading and writing; an existing one is an error.
    public func create(
        _ name: String,
        permissions: UInt32 = 0o600
    ) throws(SystemError) -> OpenFile {
        let path = try checkedPath(of: name)
        let made = try descriptor(
            of: name,
            called: path,
            O_RDWR | O_CREAT | O_EXCL,
            permissions: permissions
        )
        do throws(SystemError) {
            if isOfOneOwner, geteuid() == 0, try FileStatus(of: made.number, path).owner != owner {
                try retrying("chown", path) { fchown(made.number, owner, group) }
            }
        } catch {
            _ = unsafe unlinkat(descriptor.number, name, 0)
            throw error
        }
        return OpenFile(path: path, owned: made)
    }

    /// Creates a file, for reading and writing, and waits until its name is on disk; an existing one is an error.
    ///
    /// On failure it leaves no new file: an empty one would look like a recording.
    package func createDurably(_ name: String) throws(SystemError) -> OpenFile {
        let made = try create(name)
        do throws(SystemError) {
            // The file's name must survive a power cut, too.
            try synchronize()
        } catch {
            try? remove(name)
            throw error
        }
        return made
    }

    /// Creates a file; deletes what has its name, without overwriting it.
    public func createAnew(
        _ name: String,
        permissions: UInt32 = 0o600
    ) throws(SystemError) -> OpenFile {
        // Limited, in case another program recreates the name again and again.
        for _ in 0..<3 {
            do throws(SystemError) {
                return try create(name, permissions: permissions)
            } catch {
                guard error.errno == .exists else { throw error }
            }
            do throws(SystemError) {
                try remove(name)
            } catch {
                guard error.errno == .notFound else { throw error }
            }
        }
        return try create(name, permissions: permissions)
    }

    // MARK: Names

    /// The path of a file in it, for messages.
    ///
    /// - Throws: The error of opening a name that is not a single part of a path.
    func checkedPath(of name: String) throws(SystemError) -> String {
        let path = path(ofFile: name)
        let isName =
            !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
            && !name.utf8.contains(0)
        guard isName else { throw SystemError(call: "open", path: path, errno: .invalid) }
        return path
    }

    /// The path of a file in it, for messages and for programs that need a path.
    public func path(ofFile name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// The names in it, sorted.
    public func list() throws(SystemError) -> [String] {
        // `fdopendir` takes over its descriptor, and moves its position, so it gets a descriptor of its own.
        let number = try retrying("opendir", path) {
            unsafe footfall_open_at(descriptor.number, ".", O_RDONLY | O_DIRECTORY, 0)
        }
        guard let directory = unsafe fdopendir(number) else {
            let reason = Errno.current
            _ = close(number)
            throw SystemError(call: "opendir", path: path, errno: reason)
        }
        return unsafe FileSystem.names(in: directory)
    }

    /// What has a name; a link counts as itself, not as its target, and what cannot be examined counts as missing.
    public func kind(of name: String) -> FileSystem.Kind {
        (try? status(of: name))?.kind ?? .missing
    }

    /// Whether nothing has a name; false if that cannot be determined.
    public func lacks(_ name: String) -> Bool {
        do throws(SystemError) {
            _ = try status(of: name)
            return false
        } catch {
            return error.errno == .notFound
        }
    }

    /// The permission bits of a file or folder.
    public func permissions(of name: String) throws(SystemError) -> UInt32 {
        try status(of: name).permissions
    }

    /// The permission bits of the folder itself.
    public func permissions() throws(SystemError) -> UInt32 {
        try FileStatus(of: descriptor.number, path).permissions
    }

    /// Renames a file in one step; replaces what has that name.
    public func rename(_ name: String, to other: String) throws(SystemError) {
        let path = try checkedPath(of: name)
        _ = try checkedPath(of: other)
        try requireOwner(of: name)
        try retrying("rename", path) {
            unsafe renameat(descriptor.number, name, descriptor.number, other)
        }
    }

    /// Gives a file a second name; an existing name is an error, never overwritten.
    public func link(_ name: String, as other: String) throws(SystemError) {
        let path = try checkedPath(of: name)
        _ = try checkedPath(of: other)
        try requireOwner(of: name)
        // Without AT_SYMLINK_FOLLOW, a link itself gets the second name.
        try retrying("link", path) {
            unsafe linkat(descriptor.number, name, descriptor.number, other, 0)
        }
    }

    /// Deletes a file, or a link.
    public func remove(_ name: String) throws(SystemError) {
        let path = try checkedPath(of: name)
        try retrying("unlink", path) { unsafe unlinkat(descriptor.number, name, 0) }
    }

    /// Deletes an empty folder in it.
    public func removeFolder(_ name: String) throws(SystemError) {
        let path = try checkedPath(of: name)
        try retrying("rmdir", path) { unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }

    // MARK: The folder itself

    /// Whether it still has a name: a deleted folder can be open, but accepts no files.
    public func exists() throws(SystemError) -> Bool {
        let links = try FileStatus(of: descriptor.number, path).links
        return !Self.isDeleted(links: links, whenOpened: linksWhenOpened)
    }

    /// Whether a folder was deleted, by the number of its names now and when it was opened.
    static func isDeleted(links: Int, whenOpened earlier: Int) -> Bool { links == 0 && earlier > 0 }

    /// The current path, since the folder may have been moved; `nil` if it was deleted.
    ///
    /// If the kernel knows no path that leads to it, this is the path at the time of opening.
    public var presentPath: String? {
        guard (try? exists()) ?? true else { return nil }
        if let status = try? FileStatus(of: descriptor.number, path),
            let found = FileSystem.presentPath(of: descriptor.number, status)
        {
            return found
        }
        // The kernel appends " (deleted)" to a deleted folder's path, also on file systems that count no names.
        let name = try? FileSystem.linkTarget("/proc/self/fd/\(descriptor.number)")
        return name?.hasSuffix(" (deleted)") == true ? nil : path
    }

    /// Waits until its names are on the disk.
    ///
    /// - Returns: `false` if the file system cannot do that; when it saves names is then unknown.
    @discardableResult
    public func synchronize() throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retrying("fsync", path) { fsync(descriptor.number) }
            return true
        } catch {
            // Linux returns EINVAL if a file system cannot synchronise a folder, as some that share a host's or a
            // server's folders; the other numbers come from such systems themselves. EROFS is not among them: a failing
            // disk becomes read-only, and then nothing more is saved.
            guard Self.hasNoSuchThing.contains(error.errno) else { throw error }
            return false
        }
    }

    static let hasNoSuchThing: Set<Errno> = [.invalid, .notSupported, .notImplemented]

    /// Deletes the folder, which must be empty.
    public func delete() throws(SystemError) {
        guard let parent else { return try FileSystem.removeDirectory(path) }
        try parent.removeFolder(FileSystem.name(of: path))
    }

    /// Locks the folder for this opening alone; returns `false` if another opening has locked it.
    public func tryLockExclusively() throws(SystemError) -> Bool {
        try tryLock { footfall_lock_exclusively($0) }
    }

    /// Locks the folder together with other shared locks; returns `false` if another opening has locked it exclusively.
    public func tryLockShared() throws(SystemError) -> Bool {
        try tryLock { footfall_lock_shared($0) }
    }

    private func tryLock(_ lock: (Int32) -> Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retrying("flock", path) { lock(descriptor.number) }
            return true
        } catch {
            if error.errno == .again { return false }
            throw error
        }
    }

    /// Unlocks the folder before it is closed.
    ///
    /// A program that this process is just starting has the descriptor for a moment, too, and would keep the folder
    /// locked for that time.
    public func unlock() { _ = footfall_unlock(descriptor.number) }

    // MARK: Parts

    private func descriptor(
        of name: String,
        called path: String,
        _ flags: Int32,
        permissions: UInt32 = 0
    ) throws(SystemError) -> Descriptor {
        Descriptor(
            number: try retrying("open", path) {
                unsafe footfall_open_at(
                    descriptor.number,
                    name,
                    flags | O_NOFOLLOW,
                    permissions
                )
            }
        )
    }

    func status(of name: String) throws(SystemError) -> FileStatus {
        try FileStatus(of: name, in: descriptor.number, try checkedPath(of: name))
    }

    func requireOwner(of name: String) throws(SystemError) {
        try requireOwner(of: status(of: name), path(ofFile: name))
    }

    private func requireOwner(of status: FileStatus, _ path: String) throws(SystemError) {
        guard isOfOneOwner, geteuid() == 0, status.owner != owner else { return }
        throw SystemError(call: "open", path: path, errno: .permission)
    }
}

extension OpenFolder: Equatable {
    /// Whether both are the same object, and so share one lock.
    public static func == (left: OpenFolder, right: OpenFolder) -> Bool { left === right }
}
