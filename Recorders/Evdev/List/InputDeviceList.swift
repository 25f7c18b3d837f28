// The data about input devices behind `footfall devices`: what each delivers, and what prevents recording from
// it. Listing only reads from the kernel and changes nothing.

public import InputRecorder
internal import SystemCalls

/// The input devices of this machine.
public struct InputDeviceList: Sendable, Hashable, Codable {
    /// One device.
    public struct Entry: Sendable, Hashable, Codable {
        public var id: String
        public var name: String
        public var kinds: [InputKind]
        /// How many keys and buttons it has.
        public var keys: Int
        /// The kernel's names of its keys, as used in configurations.
        public var keyNames: [String]
        public var switches: Int
        public var hasRumble: Bool
        /// Where it is plugged in, as its driver reports it.
        public var phys: String?
        /// Its serial number or address.
        public var uniq: String?
        /// Owner, group and mode of its device node.
        public var readers: String?
        public var obstacles: [String]
    }

    public var inputs: [Entry]

    public init(inputs: [Entry] = []) {
        self.inputs = inputs
    }

    /// Lists the devices of this machine.
    public static func present() -> InputDeviceList { present(in: EvdevSurroundings()) }

    static func present(in surroundings: EvdevSurroundings) -> InputDeviceList {
        InputDeviceList(
            inputs: InputDeviceFacts.present(in: surroundings).map { device in
                Entry(
                    id: device.id,
                    name: device.name,
                    kinds: device.kinds,
                    keys: device.keyCount,
                    keyNames: device.keyNames,
                    switches: device.switchCount,
                    hasRumble: device.hasRumble,
                    phys: device.location,
                    uniq: device.serial,
                    readers: FileSystem.ownership(of: device.node),
                    obstacles: EvdevPermissions.obstacle(to: device).map { [$0.description] } ?? []
                )
            }
        )
    }
}
