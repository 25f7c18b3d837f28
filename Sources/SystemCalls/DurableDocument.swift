// Writes a document so that it is never incomplete: into a temporary file, which is synchronised and renamed in one
// step; then the folder is synchronised. After a power cut, either the old or the new document is there.

/// Replaces whole documents.
public enum DurableDocument {
    /// The temporary name of a document.
    public static func temporaryName(for name: String) -> String { ".\(name).tmp" }

    /// Writes `bytes` to the document `name`; a failure before the renaming leaves only the old document.
    ///
    /// After a later failure the new one is there, but perhaps not yet on the disk.
    ///
    /// Another user with access to the folder can replace the temporary file just before the renaming. The document is
    /// then written once more; a second replacement is an error, and that user's file keeps the name.
    public static func write(
        _ bytes: [UInt8],
        as name: String,
        in folder: OpenFolder,
        permissions: UInt32 = 0o600
    ) throws(SystemError) {
        for _ in 0..<2 where try put(bytes, under: name, in: folder, permissions) {
            try folder.synchronize()
            return
        }
        throw SystemError(call: "rename", path: folder.path(ofFile: name), errno: .stale)
    }

    /// Writes the temporary file and renames it; returns `false` if another file got the name.
    private static func put(
        _ bytes: [UInt8],
        under name: String,
        in folder: OpenFolder,
        _ permissions: UInt32
    ) throws(SystemError) -> Bool {
        let temporary = temporaryName(for: name)
        do throws(SystemError) {
            let file = try folder.createAnew(temporary, permissions: permissions)
            try file.writeAll(bytes, at: 0)
            // Synchronising reports every error that closing could. The file stays open, to be recognised after the
            // renaming.
            try file.synchronize()
            try folder.rename(temporary, to: name)
            return try folder.leads(name, to: file)
        } catch {
            try? folder.remove(temporary)
            throw error
        }
    }
}
