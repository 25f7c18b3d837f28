// Creates the folder of a session, with a unique name. The folder is locked at once, before another process can
// take it for the folder of a killed run.

internal import SystemCalls

/// Creates the folder of a session.
enum NewSessionFolder {
    /// Creates a session folder in `directory`, which is created if necessary.
    static func create(
        for manifest: inout SessionManifest,
        in directory: String,
        by rules: LeaseRules
    ) throws(SessionError) -> FolderTenure {
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            let parent = try OpenFolder.open(directory)
            if try !parent.synchronize() { manifest.notes.append(namesAreNotSaved) }
            // The limit prevents an endless loop if another program takes every name.
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
            throw failure(error, in: directory)
        }
    }

    /// Describes why no session folder could be created in `directory`, which the user may have named by a short path.
    static func failure(_ cause: SystemError, in directory: String) -> SessionError {
        var error = SessionError(cause, "create a session folder", where: directory)
        error.where = absolutePath(of: directory)
        if cause.errno == .access || cause.errno == .permission {
            error.remedy =
                "choose another folder with --output, or ask for the right to write there"
        }
        return error
    }

    /// The absolute path of a folder that may not exist.
    private static func absolutePath(of folder: String) -> String {
        if let path = try? FileSystem.absolutePath(folder) { return path }
        guard !folder.hasPrefix("/"), let here = try? FileSystem.absolutePath(".") else {
            return folder
        }
        return here == "/" ? "/\(folder)" : "\(here)/\(folder)"
    }

    private static let namesAreNotSaved =
        "the file system cannot be asked to save the names of files: after a power cut new ones may be gone"

    /// Creates one folder and takes ownership of it; returns `nil` if the name exists already.
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
            // Another run that closes crashed sessions may have removed it as empty.
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
            // The folder is ours and empty. Remove it: without a manifest it would not be a session.
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
