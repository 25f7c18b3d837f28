// The files of a dataset lie in folders within folders. They are written here, a piece at a time: a table of a night
// fits into no memory.

internal import FoundationEssentials
internal import Research
internal import SystemCalls

/// A dataset that is being made.
final class BIDSFolder {
    private let root: OpenFolder

    /// Fills an empty folder.
    init(_ root: OpenFolder) { self.root = root }

    /// A file that is being written.
    final class Text {
        private let file: OpenFile
        private var place: Int64 = 0
        private var bytes: [UInt8] = []
        private static let most = 1 << 18

        fileprivate init(_ file: consuming OpenFile) { self.file = file }

        /// Adds a text at the end.
        func add(_ text: String) throws(SystemError) {
            bytes.append(contentsOf: text.utf8)
            if bytes.count > Self.most { try finish() }
        }

        /// Adds bytes at the end.
        func add(_ more: [UInt8]) throws(SystemError) {
            bytes.append(contentsOf: more)
            if bytes.count > Self.most { try finish() }
        }

        /// Writes what has been added.
        func finish() throws(SystemError) {
            try file.writeAll(bytes, at: place)
            place += Int64(bytes.count)
            bytes.removeAll(keepingCapacity: true)
        }
    }

    /// Makes a file, and the folders ahead of it.
    func create(_ path: String) throws(SystemError) -> Text {
        let parts = path.split(separator: "/").map(String.init)
        var folder = root
        for part in parts.dropLast() {
            folder =
                folder.kind(of: part) == .missing
                ? try folder.makeFolder(part) : try folder.folder(part)
        }
        return Text(try folder.create(parts.last ?? ""))
    }

    /// Makes a file of a text.
    func write(_ text: String, to path: String) throws(SystemError) {
        let file = try create(path)
        try file.add(text)
        try file.finish()
    }

    /// Makes a file of a JSON value.
    func write(_ value: JSONValue, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try create(path)
        try file.add(Array(try encoder.encode(value)) + [UInt8(ascii: "\n")])
        try file.finish()
    }

    /// Copies a plain file, byte for byte.
    func copy(_ source: String, to path: String) throws(SystemError) {
        let original = try OpenFile.openPlain(source)
        let copy = try create(path)
        var place: Int64 = 0
        while true {
            let piece = try original.read(1 << 18, at: place)
            guard !piece.isEmpty else { break }
            place += Int64(piece.count)
            try copy.add(piece)
        }
        try copy.finish()
    }
}
