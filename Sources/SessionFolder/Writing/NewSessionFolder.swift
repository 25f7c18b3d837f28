// A session's folder is its own from the first moment: it has a name that no other has, and is locked before
// anybody can take it for that of a run that died.

internal import SystemCalls

/// Makes the folder of a session.
enum NewSessionFolder {
    /// Makes one in `directory`, which is made if need be.
    static func create(
        for manifest: inout SessionManifest,
        in directory: String,
        by rules: LeaseRules
    ) throws(SessionError) -> FolderTenure {
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            let parent = try OpenFolder.open(directory)
            if try !parent.synchronize() { manifest.notes.append(namesAreNotSaved) }
            // Somebody who takes each name away does not keep us here.
            for attempt in 1...1000 {
                let name = SessionName.name(
                    start: manifest.startDate.instant,
                    of: manifest.participant,
                    identifier: manifest.identifier,
                    run: manifest.taskRunUUID,
                    attempt: attempt
                )
                if let tenure = try create(name, in: parent, by: rules) { return tenure }
            }
            throw SystemError(call: "mkdir", path: directory, errno: .exists)
        } catch {
            throw SessionError(error, "create a session folder", where: directory)
        }
    }

    private static let namesAreNotSaved =
        "the file system cannot be asked to save the names of files: after a power cut new ones may be gone"

    /// A new folder that is one's own; `nil` when the name is another's.
    private static func create(
        _ name: String,
        in parent: OpenFolder,
        by rules: LeaseRules
    ) throws(SystemError) -> FolderTenure? {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try parent.makeFolder(name)
        } catch {
            let isTaken = error.errno == .exists
            // Somebody who closes dead runs may have taken it for one at once.
            let isGone = error.errno == .notFound && error.call == "open"
            if isTaken || isGone { return nil }
            throw error
        }
        do throws(SystemError) {
            guard case .taken(let tenure) = try FolderTenure.take(folder, by: rules) else {
                return nil
            }
            try parent.synchronize()
            return tenure
        } catch {
            if error.errno == .notFound { return nil }
            // It is ours and as good as empty: a folder without a manifest would be nobody's session.
            remove(folder)
            throw error
        }
    }

    /// Deletes a folder in which a session could not begin.
    static func remove(_ tenure: FolderTenure) {
        tenure.release()
        remove(tenure.folder)
    }

    private static func remove(_ folder: OpenFolder) {
        for name in (try? folder.list()) ?? [] { try? folder.remove(name) }
        try? folder.delete()
    }
}
