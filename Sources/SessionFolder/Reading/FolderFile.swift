// Files of a session folder as they may come from anywhere: a link that leads out of the folder, a
// pipe that never ends, a manifest of a hundred megabytes. Only plain files are opened here.

internal import SampleFile
internal import SystemCalls

/// Reads plain files, and nothing that only looks like one.
enum FolderFile {
    /// The whole of a small file.
    static func read(_ path: String, limit: Int64) throws(SessionError) -> [UInt8] {
        try requirePlain(path)
        do throws(SystemError) {
            return try OpenFile.openPlain(path, followingLinks: false).readAll(limit: limit)
        } catch {
            guard error.errno == .fileTooLarge else {
                throw .unreadable(error, where: path)
            }
            throw SessionError(
                "it is larger than \(limit) bytes, which none of its kind is",
                where: path,
                remedy: "name a session that Footfall recorded"
            )
        }
    }

    /// Throws what is wrong with a path that should be a plain file.
    static func requirePlain(_ path: String) throws(SessionError) {
        let what =
            switch FileSystem.kind(of: path) {
            case .file: String?.none
            case .missing: "it is not there"
            case .directory: "it is a folder, not a file"
            case .link: "it is a link, which may lead out of the session"
            case .other: "it is no plain file"
            }
        guard let what else { return }
        if let error = SessionError.outOfReach(path) { throw error }
        throw SessionError(what, where: path, remedy: "restore the file from a copy")
    }

    /// Throws what keeps a plain file from being read.
    static func requireReadable(_ path: String) throws(SessionError) {
        try requirePlain(path)
        do throws(SystemError) {
            _ = try OpenFile.openPlain(path, followingLinks: false)
        } catch {
            throw .unreadable(error, where: path)
        }
    }

    /// Why a file that is there cannot be read: it may be whole all the same.
    static func obstacle(at path: String) -> SessionError? {
        guard FileSystem.kind(of: path) == .file else { return nil }
        do throws(SessionError) {
            try requireReadable(path)
            return nil
        } catch {
            return error
        }
    }

    /// Size and checksum of a file as it lies, in memory that does not grow with it.
    static func digest(_ path: String) throws(SessionError) -> (size: Int64, checksum: String) {
        try requirePlain(path)
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path, followingLinks: false)
            var checksum = Checksum()
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
            defer { unsafe buffer.deallocate() }
            var offset: Int64 = 0
            while true {
                let count = try unsafe file.read(into: buffer, at: offset)
                if count == 0 { return (offset, checksum.text) }
                unsafe checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                offset += Int64(count)
            }
        } catch {
            throw .unreadable(error, where: path)
        }
    }
}
