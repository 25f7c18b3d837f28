// Stores on the disk what a station must know after a kill: whether a recording is wanted, written before it begins or
// ends a recording, and the state of its LED, written before it sets the LED.

internal import Station
internal import SystemCalls

/// Stores whether a recording is wanted, and the state in which the LED was found.
struct StationMemory: Sendable {
    /// The name of the document with the request.
    static let name = "station-request.json"
    /// The name of the document with the LED's state.
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

    /// Returns the state in which a killed station of this boot had found its LED; `nil` if none is stored.
    func light() -> KeptLight? {
        // The kernel sets each LED anew when the machine boots.
        guard let bytes = bytes(of: Self.lightName), let light = KeptLight(json: bytes),
            !boot.isEmpty, light.boot == boot
        else { return nil }
        return light
    }

    /// Stores the state in which a LED was found.
    func keep(_ writes: [LightWrite], ofLight name: String) throws {
        try write(try KeptLight(name: name, boot: boot, writes: writes).json(), as: Self.lightName)
    }

    /// Deletes the stored state of the LED.
    func forgetLight() throws { try remove(Self.lightName) }

    private func bytes(of name: String) -> [UInt8]? {
        guard let folder = try? OpenFolder.open(folder) else { return nil }
        return try? folder.open(name).readAll(limit: 4096)
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
