// Stores on the disk whether a recording is wanted. The station writes it before it begins or ends a recording.

internal import Station
internal import SystemCalls

/// Stores whether a recording is wanted.
struct StationMemory: Sendable {
    /// The name of the document.
    static let name = "station-wish.json"

    private let folder: String
    /// The kernel's identifier of this boot.
    let boot: String

    /// Uses a folder, which is made when something is first stored in it.
    init(in folder: String) {
        self.folder = folder
        // Files in /proc report a length of 0, so this reads without asking for the length.
        let bytes = try? OpenFile.open("/proc/sys/kernel/random/boot_id").read(64, at: 0)
        boot =
            String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
            .first.map(String.init) ?? ""
    }

    /// Returns what is stored; `nil` if nothing is, or it cannot be read.
    func read() -> StationWish? {
        guard let folder = try? OpenFolder.open(folder),
            let bytes = try? folder.open(Self.name).readAll(limit: 4096)
        else { return nil }
        return StationWish(json: bytes)
    }

    /// Stores whether a recording is wanted.
    func keep(_ isWanted: Bool) throws {
        try FileSystem.makeDirectories(folder)
        try DurableDocument.write(
            try StationWish(isWanted: isWanted, boot: boot).json(),
            as: Self.name,
            in: try OpenFolder.open(folder)
        )
    }

    /// Deletes what is stored.
    func forget() throws {
        let folder = try OpenFolder.open(folder)
        guard folder.kind(of: Self.name) != .missing else { return }
        try folder.remove(Self.name)
        try folder.synchronize()
    }
}
