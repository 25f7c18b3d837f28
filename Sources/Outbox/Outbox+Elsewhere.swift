// A destination may be the very folder that sessions are sent from, reached by its path, a link, or a remote of
// rclone's configuration. Every session is then found "at the destination", and a rule would delete the only copy.
// These checks prevent that.

internal import SystemCalls

extension Outbox {
    private static let markPrefix = "here-"

    /// Checks that the destination is not the folder of sessions: creates a file here, and sees whether it appears
    /// there.
    ///
    /// - Parameter sees: Returns true if the destination has a file of this name in this folder now.
    /// - Throws: If it is the same folder, or that cannot be determined.
    func requireElsewhere(
        _ sees: (_ name: String, _ folder: String) throws(SendError) -> Bool
    ) throws(SendError) {
        let name = Self.markPrefix + String(UInt64.random(in: .min ... .max), radix: 36)
        do throws(SystemError) {
            // A killed process may have left earlier ones.
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

    /// True if a path, which need not exist yet, leads into a folder, through whatever links.
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

    /// The same check for a local destination, which needs no rclone.
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
