// Who writes a file for hours is not alone with it: somebody may delete it, cut it or put another in its
// place, and no write fails for that. One look sees what is left; what it means is for the writer to decide.

internal import Glibc

/// What one look at an open file, and at its name, saw.
public struct FileSighting: Sendable, Equatable {
    /// What stands under the file's name.
    public enum Name: Sendable, Equatable, CaseIterable {
        /// The file itself.
        case itself
        /// Another file, a link or a folder.
        case another
        case nothing
    }

    public var name: Name
    /// How many names the file has, wherever they are.
    public var links: Int
    /// How many bytes the file has.
    public var size: Int64
    /// Whether the folder of the name exists: one that is deleted is open still, and takes no file.
    public var folderExists: Bool

    public init(name: Name, links: Int, size: Int64, folderExists: Bool) {
        self.name = name
        self.links = links
        self.size = size
        self.folderExists = folderExists
    }
}

extension OpenFolder {
    /// Looks at an open file, and at what has its name here.
    public func look(
        at file: borrowing OpenFile,
        named name: String
    ) throws(SystemError) -> FileSighting {
        let opened = try FileStatus(of: file.descriptor, file.path)
        let found: FileSighting.Name
        do throws(SystemError) {
            // By the file's own path in a message: to make another for each look would take memory.
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

    /// Whether a name leads to an open file, as far as the file system can tell files apart.
    public func leads(_ name: String, to file: borrowing OpenFile) throws(SystemError) -> Bool {
        switch try look(at: file, named: name).name {
        case .itself: true
        case .another: !tellsFilesApart(by: name)
        case .nothing: false
        }
    }

    /// Whether the file system gives what has a name the same number at each look, so that another file
    /// can be told from it.
    public func tellsFilesApart(by name: String) -> Bool {
        // Somebody may put something else there between two looks, but not between every two.
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
    /// Where the file is now; `nil` where it has no name, or the kernel does not tell.
    public var presentPath: String? {
        guard let status = try? FileStatus(of: descriptor, path), status.links > 0,
            let found = FileSystem.presentPath(of: descriptor, status)
        else { return nil }
        // NFS gives a file that was deleted such a name until it is closed, and then deletes it.
        return FileSystem.name(of: found).hasPrefix(".nfs") ? nil : found
    }
}
