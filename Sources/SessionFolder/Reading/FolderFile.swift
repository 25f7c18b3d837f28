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
                throw SessionError(error, "read it", where: path)
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
        throw SessionError(what, where: path, remedy: "restore the file from a copy")
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
            throw SessionError(error, "read it", where: path)
        }
    }
}
