// A document that must never be half there: it is written beside its place, saved, given its name
// in one step, and then the folder that lists it is saved. A power cut leaves the old or the new.

/// Writes whole documents in place of what has their name.
public enum DurableDocument {
    /// What this writes into until it gives the name.
    public static func temporaryName(for name: String) -> String { ".\(name).tmp" }

    /// Puts `bytes` under `name`; on failure what was there stays, and nothing else.
    ///
    /// Somebody who may write to the folder can put a file of theirs under the temporary name just before it
    /// gets the document's. The document is then written once more; whoever does it again is an error.
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

    /// `false` where something else got the name.
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
            // What closing could still tell, this does: the file stays open to be known again.
            try file.synchronize()
            try folder.rename(temporary, to: name)
            return try folder.leads(name, to: file)
        } catch {
            try? folder.remove(temporary)
            throw error
        }
    }
}
