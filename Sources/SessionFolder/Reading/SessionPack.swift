// Packs a session into a ZIP file that any user can open. The ZIP file is produced while it is read, so that a
// session of gigabytes needs no second copy on a board's card.

internal import SystemCalls
internal import ZipFile

/// The files of a session that no process is writing, as the pieces of a ZIP file.
public struct SessionPack: ~Copyable {
    /// How much is read from the disk at once.
    private static let pieceBytes = 256 << 10

    private let folder: OpenFolder
    private let name: String
    private let time: ZipWriter.Time
    /// The files still to be packed.
    private var names: ArraySlice<String>
    private var file: OpenFile?
    private var offset: Int64 = 0
    private var end: Int64 = 0
    private var writer = ZipWriter()
    private var isOver = false
    /// The checksum of the manifest when the packing began.
    private let seal: String

    /// Packs the session in a folder, under the folder's name.
    ///
    /// Leaves out hidden files, which a run keeps for itself.
    ///
    /// - Throws: If it is not a session, or is still being recorded.
    public init(of path: String) throws(SessionError) {
        let session = try Session(opening: path)
        guard !session.isLive else {
            throw SessionError(
                "it is being recorded",
                where: session.path,
                remedy: "wait until its run is over"
            )
        }
        try self.init(
            session.folder,
            Self.names(in: session.folder),
            FileSystem.name(of: session.path),
            ZipWriter.Time(session.manifest.startDate),
            FolderFile.digest(SessionManifest.fileName, in: session.folder).checksum
        )
    }

    private init(
        _ folder: OpenFolder,
        _ names: [String],
        _ name: String,
        _ time: ZipWriter.Time,
        _ seal: String
    ) {
        self.seal = seal
        self.folder = folder
        self.names = names[...]
        self.name = name
        self.time = time
    }

    private static func names(in folder: OpenFolder) throws(SessionError) -> [String] {
        do throws(SystemError) {
            return try folder.list().filter {
                !$0.hasPrefix(".") && folder.kind(of: $0) == .file
            }
        } catch {
            throw .unreadable(error, where: folder.path)
        }
    }

    /// Returns the next piece; `nil` after the last.
    ///
    /// - Throws: If a file cannot be read: then the pieces returned so far are not a complete ZIP file.
    public mutating func next() throws(SessionError) -> [UInt8]? {
        var piece: [UInt8] = []
        do throws(SystemError) {
            while piece.isEmpty, !isOver { piece = try advance() }
        } catch {
            throw .unreadable(error, where: folder.path)
        }
        if isOver { try requireUnchanged() }
        return isOver && piece.isEmpty ? nil : piece
    }

    /// Throws if a repair, or the continued run, has changed the session meanwhile: then the pieces do not belong
    /// together.
    private func requireUnchanged() throws(SessionError) {
        let now = try FolderFile.digest(SessionManifest.fileName, in: folder).checksum
        guard now != seal else { return }
        throw SessionError(
            "it was changed while it was read",
            where: folder.path,
            remedy: "try again when no program changes it any more"
        )
    }

    private mutating func advance() throws(SystemError) -> [UInt8] {
        if file == nil {
            guard let next = names.popFirst() else {
                isOver = true
                return writer.finish()
            }
            let opened = try folder.open(next)
            (offset, end) = (0, try opened.size())
            file = consume opened
            return writer.begin("\(name)/\(next)", ofSize: end, time)
        }
        guard offset < end else {
            file = nil
            return writer.endFile()
        }
        let count = Int(min(Int64(Self.pieceBytes), end - offset))
        guard let bytes = try file?.read(count, at: offset), !bytes.isEmpty else {
            throw SystemError(call: "read", path: folder.path, errno: .ioError)
        }
        offset += Int64(bytes.count)
        return writer.add(bytes)
    }
}
