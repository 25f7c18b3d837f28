// Where a run stands is kept in its session folder: it goes where the folder goes, and is deleted with it.
//
// The file grows by a line a change, and waits for the disk with each: to keep the ten-thousandth step costs
// what to keep the first did. A kill leaves at most a line without its end, which counts for nothing. Whoever
// goes on in the folder writes the file anew, and so does a run whose file has come to be mostly history, or
// whose folder is another one by now.

internal import SessionFolder
internal import Synchronization
internal import SystemCalls
internal import TrackedStore

/// The saved progress of the run that records into a session folder.
final class ProgressFile: DocumentStore {
    /// Its name, which no recorder's file has.
    static let name = SessionManifest.progressName
    private static let sizeLimit: Int64 = 1 << 30
    /// How long the file may always get before it is written anew.
    private static let smallSize: Int64 = 1 << 20

    /// The session's folder; it may look at the disk.
    private let folder: @Sendable () throws -> OpenFolder
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var kept: KeptDocuments
        /// The file that grows; none before the first change.
        var file: OpenFile?
        /// Where that is.
        var home: OpenFolder?
        var length: Int64 = 0
        /// How long it was when it was written anew.
        var freshLength: Int64 = 0
    }

    /// Progress of a run that has kept some documents by now, or none: there is no file before the first change.
    convenience init(
        of session: OpenSession,
        goingOnWith kept: KeptDocuments = KeptDocuments()
    ) {
        self.init(kept, session.folderForWriting)
    }

    /// None yet, in a folder that has no run going on.
    convenience init(in folder: OpenFolder) { self.init(KeptDocuments()) { folder } }

    private init(_ kept: KeptDocuments, _ folder: @escaping @Sendable () throws -> OpenFolder) {
        self.folder = folder
        state = Mutex(State(kept: kept))
    }

    /// The progress that lies in a folder; `nil` where none does.
    ///
    /// - Throws: When it cannot be read, or what is in it cannot be believed.
    convenience init?(foundIn folder: OpenFolder) throws {
        guard folder.kind(of: Self.name) != .missing else { return nil }
        let bytes = try folder.open(Self.name).readAll(limit: Self.sizeLimit)
        let kept = try KeptDocuments(lines: bytes)
        // Its first line comes with the file, and where nothing is kept there is none: no kill leaves this.
        guard !kept.isEmpty else { throw DamagedProgress.nothingWhole }
        self.init(kept) { folder }
    }

    /// What is kept by now.
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

    /// Removes the file; one that is not there is removed already.
    private func remove(from folder: OpenFolder) throws(SystemError) {
        do throws(SystemError) {
            try folder.remove(Self.name)
            try folder.synchronize()
        } catch {
            guard error.errno == .notFound else { throw error }
        }
    }

    /// Adds a line; answers the file's length then, or `nil` where the file must be written anew.
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
                // The next line must not come after half of this one.
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
