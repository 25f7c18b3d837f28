// The documents of a session as they lie in its folder, for whoever hands them on byte for byte: what this version does
// not know of them stays in them.

package import SystemCalls

extension Session {
    /// The names of the documents that tell of the session itself: its manifest, and its journal if it has one.
    package var ownDocuments: [String] {
        let hasJournal = folder.kind(of: JournalFile.fileName) == .file
        return [SessionManifest.fileName] + (hasJournal ? [JournalFile.fileName] : [])
    }

    /// Opens a plain file of the session.
    ///
    /// - Throws: `SessionError` where it is not there, is no plain file of the folder, or cannot be read.
    package func document(_ name: String) throws(SessionError) -> OpenFile {
        try FolderFile.requirePlain(name, in: folder)
        do throws(SystemError) {
            return try folder.open(name)
        } catch {
            throw .unreadable(error, where: folder.path(ofFile: name))
        }
    }
}
