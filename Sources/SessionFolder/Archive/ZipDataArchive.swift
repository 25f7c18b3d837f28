// Writes an archive as a ZIP file. The file has a temporary name until it is complete, so that a program that
// sends the files in a folder finds only complete ones.

public import FoundationEssentials
public import Research
internal import SampleFile
internal import Synchronization
internal import SystemCalls
internal import Timebase
internal import ZipFile

/// A ZIP file of a run's files, with `metadata.json` at its end.
///
/// Its name is `<identifier>.zip`, with a number if that exists, and it appears once it is complete. If the
/// object goes away before that, nothing is left. If an error occurs in the middle of a file, nothing is left
/// either, and the archive accepts nothing more. Recorded files are read piece by piece, whatever their size.
public final class ZipDataArchive: RSDDataArchive {
    public let identifier: String
    public let scheduleIdentifier: String?
    private let factory: RSDFactory
    private let folder: OpenFolder
    private let base: String
    /// The number in the partial file's name.
    private let number: Int
    private let state: Mutex<State>
    /// The name of the complete file; outside of `state`, whose lock is held during disk access.
    private let published = Mutex<String?>(nil)

    private struct State: ~Copyable {
        /// The file; `nil` once it is complete, or deleted.
        var file: OpenFile?
        /// Why it was deleted.
        var failure: String?
        var writer = ZipWriter()
        var offset: Int64 = 0
        var taken: Set<String> = []

        init(_ file: consuming OpenFile) { self.file = consume file }
    }

    /// Begins a ZIP file.
    ///
    /// - Parameters:
    ///   - identifier: The archive's name, from which the file name is made.
    ///   - scheduleIdentifier: The identifier of the run in the host's schedule.
    ///   - directory: The folder for the ZIP file.
    ///   - factory: Encodes `metadata.json`, and provides the time zone.
    /// - Throws: `SessionError` if nothing can be written there.
    public init(
        identifier: String,
        scheduleIdentifier: String? = nil,
        in directory: String,
        by factory: RSDFactory = RSDFactory()
    ) throws(SessionError) {
        let safe = SafeName.reduced(identifier)
        let base = safe.isEmpty ? "archive" : safe
        do throws(SystemError) {
            folder = try OpenFolder.open(directory)
            var number = 1
            while true {
                // Another program may create the file between the check and our creating it.
                if folder.kind(of: Self.whole(base, number)) == .missing,
                    let file = try Self.created(Self.partial(base, number), in: folder)
                {
                    state = Mutex(State(file))
                    break
                }
                number += 1
            }
            self.number = number
        } catch {
            throw SessionError(error, "begin an archive", where: directory)
        }
        self.base = base
        self.identifier = identifier
        self.scheduleIdentifier = scheduleIdentifier
        self.factory = factory
    }

    deinit {
        let isPartial = state.withLock { $0.file != nil }
        if isPartial { try? folder.remove(partial) }
    }

    /// The path of the ZIP file; `nil` until it is complete.
    public var path: String? { published.withLock { $0 }.map { folder.path(ofFile: $0) } }

    public func insertDataIntoArchive(_ data: Data, manifest: RSDFileManifest) throws {
        try state.withLock { try write([UInt8](data), as: manifest, &$0) }
    }

    /// Adds a recorded file, piece by piece.
    public func insertFileIntoArchive(at path: String, manifest: RSDFileManifest) throws {
        try state.withLock { (state) throws(SessionError) in
            let recorded = try ArchivedFile.open(path)
            let size = try ArchivedFile.size(recorded, at: path)
            try check(manifest, &state)
            do throws(SessionError) {
                try begin(manifest, ofSize: size, &state)
                try copy(recorded, at: path, ofSize: size, &state)
                try put(state.writer.endFile(), &state)
            } catch {
                throw broken(error, &state)
            }
        }
    }

    public func completeArchive(with metadata: RSDTaskMetadata) throws {
        let manifest = RSDFileManifest(
            filename: Self.metadataName,
            timestamp: metadata.endDate,
            contentType: "application/json"
        )
        let bytes = [UInt8](try factory.createJSONEncoder().encode(metadata))
        try state.withLock { state in
            try write(bytes + [UInt8(ascii: "\n")], as: manifest, &state, isMetadata: true)
            do throws(SessionError) {
                try put(state.writer.finish(), &state)
                try publish(&state)
            } catch {
                throw broken(error, &state)
            }
            state.file = nil
        }
    }

    /// Deletes the file, even if it is complete.
    public func discardArchive() {
        state.withLock { state in
            if state.failure == nil { delete(&state, because: "it was discarded") }
        }
    }

    // MARK: Names

    private var partial: String { Self.partial(base, number) }

    private static func whole(_ base: String, _ number: Int) -> String {
        "\(SafeName.numbered(base, number)).zip"
    }

    private static func partial(_ base: String, _ number: Int) -> String {
        "\(whole(base, number)).partial"
    }

    /// Creates a file; returns `nil` if the name is taken.
    private static func created(
        _ name: String,
        in folder: OpenFolder
    ) throws(SystemError) -> OpenFile? {
        do throws(SystemError) {
            return try folder.create(name)
        } catch {
            guard error.errno == .exists else { throw error }
            return nil
        }
    }

