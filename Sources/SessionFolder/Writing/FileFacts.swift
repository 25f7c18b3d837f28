// Completes manifest entries from the files themselves, if a writer failed or was killed before it could report
// size and checksum.

internal import SystemCalls

/// Completes the manifest entries of files whose writers did not report everything.
enum FileFacts {
    /// Fills in missing sizes and checksums of all files or one, and reports files that cannot be read.
    static func complete(
        _ manifest: inout SessionManifest,
        only name: String? = nil,
        in folder: OpenFolder
    ) {
        for index in manifest.files.indices {
            let file = manifest.files[index]
            guard name == nil || file.path == name, !file.isLost,
                file.size == nil || file.checksum == nil
            else { continue }
            do throws(SessionError) {
                let digest = try FolderFile.digest(file.path, in: folder)
                manifest.files[index].size = digest.size
                manifest.files[index].checksum = digest.checksum
            } catch {
                if file.error == nil { manifest.files[index].error = error.what }
                manifest.apply(.error("\(file.path): \(error.what)"))
            }
        }
    }
}
