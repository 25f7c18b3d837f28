// Compression for boards that record for days on a small card. A compressed file is as safe as a plain one: it is
// whole after every flush.

/// How a sample file is compressed.
public enum SampleFileCompression: String, Sendable, Hashable, Codable, CaseIterable {
    /// Zstandard, in frames that `zstd`, pandas and R read.
    case zstd

    /// What a compressed file's name ends with, after the extension of its layout and a dot.
    public var fileExtension: String {
        switch self {
        case .zstd: "zst"
        }
    }

    /// The compression that a file's name shows; `nil` for a plain file.
    package init?(ofFile name: String) {
        guard let found = Self.allCases.first(where: { name.hasSuffix(".\($0.fileExtension)") })
        else { return nil }
        self = found
    }

    /// The name of the plain document in a file, such as `walk_motion.json` in `walk_motion.json.zst`.
    package static func plainName(of name: String) -> String {
        guard let compression = Self(ofFile: name) else { return name }
        return String(name.dropLast(compression.fileExtension.count + 1))
    }
}
