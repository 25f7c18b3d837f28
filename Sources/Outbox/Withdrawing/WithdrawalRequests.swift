// A participant withdraws while a service is sending, or while the server cannot be reached. What is asked for is kept
// beside the ledger at once, whoever holds that; the next sender to the destination, or the one that runs, does it. It
// is a file for each session, so that nobody has to wait for anybody to ask.

internal import SampleFile
internal import SystemCalls

/// The sessions that are to be taken back at one destination.
public struct WithdrawalRequests: Sendable {
    private static let folderName = "withdraw"
    private let folder: OpenFolder

    /// Those of a folder of sessions for a destination.
    public init(of place: String, at destination: Destination) throws(SendError) {
        do throws(SystemError) {
            let outbox = try OutboxFolders.folder(of: destination, in: place)
            folder = try OutboxFolders.folder(Self.folderName, in: outbox)
        } catch {
            throw SendError(error, "note what is to be withdrawn", where: place)
        }
    }

    /// Asks for a session to be taken back; it is on the disk when this returns.
    public func add(_ session: String) throws(SendError) {
        do throws(SystemError) {
            try DurableDocument.write(Array(session.utf8), as: Self.file(of: session), in: folder)
        } catch {
            throw SendError(error, "note what is to be withdrawn", where: folder.path)
        }
    }

    /// The names of the sessions that are asked for, sorted.
    ///
    /// What cannot be read is an error: nobody knows then what must not be sent.
    var sessions: [String] {
        get throws(SendError) {
            var found: [String] = []
            do throws(SystemError) {
                for name in try folder.list() where !name.hasPrefix(".") {
                    let bytes = try folder.open(name).readAll(limit: 4096)
                    let session = String(decoding: bytes, as: UTF8.self)
                    // Something else that somebody has put there.
                    if Self.file(of: session) == name { found.append(session) }
                }
            } catch {
                throw SendError(error, "read what is to be withdrawn", where: folder.path)
            }
            return found.sorted()
        }
    }

    /// Has it that a session is not asked for any more: the ledger knows.
    func remove(_ session: String) { try? folder.remove(Self.file(of: session)) }

    private static func file(of session: String) -> String {
        String(Checksum.text(of: Array(session.utf8)).split(separator: ":").last ?? "")
    }
}
