// A destination may be the folder that sessions are sent from, by whatever way leads there: its path, a link, a remote of
// rclone's configuration. Every session is found "there" then, and a rule would delete the only copy.

internal import SystemCalls

extension Outbox {
    private static let markPrefix = "here-"

    /// Looks whether the destination is the folder of sessions itself: a file that is made here is there at once then.
    ///
    /// - Parameter sees: Whether the destination has a file of this name in this folder now.
    /// - Throws: Where it is, and where that cannot be seen.
    func requireElsewhere(
        _ sees: (_ name: String, _ folder: String) throws(SendError) -> Bool
    ) throws(SendError) {
        let name = Self.markPrefix + String(UInt64.random(in: .min ... .max), radix: 36)
        do throws(SystemError) {
            // A kill may have left earlier ones.
            for left in try folder.list() where left.hasPrefix(Self.markPrefix) {
                try folder.remove(left)
            }
            _ = try folder.create(name)
        } catch {
            throw SendError(error, "see whether this is the destination", where: folder.path)
        }
        defer { try? folder.remove(name) }
        guard try sees(name, "\(SendLedger.folderName)/\(destination.key)") else { return }
        throw SendError(
            .setUp,
            "it is the folder that sessions are sent from: nothing would leave it",
            where: destination.shown,
            remedy: "name another place, or another folder by --from"
        )
    }

    /// Whether a path, which need not be there yet, leads into a folder, through whatever links.
    private static func isInside(_ path: String, of folder: String) -> Bool {
        guard let folder = try? FileSystem.absolutePath(folder) else { return false }
        var (above, below) = (path, "")
        while above != "/" {
            if let real = try? FileSystem.absolutePath(above) {
                return "\(real)\(below)/".hasPrefix(folder == "/" ? "/" : "\(folder)/")
                    && "\(real)\(below)" != folder
            }
            below = "/\(FileSystem.name(of: above))\(below)"
            above = FileSystem.parent(of: above) ?? "/"
        }
        return folder == "/"
    }

    /// Looks for the same at a folder of this machine, which is seen without rclone.
    func requireOtherFolder() throws(SendError) {
        guard destination.text.hasPrefix("/") else { return }
        guard !Self.isInside(destination.text, of: place) else {
            throw SendError(
                .setUp,
                "it lies in the folder that sessions are sent from: what is there would be taken for sessions, and the "
                    + "disk be no emptier",
                where: destination.shown,
                remedy: "name a place outside \(place)"
            )
        }
        try requireElsewhere { name, folder in
            FileSystem.kind(of: destination.place("\(folder)/\(name)")) != .missing
        }
    }
}
