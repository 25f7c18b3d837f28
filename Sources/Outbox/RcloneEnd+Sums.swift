// Compares files at the destination with hashes of what was sent. rclone reads the hashes from a list in the format of
// `md5sum`; if the destination has no hashes, rclone reads the files back and computes them.

internal import SystemCalls

extension RcloneEnd: SummingEnd {
    private static let sums = "sums"
    /// The hash computed over files that are read back.
    private static let own = "sha256"

    func sum(of name: String, in local: String) throws(SendError) -> FileSum {
        let kind = Self.hash(among: try known().hashes) ?? Self.own
        try rclone.requireVersion(RcloneSettings.oldestWithSums)
        let answer = try rclone.run(
            ["hashsum", kind, "\(local)/\(name)"],
            of: (try? OpenFile.openPlain("\(local)/\(name)").size()) ?? 0
        )
        let text = String(decoding: answer.output, as: UTF8.self)
        guard let digits = text.split(separator: " ").first, digits.count >= 8,
            digits.allSatisfy(\.isHexDigit)
        else {
            throw SendError(
                .setUp,
                "rclone does not report its \(kind)",
                where: "\(local)/\(name)",
                remedy: "see that rclone is whole: `rclone hashsum \(kind)` is to print it"
            )
        }
        return FileSum(kind: kind, digits: String(digits))
    }

    func compare(
        _ sums: [String: FileSum],
        with folder: String
    ) throws(SendError) -> Comparison {
        guard let kind = sums.values.first?.kind else {
            return Comparison(differing: [], method: Comparison.readBack)
        }
        let names = sums.keys.sorted()
        let source = ["--checkfile", kind, try fileOf(sums)]
        if try known().hashes.contains(kind) {
            let found = try check(names, of: source, with: folder, reads: false)
            if !found.lacksHashes { return Comparison(differing: found.differing, method: kind) }
        }
        let found = try check(
            names,
            of: source,
            with: folder,
            reads: true,
            counting: .readBackAlone
        )
        return Comparison(differing: found.differing, method: Comparison.readBack)
    }

    /// Writes the list of hashes to a file.
    private func fileOf(_ sums: [String: FileSum]) throws(SendError) -> String {
        let lines = sums.map { "\($0.value.digits)  \($0.key)\n" }.sorted()
        do throws(SystemError) {
            let file = try folder.createAnew(Self.sums)
            try file.writeAll(Array(lines.joined().utf8), at: 0)
            return file.path
        } catch {
            throw SendError(error, "name the hashes to rclone", where: folder.path)
        }
    }
}
