// Compares files at the destination with local files: by the destination's own hash if it has one, else by reading them
// back.

extension RcloneEnd {
    func compare(
        _ names: [String],
        of local: String,
        with folder: String
    ) throws(SendError) -> Comparison {
        note(names, of: local, in: folder)
        let hash = Self.hash(among: try known().hashes)
        if let hash {
            let (differing, lacksHashes) = try check(names, of: [local], with: folder, reads: false)
            if !lacksHashes { return Comparison(differing: differing, method: hash) }
        }
        let (differing, _) = try check(names, of: [local], with: folder, reads: true)
        return Comparison(differing: differing, method: Comparison.readBack)
    }

    /// The hash by which rclone compares local files with those there: the first in rclone's own order.
    static func hash(among theirs: [String]) -> String? {
        ["md5", "sha1", "whirlpool", "crc32", "sha256", "dropbox", "hidrive", "mailru", "quickxor"]
            .first(where: theirs.contains)
    }

    /// Runs `rclone check` on files there against a local folder or a list of hashes.
    func check(
        _ names: [String],
        of source: [String],
        with folder: String,
        reads: Bool,
        counting: RcloneProgram.Counting = .readBack
    ) throws(SendError) -> (differing: Set<String>, lacksHashes: Bool) {
        let answer = try rclone.run(
            ["check", "--combined", "-"] + (reads ? ["--download"] : [])
                + source + [destination.place(folder)] + fileOf(names),
            counting: reads ? counting : .neither,
            of: bytes[folder] ?? 0,
            // Status 1 means that files differ; the list says which.
            accepting: RcloneProgram.notThere.union([1])
        )
        let found = Self.verdicts(String(decoding: answer.output, as: UTF8.self))
        var differing: Set<String> = []
        for name in names {
            switch found[name] {
            case "=": continue
            case "*", "+": differing.insert(name)
            default:
                if RcloneProgram.notThere.contains(answer.status) {
                    differing.insert(name)
                    continue
                }
                throw SendError(
                    .passing,
                    "\(name) cannot be compared: \(answer.log.errors.last ?? "rclone says nothing of it")",
                    where: destination.shownPlace(folder),
                    remedy: "see that the server can be reached; it is tried again"
                )
            }
        }
        return (differing, answer.log.lacksHashes)
    }

    /// Parses rclone's combined list: each line is a sign, a space and the file's name.
    static func verdicts(_ text: String) -> [String: Character] {
        var found: [String: Character] = [:]
        for line in text.split(separator: "\n") where line.dropFirst().first == " " {
            found[String(line.dropFirst(2))] = line.first
        }
        return found
    }
}
