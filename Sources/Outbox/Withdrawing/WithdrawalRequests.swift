// A participant may withdraw while a service is sending, or while the server cannot be reached. So the request is
// stored at once in the outbox, which needs no lock; the running sender or the next one carries it out. Each request is
// a file of its own, so that no process waits for another.

internal import SampleFile
internal import SystemCalls

/// The requests to withdraw sessions from one destination.
public struct WithdrawalRequests: Sendable {
    private static let folderName = "withdraw"
    private let folder: OpenFolder

    /// The requests for a folder of sessions and a destination.
    public init(of place: String, at destination: Destination) throws(SendError) {
        do throws(SystemError) {
            let outbox = try OutboxFolders.folder(of: destination, in: place)
            folder = try OutboxFolders.folder(Self.folderName, in: outbox)
        } catch {
            throw SendError(error, "note what is to be withdrawn", where: place)
        }
    }

    /// Adds a request for a session; it is on the disk when this returns.
    public func add(_ session: String) throws(SendError) {
        do throws(SystemError) {
            try DurableDocument.write(Array(session.utf8), as: Self.file(of: session), in: folder)
        } catch {
            throw SendError(error, "note what is to be withdrawn", where: folder.path)
        }
    }

    /// The names of the sessions in the requests, sorted.
    ///
    /// Throws if a request cannot be read: then it is unknown which sessions must not be sent.
    var sessions: [String] {
        get throws(SendError) {
            var found: [String] = []
            do throws(SystemError) {
                for name in try folder.list() where !name.hasPrefix(".") {
                    let bytes = try folder.open(name).readAll(limit: 4096)
                    let session = String(decoding: bytes, as: UTF8.self)
                    // A file with any other name is not a request.
                    if Self.file(of: session) == name { found.append(session) }
                }
            } catch {
                throw SendError(error, "read what is to be withdrawn", where: folder.path)
            }
            return found.sorted()
        }
    }

    /// Deletes a request, after the ledger has recorded it.
    func remove(_ session: String) { try? folder.remove(Self.file(of: session)) }

    private static func file(of session: String) -> String {
        String(Checksum.text(of: Array(session.utf8)).split(separator: ":").last ?? "")
    }
}
