// Replaces a broken file by a repaired one so that after a power cut at any moment there is a file under the name, and
// the original under some name. Without hard links, there is a moment in which no file has the name.

/// The replacement of a file by a new one.
package struct Replacement {
    private let name: String
    private let folder: OpenFolder
    private var repaired: String { name + Self.ending }

    /// The suffix of a new file's name until the file replaces the original.
    package static let ending = ".mended"

    /// Prepares to replace a file of a folder; creates nothing yet.
    package init(of name: String, in folder: OpenFolder) {
        self.name = name
        self.folder = folder
    }

    /// Creates the new file, with the permissions of the original.
    package func create() throws(SystemError) -> OpenFile {
        try folder.createAnew(repaired, permissions: folder.permissions(of: name) & 0o777)
    }

    /// Gives the original a free name, and its old name to the repaired file.
    ///
    /// - Returns: The original's new name.
    package func putInPlace() throws(SystemError) -> String {
        var attempt = 1
        var original = name + ".torn"
        while !(try keepOriginal(as: original)) {
            attempt += 1
            original = name + ".torn-\(attempt)"
        }
        try folder.rename(repaired, to: name)
        try folder.synchronize()
        return original
    }

    /// Deletes the new file and leaves the original.
    package func abandon() {
        // The new file may not exist. If it cannot be deleted, the next repair replaces it.
        try? folder.remove(repaired)
    }

    /// Keeps the original under another name; returns `false` if the name is taken.
    private func keepOriginal(as other: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try folder.link(name, as: other)
            return true
        } catch {
            if error.errno == .exists { return false }
            // Without hard links, rename the original instead.
            guard error.meansNoHardLinks else { throw error }
            guard folder.kind(of: other) == .missing else { return false }
            try folder.rename(name, to: other)
            return true
        }
    }
}
