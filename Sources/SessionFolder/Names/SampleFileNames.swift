// Hands out unique names for the sample files of a session. Two recorders may have the same identifier, or
// identifiers that differ only in characters that a file name cannot hold. No recorder may open, or delete, a
// file that another one has open.

internal import SampleFile

/// Hands out the names of a session's sample files.
struct SampleFileNames: Hashable, Sendable {
    /// Names that sessions and archives use themselves.
    static let reserved: Set<String> = [
        "manifest", "taskresult", "answers", "metadata", "journal",
    ]

    /// The stems in use, in lower case: a copy to a case-insensitive file system must not lose a file.
    private var taken: Set<String>

    /// Starts with the names that exist in a folder.
    init(taken names: [String] = []) {
        taken = Set(names.map { Self.stem($0).lowercased() })
    }

    /// Returns a new name, such as `walk_motion.json`.
    ///
    /// - Parameters:
    ///   - sections: identifiers of the sections that the recorder runs in, the outermost first.
    ///   - logger: identifier of the logger.
    ///   - fileExtension: without its dot; for a compressed file two of them, as in `json.zst`.
    /// - Returns: the name, which is not returned again.
    mutating func next(
        sections: [String] = [],
        logger: String,
        fileExtension: String
    ) -> String {
        let parts = (sections + [logger]).map(SafeName.reduced).filter { !$0.isEmpty }
        // Keep the end of a long name: the logger's own identifier, which distinguishes the files, is last.
        var stem = parts.joined(separator: "_")
        if stem.isEmpty { stem = "samples" }
        if stem.utf8.count > SafeName.limit {
            stem = SafeName.reduced(String(stem.suffix(SafeName.limit)))
        }
        var number = Self.reserved.contains(stem.lowercased()) ? 2 : 1
        while taken.contains(SafeName.numbered(stem, number).lowercased()) { number += 1 }
        let name = SafeName.numbered(stem, number)
        taken.insert(name.lowercased())
        // Only a compressed file has an extension of two parts.
        let plain = SampleFileCompression.plainName(of: fileExtension)
        let ending = SafeName.reduced(plain)
        guard !ending.isEmpty else { return name }
        return "\(name).\(ending.prefix(16))\(fileExtension.dropFirst(plain.count))"
    }

    /// True if a name from a folder or a manifest cannot lead out of the folder.
    static func staysInFolder(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
            && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }

    private static func stem(_ name: String) -> Substring {
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return name[...] }
        return name[..<dot]
    }
}
