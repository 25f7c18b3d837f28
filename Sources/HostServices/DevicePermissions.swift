// What a task may use of a Linux machine: a device is there or not, and its node may be read or not. No answer of a
// participant's changes that; what the machine can do, they are asked to allow.

public import Research
public import ResearchUI
internal import SystemCalls

/// What a task may use, by the nodes of devices.
public struct DevicePermissions: Sendable {
    /// What is known otherwise, as where sensors are read over a network.
    public var known: [RSDStandardPermissionType: RSDAuthorizationStatus]
    /// The names in a folder of devices.
    private let names: @Sendable (String) -> [String]
    /// Whether a node may be read.
    private let mayRead: @Sendable (String) -> Bool

    /// The rights of this process to the devices of this machine.
    public init(known: [RSDStandardPermissionType: RSDAuthorizationStatus] = [:]) {
        self.init(
            known: known,
            names: { (try? FileSystem.list($0)) ?? [] },
            mayRead: { FileSystem.obstacleToReading($0) == nil }
        )
    }

    init(
        known: [RSDStandardPermissionType: RSDAuthorizationStatus] = [:],
        names: @escaping @Sendable (String) -> [String],
        mayRead: @escaping @Sendable (String) -> Bool
    ) {
        self.known = known
        self.names = names
        self.mayRead = mayRead
    }

    /// Whether something is allowed: without a device it is out of the participant's hands, and with none
    /// that may be read it is denied.
    public func status(of type: RSDStandardPermissionType) -> RSDAuthorizationStatus {
        if let told = known[type] { return told }
        guard let nodes = Self.nodes[type] else {
            return type == .photoLibrary ? .authorized : Self.hasNoDevice(type)
        }
        let present = names(nodes.folder)
            .filter { $0.hasPrefix(nodes.prefix) && $0.hasSuffix(nodes.suffix) }
            .sorted()
        if present.isEmpty { return .restricted }
        return present.contains { mayRead("\(nodes.folder)/\($0)") } ? .authorized : .denied
    }

    /// What there is to ask a participant: what the machine allows, nobody has granted yet, unless a host has told so.
    func question(about type: RSDStandardPermissionType) -> RSDAuthorizationStatus {
        if let told = known[type] { return told }
        let status = status(of: type)
        return status == .authorized ? .notDetermined : status
    }

    /// Nothing of Linux tells the place; of what an app has invented, only the app knows.
    private static func hasNoDevice(_ type: RSDStandardPermissionType) -> RSDAuthorizationStatus {
        type == .location || type == .locationWhenInUse ? .restricted : .notDetermined
    }

    private static let nodes:
        [RSDStandardPermissionType: (folder: String, prefix: String, suffix: String)] = [
            .motion: ("/dev", "iio:device", ""),
            .camera: ("/dev", "video", ""),
            .microphone: ("/dev/snd", "pcmC", "c"),
        ]
}
