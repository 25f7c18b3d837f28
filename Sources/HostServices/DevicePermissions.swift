// The permissions of SageResearch on a Linux machine. They depend on whether a device exists and whether this process
// may read its node, which a participant cannot change. If the machine allows access, the task asks the participant.

public import Research
public import ResearchUI
internal import SystemCalls

/// What a task may use, according to the device nodes.
public struct DevicePermissions: Sendable {
    /// Statuses that the host knows from elsewhere, for instance if sensors are read over a network.
    public var known: [RSDStandardPermissionType: RSDAuthorizationStatus]
    /// Lists the names in a folder of devices.
    private let names: @Sendable (String) -> [String]
    /// Returns whether this process may read a node.
    private let mayRead: @Sendable (String) -> Bool

    /// The permissions of this process for the devices of this machine.
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

    /// Returns the status of a permission: `restricted` without a device, `denied` if none may be read.
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

    /// Returns the status before the participant is asked.
    ///
    /// What the machine allows is `notDetermined` until the participant grants it, unless the host has set `known`.
    func question(about type: RSDStandardPermissionType) -> RSDAuthorizationStatus {
        if let told = known[type] { return told }
        let status = status(of: type)
        return status == .authorized ? .notDetermined : status
    }

    /// The status of a type without a device: Linux has no location service, and an app's own types only the app knows.
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
