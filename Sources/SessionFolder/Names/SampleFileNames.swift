// Two recorders may have one identifier, or identifiers that differ only in what a file name cannot
// hold; and none may open, or delete, a file that another has open. So one value hands out the
// names of a session, and hands out each once.

internal import SampleFile

/// Hands out the names of a session's sample files.
struct SampleFileNames: Hashable, Sendable {
    /// Names that the session, and those who archive it, keep for themselves.
    static let reserved: Set<String> = [
        "manifest", "taskresult", "answers", "metadata", "journal",
    ]

    /// Stems in lower case: a copy on a system that knows no case must not lose a file.
    private var taken: Set<String>

    /// Starts with names that are taken already, of a folder that has files.
    init(taken names: [String] = []) {
        taken = Set(names.map { Self.stem($0).lowercased() })
    }

    /// A name that nobody had before, such as `walk_motion.json`.
    ///
    /// - Parameters:
    ///   - sections: identifiers of the sections that the recorder runs in, the outermost first.
    ///   - logger: identifier of the logger.
    ///   - fileExtension: without its dot; of a compressed file two of them, as in `json.zst`.
    /// - Returns: the name, which is taken from now on.
    mutating func next(
        sections: [String] = [],
        logger: String,
        fileExtension: String
    ) -> String {
        let parts = (sections + [logger]).map(SafeName.reduced).filter { !$0.isEmpty }
        // The logger's own identifier stands last, and is what tells one file from another.
        var stem = parts.joined(separator: "_")
        if stem.isEmpty { stem = "samples" }
        if stem.utf8.count > SafeName.limit {
            stem = SafeName.reduced(String(stem.suffix(SafeName.limit)))
        }
        var number = Self.reserved.contains(stem.lowercased()) ? 2 : 1
        while taken.contains(SafeName.numbered(stem, number).lowercased()) { number += 1 }
        let name = SafeName.numbered(stem, number)
        taken.insert(name.lowercased())
        // Of all endings, only that of a compressed file has two parts.
        let plain = SampleFileCompression.plainName(of: fileExtension)
        let ending = SafeName.reduced(plain)
        guard !ending.isEmpty else { return name }
        return "\(name).\(ending.prefix(16))\(fileExtension.dropFirst(plain.count))"
    }

    /// Whether a name in a folder, or in a manifest, is one that stays in the folder.
    static func staysInFolder(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
            && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }

    private static func stem(_ name: String) -> Substring {
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return name[...] }
        return name[..<dot]
    }
}
