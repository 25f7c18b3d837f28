import CEvdev
import InputRecorder
import SystemCalls
import Testing

@testable import EvdevSource

@Suite("What an input device can do")
struct CapabilityTests {
    @Test("is read from words of the machine's size, the highest first")
    func words() {
        let text = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe\n"
        let large = CapabilityBits(text: text, bitsOfWord: 64)
        #expect(large.contains(KEY_ESC) && large.contains(KEY_A) && !large.contains(KEY_RESERVED))
        #expect(large.codes.last == 192 + 34)
        let small = CapabilityBits(text: "10000 7 80000001", bitsOfWord: 32)
        #expect(small.codes == [0, 31, 32, 33, 34, 80])
        #expect(small.count == 6)
        #expect(CapabilityBits(text: "1 0", bitsOfWord: 64).codes == [64])
        #expect(CapabilityBits(text: "1 0", bitsOfWord: 32).codes == [32])
    }

    @Test("is the same set in any notation")
    func equal() {
        #expect(CapabilityBits(text: "0 0 6") == CapabilityBits([1, 2]))
        #expect(CapabilityBits(text: "0\n") == CapabilityBits())
        #expect(CapabilityBits([3, -1, 1_000_000]).codes == [3])
        #expect(!CapabilityBits([3]).contains(-1) && !CapabilityBits([3]).contains(Int.max))
    }

    @Test(
        "is empty if the file is not of the kernel's form",
        arguments: [
            "", " ", "\0", "x", "7 x", "-1", "+1", "0x7", "1ffffffffffffffff", "１",
            String(repeating: "1 ", count: 17), String(repeating: "f", count: 4096),
        ]
    )
    func hostile(text: String) {
        #expect(CapabilityBits(text: text, bitsOfWord: 64).isEmpty)
    }

    @Test("has no word larger than the machine's")
    func tooLarge() {
        #expect(CapabilityBits(text: "100000000", bitsOfWord: 32).isEmpty)
        #expect(CapabilityBits(text: "100000000", bitsOfWord: 64).codes == [32])
    }

    struct Given: Sendable {
        var abilities: InputAbilities
        var kinds: [InputKind]

        init(_ abilities: InputAbilities, _ kinds: [InputKind]) {
            self.abilities = abilities
            self.kinds = kinds
        }
    }

    static let axes = MadeDevice.bits(ABS_X, ABS_Y, ABS_Z)

    @Test(
        "decides which kinds of events it gives",
        arguments: [
            Given(MadeDevice.footSwitch, [.keys]),
            Given(MadeDevice.mouse, [.keys, .pointer]),
            Given(MadeDevice.touchscreen, [.touches]),
            Given(MadeDevice.singleTouch, [.touches]),
            Given(MadeDevice.accelerometer, [.accelerometer]),
            Given(MadeDevice.lid, [.switches]),
            Given(MadeDevice.gamepad, [.keys]),
            Given(InputAbilities(), []),
            // A tablet's pen is no key.
            Given(InputAbilities(keys: MadeDevice.bits(BTN_TOOL_PEN, BTN_TOUCH)), []),
            // Its buttons are.
            Given(InputAbilities(keys: MadeDevice.bits(BTN_TOOL_PEN, BTN_STYLUS)), [.keys]),
            // Axes alone are nothing that is recorded: a joystick's, or one's of a motion sensor.
            Given(InputAbilities(absolute: axes), []),
            Given(InputAbilities(properties: MadeDevice.bits(INPUT_PROP_ACCELEROMETER)), []),
            // A device that claims the reserved axis has no fingers.
            Given(
                InputAbilities(
                    absolute: MadeDevice.bits(
                        ABS_RESERVED,
                        ABS_MT_SLOT,
                        ABS_MT_POSITION_X,
                        ABS_MT_POSITION_Y
                    )
                ),
                []
            ),
            Given(
                InputAbilities(
                    properties: MadeDevice.bits(INPUT_PROP_ACCELEROMETER),
                    keys: MadeDevice.bits(BTN_TOUCH),
                    absolute: axes
                ),
                [.accelerometer]
            ),
        ]
    )
    func kinds(given: Given) {
        #expect(MadeDevice.facts(0, "", given.abilities).kinds == given.kinds)
    }
}

@Suite("An input device")
struct FactsTests {
    @Test("is read with everything that the kernel says of it")
    func whole() throws {
        let tree = try MadeTree("whole")
        let words = [
            "name": "Virtual Foot Switch", "phys": "usb-0000:00:14.0-1/input0", "uniq": "A1",
            "id/bustype": "0003", "id/vendor": "1d6b", "id/product": "00ff", "id/version": "0111",
            "properties": "0", "capabilities/ev": "120013", "capabilities/key": Self.keys,
            "capabilities/rel": "0", "capabilities/abs": "0", "capabilities/sw": "0",
            "capabilities/ff": MadeTree.words(FF_RUMBLE, FF_PERIODIC, FF_GAIN),
        ]
        try tree.device("event3", words)
        let device = try #require(InputDeviceFacts.present(in: tree.surroundings).first)
        #expect(device.id == "event3" && device.node == "\(tree.path)/dev/event3")
        #expect(device.name == "Virtual Foot Switch")
        #expect(device.location == "usb-0000:00:14.0-1/input0" && device.serial == "A1")
        #expect(device.bus == 3 && device.vendor == 0x1D6B)
        #expect(device.product == 0xFF && device.version == 0x111)
        #expect(device.kinds == [.keys] && device.keyCount == 2)
        #expect(device.has(key: Int(KEY_F13)) && !device.has(key: Int(KEY_A)))
        #expect(device.hasRumble)
    }

