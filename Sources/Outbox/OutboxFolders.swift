// Locates the folders in which an outbox keeps its data, and creates them if missing.

internal import SystemCalls

/// Opens the folders of an outbox.
enum OutboxFolders {
    /// A folder inside another one; creates it if missing.
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
