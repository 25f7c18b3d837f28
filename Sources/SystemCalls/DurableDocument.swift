// A document that must never be half there: it is written beside its place, saved, given its name
// in one step, and then the folder that lists it is saved. A power cut leaves the old or the new.

/// Writes whole documents in place of what has their name.
public enum DurableDocument {
    /// What this writes into until it gives the name.
    public static func temporaryName(for name: String) -> String { ".\(name).tmp" }

    /// Puts `bytes` under `name`; on failure what was there stays, and nothing else.
    public static func write(
        _ bytes: [UInt8],
        as name: String,
        in folder: OpenFolder,
        permissions: UInt32 = 0o600
    ) throws(SystemError) {
        let temporary = temporaryName(for: name)
        do throws(SystemError) {
            let file = try folder.createAnew(temporary, permissions: permissions)
            try file.writeAll(bytes, at: 0)
            try file.synchronize()
            try file.close()
            try folder.rename(temporary, to: name)
        } catch {
            try? folder.remove(temporary)
            throw error
        }
        try folder.synchronize()
    }
}