    @Test("is listed in the order of its number, without other entries of the kernel's folder")
    func order() throws {
        let tree = try MadeTree("order")
        for id in ["event10", "event2", "event0"] { try tree.device(id, ["name": id]) }
        let others = [
            "mice", "js0", "mouse0", "input3", "event", "event-1", "event1x", "event٣",
            "event99999999999999999999",
        ]
        for id in others { try tree.device(id, ["name": id]) }
        #expect(
            InputDeviceFacts.present(in: tree.surroundings).map(\.id) == [
                "event0", "event2", "event10",
            ]
        )
    }

    @Test("has an instance that changes each time it is plugged in, and can be read by itself")
    func pluggings() throws {
        let tree = try MadeTree("pluggings")
        #expect(InputDeviceFacts.pluggings(in: tree.surroundings).isEmpty)
        try tree.file("sys/mice")
        for (id, input) in [("event0", "input1"), ("event1", "input7")] {
            try FileSystem.makeDirectories("\(tree.path)/sys/\(id)")
            _ = try ChildProgram.run(["ln", "-s", input, "\(tree.path)/sys/\(id)/device"])
        }
        try FileSystem.makeDirectories("\(tree.path)/sys/event2")
        #expect(
            InputDeviceFacts.pluggings(in: tree.surroundings)
                == ["event0": "input1", "event1": "input7", "event2": ""]
        )
    }

    @Test("is not listed if it is gone, or half gone")
    func vanished() throws {
        let tree = try MadeTree("vanished")
        try tree.file("sys/event0/device/phys", "here\n")
        try tree.file("sys/event1")
        #expect(InputDeviceFacts.present(in: tree.surroundings).isEmpty)
        let nowhere = EvdevSurroundings(sysfs: "\(tree.path)/none")
        #expect(InputDeviceFacts.present(in: nowhere).isEmpty)
        #expect(InputDeviceFacts.of("../../etc", in: tree.surroundings) == nil)
    }

    @Test("is listed without the facts that its files do not state properly")
    func hostile() throws {
        let tree = try MadeTree("hostile")
        let noise = String(repeating: "\u{1B}[2J\n", count: 2000)
        try tree.device(
            "event0",
            [
                "name": "", "phys": "", "uniq": " \0 ", "id/bustype": "10000", "id/vendor": "-1",
                "id/product": noise, "properties": noise, "capabilities/key": noise,
                "capabilities/abs": "xyz", "capabilities/ff": String(repeating: "f ", count: 4000),
            ]
        )
        try FileSystem.makeDirectories("\(tree.path)/sys/event0/device/capabilities/rel")
        let device = try #require(InputDeviceFacts.present(in: tree.surroundings).first)
        #expect(device.name.isEmpty && device.location == nil && device.serial == nil)
        #expect(device.bus == 0 && device.vendor == 0 && device.product == 0)
        #expect(device.kinds.isEmpty && !device.hasRumble)
    }

    @Test("is distinguished from its twin by time and place")
    func twins() {
        func pedal(_ number: Int, _ place: String?, _ instance: String) -> InputDeviceFacts {
            MadeDevice.facts(number, "Pedal", location: place, instance: instance)
        }
        let (left, right) = (pedal(3, "usb-1", "input7"), pedal(4, "usb-2", "input8"))
        #expect(left.returned(among: [right], besides: [right]) == nil)
        let back = pedal(3, "usb-1", "input9")
        #expect(left.returned(among: [back, right], besides: [right]) == back)
        // The twin was plugged in again too, by another name: who is at the place is the one.
        let moved = pedal(2, "usb-2", "input10")
        #expect(left.returned(among: [moved, back], besides: [right]) == back)
        #expect(left.returned(among: [moved], besides: [right]) == nil)
        #expect(left.returned(among: [moved], besides: []) == moved)
        #expect(left.isStill(among: [right, left]))
        #expect(!left.isStill(among: [right, back]))
    }

    @Test("is the same if it is plugged in elsewhere, but not if its name, serial or keys differ")
    func same() {
        let device = MadeDevice.facts(3, "Pedal", location: "usb-1", serial: "A1", product: 7)
        var again = MadeDevice.facts(9, "Pedal", location: "usb-2", serial: "A1", product: 7)
        #expect(again.isSame(as: device))
        again.version = 2
        #expect(again.isSame(as: device))
        let others: [InputDeviceFacts] = [
            MadeDevice.facts(3, "Pedals", serial: "A1", product: 7),
            MadeDevice.facts(3, "Pedal", serial: "A2", product: 7),
            MadeDevice.facts(3, "Pedal", product: 7),
            MadeDevice.facts(3, "Pedal", serial: "A1", product: 8),
            MadeDevice.facts(3, "Pedal", MadeDevice.keyboard, serial: "A1", product: 7),
        ]
        #expect(!others.contains { $0.isSame(as: device) })
    }

    static let keys = MadeTree.words(KEY_F13, KEY_F14)
}
