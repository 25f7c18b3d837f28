// An open folder. What is in it is reached from its descriptor, by a name alone: whoever else may write to
// the folder, or to one above it, can put a link, a pipe or another folder where a file was, and nobody who
// uses this one is led outside, or made to wait.

internal import CSystemCalls
internal import Glibc

/// An open folder, shared by all who reach its files by their names; closed when the last lets go of it.
///
/// A name is one part of a path. No link is followed, only plain files are opened, and none is written over: a
/// file is made anew, and takes the place of another by its name, or grows. In a folder of one owner, whoever
/// runs as root touches only what is that owner's, and gives the owner what it makes.
public final class OpenFolder: Sendable {
    /// The path from the root that it had when it was opened, for messages.
    public let path: String
    /// How many names it had then: on some file systems none is ever counted.
    private let linksWhenOpened: Int
    let descriptor: Descriptor
    let owner: uid_t
    /// What no other folder of this machine has at the same time.
    let identity: String
    private let group: gid_t
    private let isOfOneOwner: Bool
    /// Where it was found, unless by a path.
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

    /// A folder that was opened by a path, with the path that it has itself.
    private convenience init(
        named path: String,
        _ descriptor: consuming Descriptor,
        isOfOneOwner: Bool
    ) throws(SystemError) {
        let status = try FileStatus(of: descriptor.number, path)
        // By the path another folder may be found meanwhile.
        let present = FileSystem.presentPath(of: descriptor.number, status)
        let found: String
        if let present { found = present } else { found = try FileSystem.absolutePathOfName(path) }
        try self.init(path: found, descriptor, isOfOneOwner: isOfOneOwner)
    }

    /// Opens the folder that a person named: by links, if need be.
    ///
    /// For the sake of one owner's folder root follows no link, at the end of the path, that somebody made
    /// who is neither that owner nor root.
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

    /// Opens the folder that a person named only to reach what is in it.
    ///
    /// For that one need not be allowed to read its names. It can be neither synchronized nor locked.
    public static func reach(_ path: String) throws(SystemError) -> OpenFolder {
        let opened = Descriptor(
            number: try retrying("open", path) {
                unsafe footfall_open_to_reach(AT_FDCWD, path, O_DIRECTORY)
            }
        )
        return try OpenFolder(named: path, opened, isOfOneOwner: false)
    }

    /// Another opening of the very same folder, with a lock of its own.
    public func reopened() throws(SystemError) -> OpenFolder {
        try OpenFolder(
            path: path,
            descriptor(of: ".", called: path, O_RDONLY | O_DIRECTORY),
            in: parent,
            isOfOneOwner: isOfOneOwner
        )
    }

    /// Opens a folder in it.
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

