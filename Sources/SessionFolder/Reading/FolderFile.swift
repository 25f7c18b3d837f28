// Opens the files of a session folder safely. A folder may come from anywhere, and may contain a link that leads
// out of it, a pipe that never ends, or a manifest of a hundred megabytes. Only plain files are opened here.

internal import SampleFile
internal import SystemCalls

/// Reads plain files, and nothing else.
enum FolderFile {
    /// Reads a whole small file.
    static func read(
        _ name: String,
        in folder: OpenFolder,
        limit: Int64
    ) throws(SessionError) -> [UInt8] {
        try requirePlain(name, in: folder)
        let path = folder.path(ofFile: name)
        do throws(SystemError) {
            return try folder.open(name).readAll(limit: limit)
        } catch {
            guard error.errno == .fileTooLarge else {
                throw .unreadable(error, where: path)
            }
            throw tooLarge(path, limit: limit)
        }
    }

    private static func tooLarge(_ path: String, limit: Int64) -> SessionError {
        SessionError(
            "it is larger than \(limit) bytes, which none of its kind is",
            where: path,
            remedy: "name a session that Footfall recorded"
        )
    }

    /// True if a small file has the bytes that the manifest says.
    ///
    /// Does not read a file of another size; throws for one above `limit`.
    static func isUnchanged(
        _ document: SessionManifest.Document,
        in folder: OpenFolder,
        limit: Int64
    ) throws(SessionError) -> Bool {
        try requirePlain(document.path, in: folder)
        let path = folder.path(ofFile: document.path)
        let size: Int64
        do throws(SystemError) {
            size = try folder.open(document.path).size()
        } catch {
            throw .unreadable(error, where: path)
        }
        guard size <= limit else { throw tooLarge(path, limit: limit) }
        guard size == document.size else { return false }
        return try digest(document.path, in: folder).checksum == document.checksum
    }

    /// Throws if `name` is not a plain file.
    static func requirePlain(_ name: String, in folder: OpenFolder) throws(SessionError) {
        let what =
            switch folder.kind(of: name) {
            case .file: String?.none
            case .missing: "it is not there"
            case .directory: "it is a folder, not a file"
            case .link: "it is a link, which may lead out of the session"
            case .other: "it is no plain file"
            }
        guard let what else { return }
        if let error = SessionError.outOfReach(name, in: folder) { throw error }
        throw SessionError(
            what,
            where: folder.path(ofFile: name),
            remedy: "restore the file from a copy"
        )
    }

    /// Throws if a plain file cannot be read.
    static func requireReadable(_ name: String, in folder: OpenFolder) throws(SessionError) {
        try requirePlain(name, in: folder)
        do throws(SystemError) {
            _ = try folder.open(name)
        } catch {
            throw .unreadable(error, where: folder.path(ofFile: name))
        }
    }

    /// Returns why an existing file cannot be read, for example for lack of permission: the file itself may be
    /// whole.
    static func obstacle(at name: String, in folder: OpenFolder) -> SessionError? {
        guard folder.kind(of: name) == .file else { return nil }
        do throws(SessionError) {
            try requireReadable(name, in: folder)
            return nil
        } catch {
            return error
        }
    }

    /// Computes size and checksum of a file, or of its first bytes.
    static func digest(
        _ name: String,
        in folder: OpenFolder,
        upTo end: Int64 = .max
    ) throws(SessionError) -> (size: Int64, checksum: String) {
        try requirePlain(name, in: folder)
        do throws(SystemError) {
            let digest = try FileDigest(of: folder.open(name), upTo: end)
            return (digest.bytes, digest.checksum.text)
        } catch {
            throw .unreadable(error, where: folder.path(ofFile: name))
        }
    }
}
