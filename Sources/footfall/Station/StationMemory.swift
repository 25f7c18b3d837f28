// Stores on the disk what a station must know after a kill: whether a recording is wanted, written before it begins or
// ends a recording, and the former states of its LEDs, written before it sets a LED.

internal import Station
internal import SystemCalls

/// Stores whether a recording is wanted, and the states in which LEDs were found.
struct StationMemory: Sendable {
    /// The name of the document with the request.
    static let name = "station-request.json"
    /// The name of the document with the states of LEDs.
    static let lightName = "station-light.json"

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

    /// Returns the stored request; `nil` if none is stored, or it cannot be read.
    func read() -> StationRequest? { bytes(of: Self.name).flatMap { StationRequest(json: $0) } }

    /// Stores whether a recording is wanted.
    func keep(_ isWanted: Bool) throws {
        try write(try StationRequest(isWanted: isWanted, boot: boot).json(), as: Self.name)
    }

    /// Deletes the stored request.
    func forget() throws { try remove(Self.name) }

    /// Returns the states in which stations of this boot had found their LEDs, as far as they are still stored.
    func lights() -> [KeptLight] {
        guard let bytes = bytes(of: Self.lightName), !boot.isEmpty else { return [] }
        // The kernel resets each LED when the machine boots.
        return KeptLight.all(in: bytes).filter { $0.boot == boot }
    }

    /// Stores the states in which LEDs were found, in place of those stored before.
    func keep(_ lights: [KeptLight]) throws {
        if lights.isEmpty { return try remove(Self.lightName) }
        try write(try KeptLight.json(of: lights), as: Self.lightName)
    }

    private func bytes(of name: String) -> [UInt8]? {
        guard let folder = try? OpenFolder.open(folder) else { return nil }
        return try? folder.open(name).readAll(limit: 65_536)
    }

    private func write(_ bytes: [UInt8], as name: String) throws {
        try FileSystem.makeDirectories(folder)
        try DurableDocument.write(bytes, as: name, in: try OpenFolder.open(folder))
    }

    private func remove(_ name: String) throws {
        let folder = try OpenFolder.open(folder)
        guard folder.kind(of: name) != .missing else { return }
        try folder.remove(name)
        try folder.synchronize()
    }
}
