// What was made of each file of a session when it was encrypted. It is noted before the encrypted file leaves: what
// comes back after a kill knows what it may find there. Whoever loses it encrypts and sends once more.

internal import FoundationEssentials
internal import SystemCalls

/// The encrypted files of one session.
struct EncryptedFiles: Hashable, Codable {
    /// One file.
    struct File: Hashable, Codable {
        /// What the file was here, see `ChangeMark`.
        var mark: String
        var size: Int64
        /// How many bytes its encrypted file has, and the hash of them.
        var encryptedSize: Int64
        var sum: FileSum
        /// Who can read it: other keys need another file.
        var readers: [String]
    }

    /// By the names of the files here.
    var files: [String: File] = [:]
}

/// Where that is kept: a document for each session in the outbox.
final class EncryptedFilesStore {
    private let folder: OpenFolder
    private static let limit: Int64 = 16 << 20

    /// The store in an outbox's folder; it is made if there is none.
    init(inOutbox path: String) throws(SendError) {
        do throws(SystemError) {
            let outbox = try OpenFolder.open(path, ofOneOwner: true)
            folder = try OutboxFolders.folder("encrypted", in: outbox)
        } catch {
            throw SendError(error, "note what was encrypted", where: path)
        }
    }

    /// Where encrypted files are made, one at a time; what a kill has left there goes.
    func workshop() throws(SendError) -> OpenFolder {
        do throws(SystemError) {
            let made = try OutboxFolders.folder("now", in: folder)
            for name in try made.list() { try made.remove(name) }
            return made
        } catch {
            throw SendError(error, "make room for an encrypted file", where: folder.path)
        }
    }

    /// What is known of the session with this place there; nothing where that is lost.
    func files(of place: String) -> EncryptedFiles {
        guard
            let bytes = try? folder.open("\(place).json").readAll(limit: Self.limit),
            let found = try? JSONDecoder().decode(EncryptedFiles.self, from: Data(bytes))
        else { return EncryptedFiles() }
        return found
    }

    /// Notes it; it is on the disk when this returns.
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

    /// Forgets a session.
    func forget(_ place: String) { try? folder.remove("\(place).json") }
}
