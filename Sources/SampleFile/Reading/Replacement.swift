// Puts a mended file in the place of a broken one such that a power cut at any moment leaves a file
// under the name, and the original under some name.

internal import SystemCalls

struct Replacement {
    private let shown: String
    private let path: String
    private var mended: String { path + ".mended" }

    init(of path: String) throws(SampleFileError) {
        shown = path
        do throws(SystemError) {
            // A link stays a link: what it points to is mended.
            self.path = try FileSystem.absolutePath(path)
        } catch {
            throw SampleFileError(error, path: path)
        }
    }

    /// Creates the file that will take the place, with the permissions of the original.
    func create() throws(SampleFileError) -> OpenFile {
        do throws(SystemError) {
            if FileSystem.kind(of: mended) != .missing { try FileSystem.remove(mended) }
            let permissions = try FileSystem.permissions(of: path) & 0o777
            return try OpenFile.create(mended, .exclusive, permissions: permissions)
        } catch {
            throw SampleFileError(error, path: shown)
        }
    }

    /// Gives the original its second name, and its first name to the mended file.
    func putInPlace() throws(SampleFileError) {
        do throws(SystemError) {
            var attempt = 1
            while !(try keepOriginal(as: path + (attempt == 1 ? ".torn" : ".torn-\(attempt)"))) {
                attempt += 1
            }
            try FileSystem.rename(mended, to: path)
            if let folder = FileSystem.parent(of: path) {
                try FileSystem.synchronizeDirectory(folder)
            }
        } catch {
            throw SampleFileError(error, path: shown)
        }
    }

    /// Leaves nothing behind but the original.
    func abandon() {
        // There may be none, and what cannot be deleted harms nobody: the next repair replaces it.
        try? FileSystem.remove(mended)
    }

    /// `false` when the name is taken.
    private func keepOriginal(as name: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try FileSystem.link(path, as: name)
            return true
        } catch {
            if error.errno == .exists { return false }
            // Some file systems have no second names: move the original away instead.
            guard error.errno == .permission || error.errno == .notSupported else { throw error }
            guard FileSystem.kind(of: name) == .missing else { return false }
            try FileSystem.rename(path, to: name)
            return true
        }
    }
}
