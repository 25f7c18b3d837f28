// Files are reached by a name in an open folder. A person, or a host, has a path: here it becomes the two.

internal import SystemCalls

/// A place in an open folder.
struct NamedFile {
    var folder: OpenFolder
    var name: String

    /// Where a file is, or is to be.
    init(at path: String) throws(SampleFileError) {
        do throws(SystemError) {
            folder = try OpenFolder.open(FileSystem.parent(of: path) ?? "/")
        } catch {
            throw SampleFileError(error, path: path)
        }
        name = path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// The file itself, where a link leads to it.
    init(followingLinksAt path: String) throws(SampleFileError) {
        let found: String
        do throws(SystemError) {
            found = try FileSystem.absolutePath(path)
        } catch {
            throw SampleFileError(error, path: path)
        }
        try self.init(at: found)
    }
}
