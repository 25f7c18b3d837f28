// Turns a path into an open folder and a name in it, because this module reaches files only in that way.

internal import SystemCalls

/// A name in an open folder.
struct NamedFile {
    var folder: OpenFolder
    var name: String

    /// The file at a path, which need not exist; to read the file, its folder need not be readable.
    init(at path: String, onlyToRead: Bool = false) throws(SampleFileError) {
        let parent = FileSystem.parent(of: path) ?? "/"
        do throws(SystemError) {
            folder = try onlyToRead ? OpenFolder.reach(parent) : OpenFolder.open(parent)
        } catch {
            throw SampleFileError(error, path: path)
        }
        name = FileSystem.name(of: path)
    }

    /// The file that a link leads to.
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
