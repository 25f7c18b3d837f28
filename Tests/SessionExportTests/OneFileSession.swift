import Foundation
import SessionFolder
import Testing

/// A session with one unsealed file of given records, and without a journal and a result.
enum OneFileSession {
    /// The folder of the repository's sample sessions.
    static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)

    /// Creates a session at a path, with records that are separated by commas.
    static func make(
        at path: String,
        _ records: String,
        _ change: (inout SessionManifest) throws -> Void
    ) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var manifest = try Session(opening: "\(samples)/SyntheticWalk").manifest
        (manifest.journal, manifest.taskResult) = (nil, nil)
        var file = try #require(manifest.files.first { $0.path.hasSuffix("motion.json") })
        (file.size, file.checksum) = (nil, nil)
        manifest.files = [file]
        try change(&manifest)
        try Data(manifest.encoded()).write(to: URL(filePath: "\(path)/manifest.json"))
        try Data("[\n\(records)\n]".utf8).write(to: URL(filePath: "\(path)/\(file.path)"))
    }
}
