// Opens the documents of a session for code that passes them on byte for byte, including keys that this version
// does not know.

package import SystemCalls

extension Session {
    /// The names of the documents about the session itself: its manifest, and its journal if it has one.
    package var ownDocuments: [String] {
        let hasJournal = folder.kind(of: JournalFile.fileName) == .file
        return [SessionManifest.fileName] + (hasJournal ? [JournalFile.fileName] : [])
    }

    /// Opens a plain file of the session.
    ///
    /// - Throws: `SessionError` if it does not exist, is not a plain file of the folder, or cannot be read.
    package func document(_ name: String) throws(SessionError) -> OpenFile {
        try FolderFile.requirePlain(name, in: folder)
        do throws(SystemError) {
            return try folder.open(name)
        } catch {
            throw .unreadable(error, where: folder.path(ofFile: name))
        }
    }
}
