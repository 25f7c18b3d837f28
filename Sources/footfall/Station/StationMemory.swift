// Whether a recording is wanted, on the disk: it is written before a recording begins, and before one is ended.

internal import Station
internal import SystemCalls

/// Keeps whether a recording is wanted.
struct StationMemory: Sendable {
    /// What the document is called.
    static let name = "station-wish.json"

    private let folder: String
    /// The kernel's identifier of this boot.
    let boot: String

    /// The memory in a folder, which is made if it is missing.
    init(in folder: String) {
        self.folder = folder
        // The kernel says of such files that they are empty: they are read without asking how long they are.
        let bytes = try? OpenFile.open("/proc/sys/kernel/random/boot_id").read(64, at: 0)
        boot =
            String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
            .first.map(String.init) ?? ""
    }

    /// What was kept; `nil` where nothing was, or nothing that can be read.
    func read() -> StationWish? {
        guard let folder = try? OpenFolder.open(folder),
            let bytes = try? folder.open(Self.name).readAll(limit: 4096)
        else { return nil }
        return StationWish(json: bytes)
    }

    /// Keeps whether a recording is wanted.
    func keep(_ isWanted: Bool) throws {
        try FileSystem.makeDirectories(folder)
        try DurableDocument.write(
            try StationWish(isWanted: isWanted, boot: boot).json(),
            as: Self.name,
            in: try OpenFolder.open(folder)
        )
    }

    /// Forgets it.
    func forget() throws {
        let folder = try OpenFolder.open(folder)
        guard folder.kind(of: Self.name) != .missing else { return }
        try folder.remove(Self.name)
        try folder.synchronize()
    }
}
