// Creates the files of an export, which may be in nested folders. Files are written in pieces, since a table of a whole
// night does not fit into memory.

internal import SessionFolder
internal import SystemCalls

/// A folder of an export being written.
struct ExportFolder: Sendable {
    private let root: OpenFolder
    private let gate: ExportGate

    /// Writes into an empty folder, as long as the gate allows it.
    init(_ root: OpenFolder, _ gate: ExportGate) { (self.root, self.gate) = (root, gate) }

    /// Creates a folder in it.
    func makeFolder(_ name: String) throws(SystemError) -> ExportFolder {
        ExportFolder(
            try gate.pass(in: root) { () throws(SystemError) in try root.makeFolder(name) },
            gate
        )
    }

    /// Creates a file, and the folders in its path.
    func create(_ path: String) throws(SystemError) -> ExportFile {
        let parts = path.split(separator: "/").map(String.init)
        var folder = root
        for part in parts.dropLast() {
            let outer = folder
            folder = try gate.pass(in: outer) { () throws(SystemError) in
                outer.kind(of: part) == .missing
                    ? try outer.makeFolder(part) : try outer.folder(part)
            }
        }
        let last = folder
        return ExportFile(
            try gate.pass(in: last) { () throws(SystemError) in try last.create(parts.last ?? "") },
            telling: gate.tell
        )
    }

    /// Creates a file with these bytes.
    func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try create(path)
        try file.add(bytes)
        try file.finish()
    }

    /// Copies the manifest and the journal of a session unchanged.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - path: The folder for the copies; empty for this folder.
    /// - Returns: The names of the copied files.
    /// - Throws: `SessionError` if one cannot be read, and `SystemError` if it cannot be written.
    func copyDocuments(of session: Session, to path: String = "") throws -> [String] {
        let names = session.ownDocuments
        for name in names { try copy(session.document(name), to: "\(path)/\(name)") }
        return names
    }

    /// Copies a regular file byte for byte.
    func copy(_ original: borrowing OpenFile, to path: String) throws(SystemError) {
        let copy = try create(path)
        var place: Int64 = 0
        while true {
            let piece = try original.read(ExportFile.mostWaiting, at: place)
            guard !piece.isEmpty else { break }
            place += Int64(piece.count)
            try copy.add(piece)
        }
        try copy.finish()
    }
}
