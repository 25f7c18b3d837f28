// Puts a mended file in the place of a broken one such that a power cut at any moment leaves a file
// under the name, and the original under some name.

/// The making of a file that takes the place of another.
package struct Replacement {
    private let name: String
    private let folder: OpenFolder
    private var mended: String { name + ".mended" }

    /// One for a file of a folder; nothing is made yet.
    package init(of name: String, in folder: OpenFolder) {
        self.name = name
        self.folder = folder
    }

    /// Creates the file that will take the place, with the permissions of the original.
    package func create() throws(SystemError) -> OpenFile {
        try folder.createAnew(mended, permissions: folder.permissions(of: name) & 0o777)
    }

    /// Gives the original a name that was free, and its first name to the mended file.
    ///
    /// - Returns: The original's name.
    package func putInPlace() throws(SystemError) -> String {
        var attempt = 1
        var original = name + ".torn"
        while !(try keepOriginal(as: original)) {
            attempt += 1
            original = name + ".torn-\(attempt)"
        }
        try folder.rename(mended, to: name)
        try folder.synchronize()
        return original
    }

    /// Leaves nothing behind but the original.
    package func abandon() {
        // There may be none, and what cannot be deleted harms nobody: the next repair replaces it.
        try? folder.remove(mended)
    }

    /// `false` when the name is taken.
    private func keepOriginal(as other: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try folder.link(name, as: other)
            return true
        } catch {
            if error.errno == .exists { return false }
            // Some file systems have no second names: move the original away instead.
            guard error.errno == .permission || error.errno == .notSupported else { throw error }
            guard folder.kind(of: other) == .missing else { return false }
            try folder.rename(name, to: other)
            return true
        }
    }
}