    /// Gives the complete file its name; if that is taken by now, uses the next free number.
    private func publish(_ state: inout State) throws(SessionError) {
        do throws(SystemError) {
            try state.file?.synchronize()
            var number = number
            while try !take(Self.whole(base, number)) { number += 1 }
            published.withLock { $0 = Self.whole(base, number) }
            try folder.synchronize()
        } catch {
            throw SessionError(error, "end the archive", where: folder.path)
        }
    }

    /// Gives the partial file its final name; returns `false` if that is taken.
    private func take(_ name: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try folder.link(partial, as: name)
        } catch {
            if error.errno == .exists { return false }
            guard error.meansNoHardLinks else { throw error }
            return try takeByMoving(name)
        }
        // The file has its name; if the old name cannot be removed, it does no harm.
        try? folder.remove(partial)
        return true
    }

    /// Renames the partial file to a name, without replacing a file; returns `false` if the name is taken.
    private func takeByMoving(_ name: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try folder.move(partial, to: folder, as: name)
            return true
        } catch {
            guard error.errno == .exists else { throw error }
            return false
        }
    }

    // MARK: Failing

    /// Deletes the file after an error that may have left it incomplete; returns the error.
    private func broken(_ error: SessionError, _ state: inout State) -> SessionError {
        delete(&state, because: error.what)
        return error
    }

    private func delete(_ state: inout State, because reason: String) {
        let whole = published.withLock { name in
            defer { name = nil }
            return name
        }
        if let whole { try? folder.remove(whole) } else { try? folder.remove(partial) }
        state.file = nil
        state.failure = reason
    }

    // MARK: Writing

    /// How much is read from the disk at once.
    private static let pieceBytes = 256 << 10
    private static let metadataName = "\(RSDReservedFilename.metadata.rawValue).json"

    private func write(
        _ bytes: [UInt8],
        as manifest: RSDFileManifest,
        _ state: inout State,
        isMetadata: Bool = false
    ) throws(SessionError) {
        try check(manifest, &state, isMetadata: isMetadata)
        do throws(SessionError) {
            try begin(manifest, ofSize: Int64(bytes.count), &state)
            try put(state.writer.add(bytes), &state)
            try put(state.writer.endFile(), &state)
        } catch {
            throw broken(error, &state)
        }
    }

    /// Reserves a file's name, or throws before anything of the file is written.
    private func check(
        _ manifest: RSDFileManifest,
        _ state: inout State,
        isMetadata: Bool = false
    ) throws(SessionError) {
        let name = manifest.filename
        guard Self.staysInside(name) else {
            throw refusal(of: name, "the name leads out of the archive", "name a file inside it")
        }
        guard isMetadata || name != Self.metadataName else {
            throw refusal(of: name, "the archive writes this file itself", "choose another name")
        }
        if let failure = state.failure {
            throw refusal(
                of: name,
                "the archive has failed and is deleted: \(failure)",
                "begin another one"
            )
        }
        guard state.file != nil else {
            throw refusal(of: name, "the archive is complete", "begin another one")
        }
        guard state.taken.insert(name).inserted else {
            throw refusal(of: name, "the archive has such a file", "choose another name")
        }
    }

    private func begin(
        _ manifest: RSDFileManifest,
        ofSize size: Int64,
        _ state: inout State
    ) throws(SessionError) {
        let instant =
            WallInstant(nearest: manifest.timestamp) ?? WallInstant(nanosecondsSince1970: 0)
        let date = LocalDate(instant, factory.utcOffset(at: instant))
        try put(state.writer.begin(manifest.filename, ofSize: size, ZipWriter.Time(date)), &state)
    }

    private func copy(
        _ recorded: borrowing DocumentText,
        at path: String,
        ofSize size: Int64,
        _ state: inout State
    ) throws(SessionError) {
        var offset: Int64 = 0
        while offset < size {
            let piece: [UInt8]
            do throws(SystemError) {
                let count = Int(min(Int64(Self.pieceBytes), size - offset))
                piece = try recorded.read(count, at: offset)
            } catch {
                throw .unreadable(error, where: path)
            }
            guard !piece.isEmpty else {
                throw SessionError(
                    "the file became shorter while it was read",
                    where: path,
                    remedy: "stop the program that writes to it, and archive the run again"
                )
            }
            offset += Int64(piece.count)
            try put(state.writer.add(piece), &state)
        }
    }

    private func put(_ bytes: [UInt8], _ state: inout State) throws(SessionError) {
        do throws(SystemError) {
            try state.file?.writeAll(bytes, at: state.offset)
        } catch {
            throw SessionError(error, "write the archive", where: folder.path)
        }
        state.offset += Int64(bytes.count)
    }

    private func refusal(of name: String, _ what: String, _ remedy: String) -> SessionError {
        SessionError(
            what,
            where: "\(folder.path(ofFile: Self.whole(base, number))): \(name)",
            remedy: remedy
        )
    }

    /// True if unpacking the archive cannot write this file outside of the target folder.
    private static func staysInside(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "\\"))
            && !parts.contains { $0.isEmpty || [".", ".."].contains(String($0)) }
    }
}
