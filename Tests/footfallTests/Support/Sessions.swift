// Sessions for the tests of commands, made by the command itself.

import FoundationEssentials

/// What `footfall record --json` prints.
struct PrintedOutcome: Decodable, Equatable {
    struct File: Decodable, Equatable {
        var path: String
        var identifier: String
        var samples: Int
        var losses: Int
        var records: Int
        var bytes: Int
        var checksum: String
    }

    var session: String
    var status: String
    var files: [File]
    var samples: Int
    var losses: Int
    var seconds: Double
    var error: String?

    init(_ text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    /// The name of the session folder.
    var folder: String { session.split(separator: "/").last.map(String.init) ?? "" }
}

extension TemporaryFolder {
    /// Records a second of a synthetic walk at the low back at full speed.
    borrowing func record(_ words: String...) throws -> PrintedOutcome {
        let line = [
            "record", "--source", "synthetic", "--duration", "1", "--speed", "max", "--placement",
            "lowBack", "--json",
        ]
        let ending = try ChildProcess.footfall(line + words, in: self)
        return try PrintedOutcome(ending.output)
    }

    /// Replaces a part of a text file by another.
    borrowing func replace(_ old: String, by new: String, in file: String) throws {
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        try write(Array(text.replacing(old, with: new, maxReplacements: 1).utf8), to: file)
    }
}
