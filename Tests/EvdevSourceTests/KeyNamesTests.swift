import CEvdev
import InputRecorder
import Testing

@testable import EvdevSource

@Suite("The name of a key")
struct KeyNamesTests {
    @Test("is the kernel's, and leads to the key and back")
    func names() throws {
        #expect(try KeyNames.code(of: "KEY_F13") == 183)
        #expect(try KeyNames.code(of: "BTN_LEFT") == 0x110)
        #expect(KeyNames.name(of: 183) == "KEY_F13")
        #expect(KeyNames.all.count > 500)
        for name in KeyNames.all {
            let code = try KeyNames.code(of: name)
            #expect(KeyNames.name(of: code) == name)
        }
        #expect(try KeyNames.codes(of: ["KEY_B", "KEY_A"]) == [Int(KEY_B), Int(KEY_A)])
    }

    @Test(
        "may be one of several that the kernel has for one key",
        arguments: [
            ("BTN_A", "BTN_SOUTH"), ("BTN_B", "BTN_EAST"), ("BTN_X", "BTN_NORTH"),
            ("BTN_Y", "BTN_WEST"), ("BTN_MISC", "BTN_0"), ("BTN_MOUSE", "BTN_LEFT"),
            ("BTN_JOYSTICK", "BTN_TRIGGER"), ("BTN_GAMEPAD", "BTN_SOUTH"),
            ("BTN_DIGI", "BTN_TOOL_PEN"), ("BTN_WHEEL", "BTN_GEAR_DOWN"),
            ("BTN_TRIGGER_HAPPY", "BTN_TRIGGER_HAPPY1"), ("KEY_MIN_INTERESTING", "KEY_MUTE"),
            ("KEY_HANGUEL", "KEY_HANGEUL"), ("KEY_SCREENLOCK", "KEY_COFFEE"),
            ("KEY_DIRECTION", "KEY_ROTATE_DISPLAY"), ("KEY_DASHBOARD", "KEY_ALL_APPLICATIONS"),
            ("KEY_BRIGHTNESS_ZERO", "KEY_BRIGHTNESS_AUTO"), ("KEY_WIMAX", "KEY_WWAN"),
            ("KEY_ZOOM", "KEY_FULL_SCREEN"), ("KEY_SCREEN", "KEY_ASPECT_RATIO"),
            ("KEY_BRIGHTNESS_TOGGLE", "KEY_DISPLAYTOGGLE"),
        ]
    )
    func aliases(alias: String, name: String) throws {
        let code = try KeyNames.code(of: name)
        #expect(try KeyNames.code(of: alias) == code)
        #expect(KeyNames.name(of: code) == name)
    }

    @Test("is looked for among all of them when a device is chosen and its marks are")
    func aliasOfDevice() throws {
        let mouse = MadeDevice.facts(3, "Mouse", MadeDevice.mouse)
        let request = InputRequest(
            kinds: [.keys],
            keys: ["BTN_MOUSE"],
            markers: [KeyMarker(key: "BTN_MOUSE", marker: "tap")]
        )
        let devices = [MadeDevice.facts(2, "Pedal"), mouse]
        #expect(try DeviceChoice.choose(for: request, among: devices) == mouse)
        // Whoever gives both names of one key has it named by the first.
        var taker = InputTaker(
            kinds: [.keys],
            keys: try KeyNames.codes(of: ["BTN_MOUSE", "BTN_LEFT"])
        )
        taker.begin(DeviceShape(), at: EventScript.instant(0))
        taker.take([EventScript.key(UInt16(BTN_LEFT), 1)], at: 1)
        #expect(taker.words() == ["1: 0 is 1"])
    }

    @Test(
        "is refused unless it is exactly that, with the one that was meant",
        arguments: [
            ("key_a", "KEY_A"), ("F13", "KEY_F13"), ("left", "KEY_LEFT"), ("KEY_FF13", "KEY_F13"),
            ("KEY_SPCAE", "KEY_SPACE"), ("BTN_LFET", "BTN_LEFT"), ("KEY_F13 ", "KEY_F13"),
            ("mouse", "BTN_MOUSE"), ("BTN_MOUES", "BTN_MOUSE"),
            ("BTN_JOYSTIC\u{212A}", "BTN_JOYSTICK"),
        ]
    )
    func refused(name: String, meant: String) {
        let error = #expect(throws: EvdevError.self) { try KeyNames.code(of: name) }
        #expect(error?.kind == .unknownKey(name, meant: meant))
        #expect(error?.description.contains("did you mean \(meant)?") == true)
    }

    @Test(
        "is none of another kind, and nothing that only begins as one",
        arguments: [
            "", "REL_X", "SW_LID", "EV_KEY", "KEY_MAX", "KEY_CNT", "30", "KEY_A\0", "KEY_\u{301}A",
            String(repeating: "KEY_A", count: 10_000),
        ]
    )
    func nothing(name: String) {
        let error = #expect(throws: EvdevError.self) { try KeyNames.code(of: name) }
        #expect(error?.remedy?.isEmpty == false)
    }

    @Test("is not had by numbers that no key has", arguments: [-1, 0x2FF, 0x300, Int.max, Int.min])
    func numbers(code: Int) {
        #expect(KeyNames.name(of: code) == nil)
    }
}
