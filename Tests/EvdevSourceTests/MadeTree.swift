// A machine's input devices as files in a temporary folder, for tests of what is read from them.

import CEvdev
import SystemCalls

@testable import EvdevSource

/// A folder like the kernel's, gone when the test is over.
final class MadeTree {
    let path: String

    init(_ name: String) throws {
        path = "/tmp/footfall-evdev-\(name)-\(Environment.process)"
        try FileSystem.makeDirectories("\(path)/sys")
        try FileSystem.makeDirectories("\(path)/dev")
    }

    deinit { Self.remove(path) }

    var surroundings: EvdevSurroundings {
        EvdevSurroundings(sysfs: "\(path)/sys", dev: "\(path)/dev")
    }

    /// Puts a file into it.
    func file(_ name: String, _ text: String = "") throws {
        if let folder = FileSystem.parent(of: "\(path)/\(name)") {
            try FileSystem.makeDirectories(folder)
        }
        try? FileSystem.remove("\(path)/\(name)")
        try OpenFile.create("\(path)/\(name)").writeAll(Array(text.utf8), at: 0)
    }

    /// Puts a device and its node into it.
    func device(_ id: String, _ files: [String: String], node: Bool = true) throws {
        for (name, text) in files { try file("sys/\(id)/device/\(name)", text + "\n") }
        if node { try file("dev/\(id)") }
    }

    /// Codes as the kernel writes them for this machine.
    static func words(_ codes: Int32...) -> String {
        var words = [UInt](repeating: 0, count: 1)
        for code in codes.map(Int.init) {
            while words.count <= code / UInt.bitWidth { words.append(0) }
            words[code / UInt.bitWidth] |= 1 << (code % UInt.bitWidth)
        }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }

    static func remove(_ path: String) {
        if FileSystem.kind(of: path) == .directory {
            for name in (try? FileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
            try? FileSystem.removeDirectory(path)
        } else {
            try? FileSystem.remove(path)
        }
    }
}

/// Devices as the kernel would describe them.
enum MadeDevice {
    static func facts(
        _ number: Int,
        _ name: String,
        _ abilities: InputAbilities = footSwitch,
        location: String? = nil,
        serial: String? = nil,
        product: UInt16 = 0,
        instance: String? = nil
    ) -> InputDeviceFacts {
        InputDeviceFacts(
            id: "event\(number)",
            node: "/dev/input/event\(number)",
            name: name,
            location: location,
            serial: serial,
            product: product,
            instance: instance,
            abilities: abilities
        )
    }

    static let footSwitch = InputAbilities(keys: bits(KEY_F13, KEY_F14, KEY_F15))
    static let keyboard = InputAbilities(keys: bits(KEY_ESC, KEY_A, KEY_F13, KEY_POWER))
    static let powerButton = InputAbilities(keys: bits(KEY_POWER))
    static let mouse = InputAbilities(keys: bits(BTN_LEFT, BTN_RIGHT), relative: bits(REL_X, REL_Y))
    static let touchscreen = InputAbilities(
        keys: bits(BTN_TOUCH),
        absolute: bits(ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
    )
    static let singleTouch = InputAbilities(keys: bits(BTN_TOUCH), absolute: bits(ABS_X, ABS_Y))
    static let accelerometer = InputAbilities(
        properties: bits(INPUT_PROP_ACCELEROMETER),
        absolute: bits(ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ)
    )
    static let lid = InputAbilities(switches: bits(SW_LID))
    static let gamepad = InputAbilities(
        keys: bits(BTN_SOUTH, BTN_EAST),
        absolute: bits(ABS_X, ABS_Y),
        effects: bits(FF_RUMBLE, FF_GAIN)
    )

    static func bits(_ codes: Int32...) -> CapabilityBits { CapabilityBits(codes.map(Int.init)) }
}
