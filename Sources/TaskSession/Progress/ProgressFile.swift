// The saved progress of a run, kept in its session folder: it moves with the folder, and is deleted with it.
//
// Each change appends one line and waits until the disk has it, so that a change costs the same however long the
// run is. If the process is killed, at most the last line is incomplete, and an incomplete line is ignored.
//
// The file is rewritten when a run is resumed, when most of its lines are outdated, and when the session writes to
// another folder.

internal import SessionFolder
internal import Synchronization
internal import SystemCalls
internal import TrackedStore

/// The saved progress of the run that records into a session folder.
final class ProgressFile: DocumentStore {
    /// The file's name; no recorder's file has it.
    static let name = SessionManifest.progressName
    private static let sizeLimit: Int64 = 1 << 30
    /// The size below which the file is never rewritten to drop outdated lines.
    private static let smallSize: Int64 = 1 << 20

    /// Returns the session's folder; it may read the disk.
    private let folder: @Sendable () throws -> OpenFolder
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var kept: KeptDocuments
        /// The file that changes are appended to; `nil` if the next change must write the whole file.
        var file: OpenFile?
        /// The folder that `file` is in.
        var home: OpenFolder?
        var length: Int64 = 0
        /// The length of the file after it was last rewritten.
        var freshLength: Int64 = 0
    }

    /// Progress of an open session, with the documents kept so far; no file is made before the first change.
    convenience init(
        of session: OpenSession,
        goingOnWith kept: KeptDocuments = KeptDocuments()
    ) {
        self.init(kept, session.folderForWriting)
    }

    /// Empty progress, in a folder without a running session.
    convenience init(in folder: OpenFolder) { self.init(KeptDocuments()) { folder } }

    private init(_ kept: KeptDocuments, _ folder: @escaping @Sendable () throws -> OpenFolder) {
        self.folder = folder
        state = Mutex(State(kept: kept))
    }

    /// Reads the progress in a folder; returns `nil` if there is none.
    ///
    /// - Throws: If it cannot be read, or is damaged.
    convenience init?(foundIn folder: OpenFolder) throws {
        guard folder.kind(of: Self.name) != .missing else { return nil }
        let bytes = try folder.open(Self.name).readAll(limit: Self.sizeLimit)
        let kept = try KeptDocuments(lines: bytes)
        // The file is written together with its first line, and removed when nothing is kept: a killed process
        // cannot leave an empty file.
        guard !kept.isEmpty else { throw DamagedProgress.nothingWhole }
        self.init(kept) { folder }
    }

    /// The documents kept so far.
    var documents: KeptDocuments { state.withLock { $0.kept } }

    /// Whether nothing is kept.
    var isEmpty: Bool { documents.isEmpty }

    func documents(ofKind kind: String) -> [String: [UInt8]] {
        state.withLock { $0.kept.documents(ofKind: kind) }
    }

    func change(_ changes: [TrackedChange]) throws {
        let folder = try folder()
        try state.withLock { state in
            if state.home != folder { state.file = nil }
            var kept = state.kept
            kept.apply(changes)
            if kept.isEmpty {
                state.file = nil
                try remove(from: folder)
            } else if let length = try append(changes, to: state, in: folder) {
                state.length = length
            } else {
                try writeAnew(kept, in: folder, &state)
            }
            state.kept = kept
        }
    }

    /// Removes the file; does nothing if there is none.
    private func remove(from folder: OpenFolder) throws(SystemError) {
        do throws(SystemError) {
            try folder.remove(Self.name)
            try folder.synchronize()
        } catch {
            guard error.errno == .notFound else { throw error }
        }
    }

    /// Appends a line; returns the new length, or `nil` if the file must be rewritten.
    private func append(
        _ changes: [TrackedChange],
        to state: borrowing State,
        in folder: OpenFolder
    ) throws -> Int64? {
        let isShort = state.length < max(Self.smallSize, state.freshLength * 4)
        guard isShort, folder.kind(of: Self.name) == .file else { return nil }
        switch state.file {
        case .some(let file):
            let line = try KeptDocuments.line(of: changes)
            do throws(SystemError) {
                try file.writeAll(line, at: state.length)
                try file.synchronize()
            } catch {
                // Remove the incomplete line, or the next one would be appended to it.
                try? file.truncate(to: state.length)
                throw error
            }
            return state.length + Int64(line.count)
        case nil: return nil
        }
    }

    private func writeAnew(
        _ kept: KeptDocuments,
        in folder: OpenFolder,
        _ state: inout State
    ) throws {
        state.file = nil
        let bytes = try KeptDocuments.line(of: kept.asChanges)
        try DurableDocument.write(bytes, as: Self.name, in: folder)
        state.file = try folder.openForWriting(Self.name)
        state.home = folder
        state.length = Int64(bytes.count)
        state.freshLength = state.length
    }
}
