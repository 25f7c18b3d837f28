// What is known of an input device without opening it: the kernel shows it to everybody, so a device
// can be chosen, and listed with what stands in the way, by somebody who may not read it.

internal import CEvdev
internal import InputRecorder

/// An input device, as the kernel describes it.
struct InputDeviceFacts: Sendable, Hashable {
    /// The kernel's name of its node, as in "event3"; another device's once this one is unplugged.
    var id: String
    /// The path of its node.
    var node: String
    var name: String
    /// Where it is plugged in, as its driver says it ("phys").
    var location: String?
    /// Its serial number or address, where it has one ("uniq").
    var serial: String?
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16
    var version: UInt16
    /// What the kernel calls this plugging in of it, and no other.
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

    /// The kinds of events that it gives, in their order.
    var kinds: [InputKind] { InputKind.allCases.filter(abilities.gives) }

    /// How many keys and buttons it has; what only tells which tool touches is none.
    var keyCount: Int { abilities.keyCodes.count }

    /// The kernel's names of them, in the order of its numbers.
    var keyNames: [String] { abilities.keyCodes.compactMap(KeyNames.name(of:)) }

    /// How many switches it has.
    var switchCount: Int { abilities.switches.count }

    /// Whether it can rumble.
    var hasRumble: Bool { abilities.effects.contains(FF_RUMBLE) }

    /// Whether it has a key, by the kernel's number.
    func has(key code: Int) -> Bool { abilities.keys.contains(code) }

    /// Whether it is the same device, perhaps plugged in again, perhaps elsewhere.
    func isSame(as other: InputDeviceFacts) -> Bool {
        name == other.name && serial == other.serial && bus == other.bus
            && vendor == other.vendor && product == other.product && abilities == other.abilities
    }

    /// Which of the devices that are there now this one is, after it was unplugged; `nil` for none.
    ///
    /// - Parameters:
    ///   - present: The devices that are there.
    ///   - others: Those that were there beside this one, or while it was not: its twins.
    /// - Returns: The one at the same place, or else any that is the same and no twin, nor where one was.
    func returned(
        among present: [InputDeviceFacts],
        besides others: [InputDeviceFacts]
    ) -> InputDeviceFacts? {
        let same = present.filter { device in
            isSame(as: device) && !others.contains { $0.isStill(among: [device]) }
        }
        // One that comes to a twin's place is that twin, plugged in again.
        let places = Set(others.filter(isSame).compactMap(\.location))
        return same.first { $0.location == location }
            ?? same.first { !places.contains($0.location ?? "") }
    }

    /// Whether this very device is still there, not unplugged for a moment.
    func isStill(among present: [InputDeviceFacts]) -> Bool {
        present.contains { $0.id == id && $0.instance == instance }
    }

    /// For a list: its id with its name, if it has one.
    var title: String { name.isEmpty ? id : "\(id) (\(name))" }

    /// The number in its id.
    var number: Int { Int(id.drop { !$0.isNumber }) ?? .max }

    /// Whether all that it gives is the machine's own buttons for sleep and power.
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

    /// What somebody can press.
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

    /// Whether it tells all three axes of an acceleration.
    var measuresAcceleration: Bool { isAccelerometer && has([ABS_X, ABS_Y, ABS_Z]) }

    /// Whether it tells all three axes of a rotation.
    var measuresRotation: Bool { isAccelerometer && has([ABS_RX, ABS_RY, ABS_RZ]) }

    private var isAccelerometer: Bool { properties.contains(INPUT_PROP_ACCELEROMETER) }

    private var touchesByFingers: Bool {
        // Some devices claim every axis there is, and with them the one that nobody can have.
        has([ABS_MT_POSITION_X, ABS_MT_POSITION_Y]) && !absolute.contains(ABS_RESERVED)
    }

    private var touchesByOne: Bool { has([ABS_X, ABS_Y]) && keys.contains(BTN_TOUCH) }

    private func has(_ axes: [Int32]) -> Bool { axes.allSatisfy(absolute.contains) }
}
