// Checks a file while it is being written. During hours of recording, another program may delete, truncate or replace
// the file, and no write fails because of that. `look` reports what has happened; the writer decides what to do about
// it.

internal import Glibc

/// The state of an open file and of its name.
public struct FileSighting: Sendable, Equatable {
    /// What the file's name refers to.
    public enum Name: Sendable, Equatable, CaseIterable {
        /// The file itself.
        case itself
        /// Another file, a link or a folder.
        case another
        case nothing
    }

    public var name: Name
    /// The number of the file's names, wherever they are.
    public var links: Int
    /// The size of the file.
    public var size: Int64
    /// Whether the folder still exists: a deleted folder can be open, but accepts no new files.
    public var folderExists: Bool

    public init(name: Name, links: Int, size: Int64, folderExists: Bool) {
        self.name = name
        self.links = links
        self.size = size
        self.folderExists = folderExists
    }
}

extension OpenFolder {
    /// Checks an open file, and what has its name in this folder.
    public func look(
        at file: borrowing OpenFile,
        named name: String
    ) throws(SystemError) -> FileSighting {
        let opened = try FileStatus(of: file.descriptor, file.path)
        let found: FileSighting.Name
        do throws(SystemError) {
            // Errors use the file's own path: making another for each look would allocate.
            let named = try FileStatus(of: name, in: descriptor.number, file.path)
            found = named.isOfSameFile(as: opened) ? .itself : .another
        } catch {
            guard error.errno == .notFound else { throw error }
            found = .nothing
        }
        return FileSighting(
            name: found,
            links: opened.links,
            size: opened.size,
            folderExists: try exists()
        )
    }

    /// Whether a name refers to an open file, as far as the file system can distinguish files.
    public func leads(_ name: String, to file: borrowing OpenFile) throws(SystemError) -> Bool {
        switch try look(at: file, named: name).name {
        case .itself: true
        case .another: !tellsFilesApart(by: name)
        case .nothing: false
        }
    }

    /// Whether the file system reports the same file number at each look, so that another file can be distinguished.
    public func tellsFilesApart(by name: String) -> Bool {
        // Another program may replace the file between two looks, but not between all of them.
        for _ in 0..<8 {
            guard let one = try? status(of: name), let other = try? status(of: name) else {
                continue
            }
            if one.isOfSameFile(as: other) { return true }
        }
        return kind(of: name) == .missing
    }
}

extension OpenFile {
    /// The file's current path; `nil` if it has none, or the kernel does not report it.
    public var presentPath: String? {
        guard let status = try? FileStatus(of: descriptor, path), status.links > 0,
            let found = FileSystem.presentPath(of: descriptor, status)
        else { return nil }
        // NFS keeps a deleted file under such a name until it is closed.
        return FileSystem.name(of: found).hasPrefix(".nfs") ? nil : found
    }
}