    /// Makes a folder of one owner, which only we may enter, and opens it.
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
            // Nobody would know whose it is. One that is not empty is not ours.
            try? removeFolder(name)
            throw error
        }
    }

    /// Whether we are root and it is another's, who may put a link in its place, or in it, at any moment.
    public var isAnothersForRoot: Bool { geteuid() == 0 && owner != 0 }

    /// Whether we have just made it, and nobody has put a folder in its place: one of theirs, or another
    /// of ours.
    func isNew() throws(SystemError) -> Bool {
        guard try list().isEmpty else { return false }
        if owner == geteuid() { return true }
        // There are file systems on which all that one makes is another's: what we make now tells whose.
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

    /// Opens a plain file of ours to write on in it; one that has a second name is an error too, since
    /// that may lie anywhere.
    public func openForWriting(_ name: String) throws(SystemError) -> OpenFile {
        let file = try openPlain(name, O_RDWR)
        guard try FileStatus(of: file.descriptor, file.path).links == 1 else {
            throw SystemError(call: "open", path: file.path, errno: .hasOtherNames)
        }
        return file
    }

    private func openPlain(_ name: String, _ access: Int32) throws(SystemError) -> OpenFile {
        let path = try checkedPath(of: name)
        // The opening of a pipe would wait for somebody to write to it.
        let opened = try descriptor(of: name, called: path, access | O_NONBLOCK)
        let status = try FileStatus(of: opened.number, path)
        try status.requirePlain(path)
        try requireOwner(of: status, path)
        return OpenFile(path: path, owned: opened)
    }

    /// Creates a file, for reading and writing, where there is none.
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

    /// Creates a file in place of what has its name, which is deleted and not written over.
    public func createAnew(
        _ name: String,
        permissions: UInt32 = 0o600
    ) throws(SystemError) -> OpenFile {
        // Somebody who puts something there again and again does not keep us here.
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
    /// - Throws: what a call says of a name that leads elsewhere.
    func checkedPath(of name: String) throws(SystemError) -> String {
        let path = path(ofFile: name)
        let isName =
            !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
            && !name.utf8.contains(0)
        guard isName else { throw SystemError(call: "open", path: path, errno: .invalid) }
        return path
    }

    /// The path of a file in it, for messages and for programs that take no more.
    public func path(ofFile name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// The names in it, sorted.
    public func list() throws(SystemError) -> [String] {
        // The stream closes its descriptor, and keeps its place in it.
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

    /// What stands under a name; a link is itself, not what it points to.
    public func kind(of name: String) -> FileSystem.Kind {
        (try? status(of: name))?.kind ?? .missing
    }

    /// Whether nothing stands under a name, as far as one can look.
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

    /// Gives a file another name in one step, replacing what has that name.
    public func rename(_ name: String, to other: String) throws(SystemError) {
        let path = try checkedPath(of: name)
        _ = try checkedPath(of: other)
        try requireOwner(of: name)
        try retrying("rename", path) {
            unsafe renameat(descriptor.number, name, descriptor.number, other)
        }
    }

    /// Gives a file a second name; a name that is taken is an error, never overwritten.
    public func link(_ name: String, as other: String) throws(SystemError) {
        let path = try checkedPath(of: name)
        _ = try checkedPath(of: other)
        try requireOwner(of: name)
        // Without AT_SYMLINK_FOLLOW a link gets the second name itself.
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

    /// Whether it has a name: a folder that was deleted is open still, and takes no file.
    public func exists() throws(SystemError) -> Bool {
        let links = try FileStatus(of: descriptor.number, path).links
        return !Self.isDeleted(links: links, whenOpened: linksWhenOpened)
    }

    /// Whether a folder was deleted that has so many names, by the number that it had.
    static func isDeleted(links: Int, whenOpened earlier: Int) -> Bool { links == 0 && earlier > 0 }

    /// Where it is now, for somebody may have moved it; `nil` when it was deleted.
    public var presentPath: String? {
        guard (try? exists()) ?? true else { return nil }
        if let status = try? FileStatus(of: descriptor.number, path),
            let found = FileSystem.presentPath(of: descriptor.number, status)
        {
            return found
        }
        // So the kernel calls what has no name, also where the file system counts none.
        let name = try? FileSystem.linkTarget("/proc/self/fd/\(descriptor.number)")
        return name?.hasSuffix(" (deleted)") == true ? nil : path
    }

    /// Waits until its names are on the disk itself.
    ///
    /// - Returns: `false` where the file system has no such thing: when its names are saved is its affair.
    @discardableResult
    public func synchronize() throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retrying("fsync", path) { fsync(descriptor.number) }
            return true
        } catch {
            // EINVAL is Linux's own word where a file system does nothing for an open folder, as some that
            // share a host's or a server's folders; the others are what such systems say themselves. EROFS
            // is no such word: a disk that fails is made read-only, and then nothing more is saved.
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

    /// Takes the folder for whoever has this opening of it; `false` when another holds it.
    public func tryLockExclusively() throws(SystemError) -> Bool {
        try tryLock { footfall_lock_exclusively($0) }
    }

    /// Takes the folder together with others who do so; `false` when somebody holds it alone.
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

    /// Lets go of the folder before it is closed.
    ///
    /// A program that this process is starting has the descriptor for a moment too, and would keep the
    /// folder locked for so long.
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
    /// Whether it is the same opening.
    public static func == (left: OpenFolder, right: OpenFolder) -> Bool { left === right }
}
