// What a writer could not say of its file any more, because it failed or was killed, is found out
// from the file as it lies.

internal import SystemCalls

/// Completes the entries of files whose writers left something open.
enum FileFacts {
    /// Fills in size and checksum where they are missing, and says which files are.
    static func complete(_ manifest: inout SessionManifest, in folder: OpenFolder) {
        for index in manifest.files.indices {
            let file = manifest.files[index]
            guard !file.isLost, file.size == nil || file.checksum == nil else { continue }
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
