// The folders in which an outbox keeps what it knows, made where they are missing.

internal import SystemCalls

/// Finds folders of an outbox.
enum OutboxFolders {
    /// A folder in another one; it is made if there is none.
    static func folder(
        _ name: String,
        in parent: OpenFolder
    ) throws(SystemError) -> OpenFolder {
        do throws(SystemError) {
            return try parent.makeFolder(name)
        } catch {
            guard error.errno == .exists else { throw error }
            return try parent.folder(name, ofOneOwner: true)
        }
    }

    /// The folder of a destination's outbox.
    static func folder(
        of destination: Destination,
        in place: String
    ) throws(SystemError) -> OpenFolder {
        let sessions = try OpenFolder.open(place, ofOneOwner: true)
        return try folder(destination.key, in: try folder(SendLedger.folderName, in: sessions))
    }
}
