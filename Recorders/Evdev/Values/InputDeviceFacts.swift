// What is known of an input device without opening it. The kernel shows this to every user, so a device can be
// chosen, or listed with its obstacles, without permission to read it.

internal import CEvdev
internal import InputRecorder

/// An input device, as the kernel describes it.
struct InputDeviceFacts: Sendable, Hashable {
    /// The kernel's name of its node, such as "event3"; another device may get it once this one is unplugged.
    var id: String
    /// The path of its node.
    var node: String
    var name: String
    /// Where it is plugged in, as its driver reports it ("phys").
    var location: String?
    /// Its serial number or address, if it has one ("uniq").
    var serial: String?
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16
    var version: UInt16
    /// The kernel's name for the device from plugging in to unplugging; it is never reused.
    let instance: String?
    let abilities: InputAbilities

    init(
        id: String,
        node: String,
        name: String,
        location: String? = nil,
        serial: String? = nil,
        bus: UInt16 = 0,
        vendor: UInt16 = 0,
        product: UInt16 = 0,
        version: UInt16 = 0,
        instance: String? = nil,
        abilities: InputAbilities
    ) {
        self.id = id
        self.node = node
        self.name = name
        self.location = location
        self.serial = serial
        (self.bus, self.vendor, self.product, self.version) = (bus, vendor, product, version)
        self.instance = instance
        self.abilities = abilities
    }

    /// The kinds of events that it delivers, in the order of `InputKind`.
    var kinds: [InputKind] { InputKind.allCases.filter(abilities.gives) }

    /// How many keys and buttons it has, without codes that only report which tool touches the surface.
    var keyCount: Int { abilities.keyCodes.count }

    /// The kernel's names of its keys, in the order of their codes.
    var keyNames: [String] { abilities.keyCodes.compactMap(KeyNames.name(of:)) }

    /// How many switches it has.
    var switchCount: Int { abilities.switches.count }

    /// Whether it can rumble.
    var hasRumble: Bool { abilities.effects.contains(FF_RUMBLE) }

    /// True if it has the key with this code.
    func has(key code: Int) -> Bool { abilities.keys.contains(code) }

    /// True if both look like the same device, perhaps plugged in again, perhaps elsewhere.
    func isSame(as other: InputDeviceFacts) -> Bool {
        name == other.name && serial == other.serial && bus == other.bus
            && vendor == other.vendor && product == other.product && abilities == other.abilities
    }

    /// Finds this device among those present after it was unplugged; `nil` if it is not there.
    ///
    /// - Parameters:
    ///   - present: The devices that are present.
    ///   - others: Its twins: other devices that were present together with this one, or while it was away.
    /// - Returns: The same device at the same place; otherwise a device that looks the same, is not a twin, and is
    ///   not at a twin's place.
    func returned(
        among present: [InputDeviceFacts],
        besides others: [InputDeviceFacts]
    ) -> InputDeviceFacts? {
        let same = present.filter { device in
            isSame(as: device) && !others.contains { $0.isStill(among: [device]) }
        }
        // A device at a twin's place is that twin, plugged in again.
        let places = Set(others.filter(isSame).compactMap(\.location))
        return same.first { $0.location == location }
            ?? same.first { !places.contains($0.location ?? "") }
    }

    /// True if this device is still present and was not even briefly unplugged.
    func isStill(among present: [InputDeviceFacts]) -> Bool {
        present.contains { $0.id == id && $0.instance == instance }
    }

    /// Its id and, if it has one, its name; for a list.
    var title: String { name.isEmpty ? id : "\(id) (\(name))" }

    /// The number in its id.
    var number: Int { Int(id.drop { !$0.isNumber }) ?? .max }

    /// True if it delivers nothing but the machine's own buttons for sleep and power.
    var isPowerButton: Bool {
        kinds == [.keys] && abilities.keyCodes.allSatisfy(InputAbilities.powerKeys.contains)
    }
}

/// What an input device can do, by the kernel's numbers.
struct InputAbilities: Sendable, Hashable {
    var properties = CapabilityBits()
    var keys = CapabilityBits()
    var relative = CapabilityBits()
    var absolute = CapabilityBits()
    var switches = CapabilityBits()
    var effects = CapabilityBits()

    static let powerKeys = [
        KEY_POWER, KEY_POWER2, KEY_SLEEP, KEY_WAKEUP, KEY_SUSPEND, KEY_RESTART,
    ].map(Int.init)

    /// The keys that a person can press.
    var keyCodes: [Int] { keys.codes.filter { !EventCode.isTool(UInt16(clamping: $0)) } }

    func gives(_ kind: InputKind) -> Bool {
        switch kind {
        case .keys: !keyCodes.isEmpty
        case .touches: !isAccelerometer && (touchesByFingers || touchesByOne)
        case .pointer: !relative.isEmpty
        case .switches: !switches.isEmpty
        case .accelerometer:
            measuresAcceleration || measuresRotation
        }
    }

    /// True if it reports all three axes of an acceleration.
    var measuresAcceleration: Bool { isAccelerometer && has([ABS_X, ABS_Y, ABS_Z]) }

    /// True if it reports all three axes of a rotation.
    var measuresRotation: Bool { isAccelerometer && has([ABS_RX, ABS_RY, ABS_RZ]) }

    private var isAccelerometer: Bool { properties.contains(INPUT_PROP_ACCELEROMETER) }

    private var touchesByFingers: Bool {
        // Some devices claim every axis there is, including the reserved one, which no device has.
        has([ABS_MT_POSITION_X, ABS_MT_POSITION_Y]) && !absolute.contains(ABS_RESERVED)
    }

    private var touchesByOne: Bool { has([ABS_X, ABS_Y]) && keys.contains(BTN_TOUCH) }

    private func has(_ axes: [Int32]) -> Bool { axes.allSatisfy(absolute.contains) }
}
