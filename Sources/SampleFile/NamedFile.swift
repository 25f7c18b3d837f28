// Files are reached by a name in an open folder. A person, or a host, has a path: here it becomes the two.

internal import SystemCalls

/// A place in an open folder.
struct NamedFile {
    var folder: OpenFolder
    var name: String

    /// Where a file is, or is to be; to read it, its folder need not be readable.
    init(at path: String, onlyToRead: Bool = false) throws(SampleFileError) {
        let parent = FileSystem.parent(of: path) ?? "/"
        do throws(SystemError) {
            folder = try onlyToRead ? OpenFolder.reach(parent) : OpenFolder.open(parent)
        } catch {
            throw SampleFileError(error, path: path)
        }
        name = FileSystem.name(of: path)
    }

    /// The file itself, where a link leads to it.
    init(followingLinksAt path: String, onlyToRead: Bool) throws(SampleFileError) {
        let found: String
        do throws(SystemError) {
            found = try FileSystem.absolutePath(path)
        } catch {
            throw SampleFileError(error, path: path)
        }
        try self.init(at: found, onlyToRead: onlyToRead)
    }
}
