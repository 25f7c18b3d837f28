// Remembers, for each file of a session, the encrypted file that was made of it. The note is written before the
// encrypted file is sent, so a sender that restarts after a kill knows what it may find at the destination. If the note
// is lost, the file is encrypted and sent once more.

internal import FoundationEssentials
internal import SystemCalls

/// The encrypted files of one session.
struct EncryptedFiles: Hashable, Codable {
    /// One file.
    struct File: Hashable, Codable {
        /// The state of the file here when it was encrypted, see `ChangeMark`.
        var mark: String
        var size: Int64
        /// The size and the hash of the encrypted file.
        var encryptedSize: Int64
        var sum: FileSum
        /// The recipients who can decrypt it; other recipients need another file.
        var readers: [String]
    }

    /// By the names of the files here.
    var files: [String: File] = [:]
}

/// Stores the `EncryptedFiles` of each session as a document in the outbox.
final class EncryptedFilesStore {
    private let folder: OpenFolder
    private static let limit: Int64 = 16 << 20

    /// The store in an outbox's folder; creates it if missing.
    init(inOutbox path: String) throws(SendError) {
        do throws(SystemError) {
            let outbox = try OpenFolder.open(path, ofOneOwner: true)
            folder = try OutboxFolders.folder("encrypted", in: outbox)
        } catch {
            throw SendError(error, "note what was encrypted", where: path)
        }
    }

    /// Empties and returns the folder in which files are encrypted, one at a time; a killed sender may have left a
    /// file.
    func workshop() throws(SendError) -> OpenFolder {
        do throws(SystemError) {
            let made = try OutboxFolders.folder("now", in: folder)
            for name in try made.list() { try made.remove(name) }
            return made
        } catch {
            throw SendError(error, "make room for an encrypted file", where: folder.path)
        }
    }

    /// The note on the session in this folder of the destination; empty if there is none or it cannot be read.
    func files(of place: String) -> EncryptedFiles {
        guard
            let bytes = try? folder.open("\(place).json").readAll(limit: Self.limit),
            let found = try? JSONDecoder().decode(EncryptedFiles.self, from: Data(bytes))
        else { return EncryptedFiles() }
        return found
    }

    /// Stores the note; it is on the disk when this returns.
    func note(_ files: EncryptedFiles, of place: String) throws(SendError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            let bytes = [UInt8](try encoder.encode(files))
            try DurableDocument.write(bytes, as: "\(place).json", in: folder)
        } catch let error as SystemError {
            throw SendError(error, "note what was encrypted", where: folder.path)
        } catch {
            throw SendError(
                .setUp,
                "cannot note what was encrypted: \(error)",
                where: folder.path,
                remedy: "give the session's files shorter names"
            )
        }
    }

    /// Deletes the note of a session.
    func forget(_ place: String) { try? folder.remove("\(place).json") }
}
