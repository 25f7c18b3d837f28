// Files of a session folder as they may come from anywhere: a link that leads out of the folder, a
// pipe that never ends, a manifest of a hundred megabytes. Only plain files are opened here.

internal import SampleFile
internal import SystemCalls

/// Reads plain files, and nothing that only looks like one.
enum FolderFile {
    /// The whole of a small file.
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

    /// Whether a small file has the bytes that the manifest tells; one of another size is not read for it,
    /// nor is one that is larger than any of its kind.
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

    /// Throws what is wrong with what should be a plain file.
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

    /// Throws what keeps a plain file from being read.
    static func requireReadable(_ name: String, in folder: OpenFolder) throws(SessionError) {
        try requirePlain(name, in: folder)
        do throws(SystemError) {
            _ = try folder.open(name)
        } catch {
            throw .unreadable(error, where: folder.path(ofFile: name))
        }
    }

    /// Why a file that is there cannot be read: it may be whole all the same.
    static func obstacle(at name: String, in folder: OpenFolder) -> SessionError? {
        guard folder.kind(of: name) == .file else { return nil }
        do throws(SessionError) {
            try requireReadable(name, in: folder)
            return nil
        } catch {
            return error
        }
    }

    /// Size and checksum of a file as it lies, or of its first bytes.
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
