// The files of an export may lie in folders within folders, and are written a piece at a time: a table of a night fits
// into no memory.

internal import SessionFolder
internal import SystemCalls

/// A folder of an export that is being made.
struct ExportFolder: Sendable {
    private let root: OpenFolder
    private let gate: ExportGate

    /// Fills an empty folder, for as long as names can be made.
    init(_ root: OpenFolder, _ gate: ExportGate) { (self.root, self.gate) = (root, gate) }

    /// Makes a folder in it, which is filled in its turn.
    func makeFolder(_ name: String) throws(SystemError) -> ExportFolder {
        ExportFolder(
            try gate.pass(in: root) { () throws(SystemError) in try root.makeFolder(name) },
            gate
        )
    }

    /// Makes a file, and the folders ahead of it.
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

    /// Makes a file of these bytes.
    func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try create(path)
        try file.add(bytes)
        try file.finish()
    }

    /// Copies the manifest and the journal of a session, as they lie there.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - path: The folder that the copies go into; the folder itself if it is empty.
    /// - Returns: The names of what was copied.
    /// - Throws: `SessionError` where one cannot be read, and `SystemError` where it cannot be written.
    func copyDocuments(of session: Session, to path: String = "") throws -> [String] {
        let names = session.ownDocuments
        for name in names { try copy(session.document(name), to: "\(path)/\(name)") }
        return names
    }

    /// Copies a plain file, byte for byte.
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
