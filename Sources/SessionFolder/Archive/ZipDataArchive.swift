// An archive that is a ZIP file. Until it is complete it has another name: whoever sends what lies in a folder finds
// whole files alone.

public import FoundationEssentials
public import Research
internal import Synchronization
internal import SystemCalls
internal import Timebase
internal import ZipFile

/// A ZIP file of a run's files, with `metadata.json` at its end.
///
/// It is `<identifier>.zip` in its folder, with a number where there is such a file, and is there once it is complete;
/// one that is let go before leaves nothing. Recorded files are read piece by piece, whatever their size.
public final class ZipDataArchive: RSDDataArchive {
    public let identifier: String
    public let scheduleIdentifier: String?
    private let factory: RSDFactory
    private let folder: OpenFolder
    private let names: (partial: String, whole: String)
    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// The file; `nil` once it is complete.
        var file: OpenFile?
        var writer = ZipWriter()
        var offset: Int64 = 0
        var taken: Set<String> = []

        init(_ file: consuming OpenFile) { self.file = consume file }
    }

    /// Begins a ZIP file.
    ///
    /// - Parameters:
    ///   - identifier: What the archive is called, and the file after it.
    ///   - scheduleIdentifier: When the run was to be, by the name that the host's schedule has for it.
    ///   - directory: The folder that it is written into.
    ///   - factory: Encodes `metadata.json`, and knows the time zone.
    /// - Throws: `SessionError` when nothing can be written there.
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
                let name = SafeName.numbered(base, number)
                let (partial, whole) = ("\(name).zip.partial", "\(name).zip")
                number += 1
                guard folder.kind(of: whole) == .missing, folder.kind(of: partial) == .missing
                else { continue }
                state = Mutex(State(try folder.create(partial)))
                names = (partial, whole)
                break
            }
        } catch {
            throw SessionError(error, "begin an archive", where: directory)
        }
        self.identifier = identifier
        self.scheduleIdentifier = scheduleIdentifier
        self.factory = factory
    }

    deinit {
        let isPartial = state.withLock { $0.file != nil }
        if isPartial { try? folder.remove(names.partial) }
    }

    /// Where the ZIP file is; `nil` until it is complete.
    public var path: String? {
        state.withLock { $0.file == nil } ? folder.path(ofFile: names.whole) : nil
    }

    public func insertDataIntoArchive(_ data: Data, manifest: RSDFileManifest) throws {
        try state.withLock { try write([UInt8](data), as: manifest, &$0) }
    }

    /// Takes a recorded file, piece by piece.
    func insert(_ recorded: consuming OpenFile, manifest: RSDFileManifest) throws(SessionError) {
        let recorded = recorded
        let size: Int64
        do throws(SystemError) {
            size = try recorded.size()
        } catch {
            throw .unreadable(error, where: recorded.path)
        }
        try state.withLock { (state) throws(SessionError) in
            try begin(manifest, ofSize: size, &state)
            var offset: Int64 = 0
            while offset < size {
                let piece: [UInt8]
                do throws(SystemError) {
                    let count = Int(min(Int64(Self.pieceBytes), size - offset))
                    piece = try recorded.read(count, at: offset)
                } catch {
                    throw .unreadable(error, where: recorded.path)
                }
                guard !piece.isEmpty else { break }
                offset += Int64(piece.count)
                try put(state.writer.add(piece), &state)
            }
            try put(state.writer.endFile(), &state)
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
            try put(state.writer.finish(), &state)
            do throws(SystemError) {
                try state.file?.synchronize()
                try folder.rename(names.partial, to: names.whole)
                try folder.synchronize()
            } catch {
                throw SessionError(error, "end the archive", where: folder.path)
            }
            state.file = nil
        }
    }

    // MARK: Writing

    /// How much is read from a disk at once.
    private static let pieceBytes = 256 << 10
    private static let metadataName = "\(RSDReservedFilename.metadata.rawValue).json"

    private func write(
        _ bytes: [UInt8],
        as manifest: RSDFileManifest,
        _ state: inout State,
        isMetadata: Bool = false
    ) throws(SessionError) {
        try begin(manifest, ofSize: Int64(bytes.count), &state, isMetadata: isMetadata)
        try put(state.writer.add(bytes), &state)
        try put(state.writer.endFile(), &state)
    }

    private func begin(
        _ manifest: RSDFileManifest,
        ofSize size: Int64,
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
        guard state.file != nil else {
            throw refusal(of: name, "the archive is complete", "begin another one")
        }
        guard state.taken.insert(name).inserted else {
            throw refusal(of: name, "the archive has such a file", "choose another name")
        }
        let instant =
            WallInstant(nearest: manifest.timestamp) ?? WallInstant(nanosecondsSince1970: 0)
        let date = DateStamp(instant, factory.utcOffset(at: instant))
        try put(state.writer.begin(name, ofSize: size, ZipWriter.Time(date)), &state)
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
        SessionError(what, where: "\(folder.path(ofFile: names.whole)): \(name)", remedy: remedy)
    }

    /// Whoever unpacks it must find every file in one folder.
    private static func staysInside(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "\\"))
            && !parts.contains { $0.isEmpty || [".", ".."].contains(String($0)) }
    }
}
