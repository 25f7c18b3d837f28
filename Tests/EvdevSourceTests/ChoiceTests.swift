import CEvdev
import InputRecorder
import Testing

@testable import EvdevSource

@Suite("The device for a request")
struct ChoiceTests {
    static let devices = [
        MadeDevice.facts(0, "Power Button", MadeDevice.powerButton, location: "PWRF"),
        MadeDevice.facts(
            2,
            "Receiver",
            MadeDevice.keyboard,
            location: "usb-1/input0",
            serial: "A1"
        ),
        MadeDevice.facts(3, "Receiver", MadeDevice.mouse, location: "usb-1/input1", serial: "A1"),
        MadeDevice.facts(4, "Foot Switch", MadeDevice.footSwitch, location: "usb-2/input0"),
        MadeDevice.facts(10, "Screen", MadeDevice.touchscreen, location: "i2c-1"),
    ]

    private func choose(_ request: InputRequest) throws -> String {
        try DeviceChoice.choose(for: request, among: Self.devices, resolve: { _ in nil }).id
    }

    @Test(
        "is the one that is named: by id, path, name, place or serial number, in any letters",
        arguments: [
            ("event4", "event4"), ("EVENT4", "event4"), ("/dev/input/event4", "event4"),
            ("foot switch", "event4"), ("USB-2/INPUT0", "event4"), ("a1", "event2"),
            ("receiver", "event2"), ("usb-1/input1", "event3"), ("event0", "event0"),
        ]
    )
    func named(asked: String, id: String) throws {
        #expect(try choose(InputRequest(kinds: [.keys], device: asked)) == id)
    }

    @Test("may be named by a link to its node")
    func link() throws {
        let device = try DeviceChoice.choose(
            for: InputRequest(kinds: [.touches], device: "/dev/input/by-path/screen"),
            among: Self.devices,
            resolve: { $0 == "/dev/input/by-path/screen" ? "/dev/input/event10" : nil }
        )
        #expect(device.id == "event10")
    }

    @Test("is by its id what another may be by its name")
    func idFirst() throws {
        let devices = [MadeDevice.facts(1, "event2"), MadeDevice.facts(2, "event1")]
        let request = InputRequest(kinds: [.keys], device: "event2")
        #expect(try DeviceChoice.choose(for: request, among: devices).id == "event2")
    }

    @Test("of several of one name is the one that gives what is asked for")
    func siblings() throws {
        #expect(try choose(InputRequest(kinds: [.pointer], device: "Receiver")) == "event3")
        #expect(try choose(InputRequest(kinds: [.keys, .pointer], device: "Receiver")) == "event3")
        let keys = InputRequest(kinds: [.keys, .pointer], device: "Receiver", keys: ["KEY_A"])
        #expect(try choose(keys) == "event2")
    }

    @Test("is without a name the first that gives it, but not what switches the machine off")
    func first() throws {
        #expect(try choose(InputRequest(kinds: [.keys])) == "event2")
        #expect(try choose(InputRequest(kinds: [.touches])) == "event10")
        #expect(try choose(InputRequest(kinds: [.keys], device: "")) == "event2")
        let alone = [Self.devices[0]]
        let button = try DeviceChoice.choose(for: InputRequest(kinds: [.keys]), among: alone)
        #expect(button.id == "event0")
    }

    @Test("has the keys before it has the most kinds, and those before the smallest number")
    func preferred() throws {
        #expect(try choose(InputRequest(kinds: [.keys], keys: ["KEY_F15"])) == "event4")
        #expect(try choose(InputRequest(kinds: [.keys], keys: ["KEY_F13", "KEY_F14"])) == "event4")
        #expect(try choose(InputRequest(kinds: [.keys], keys: ["KEY_F13"])) == "event2")
        #expect(try choose(InputRequest(kinds: Set(InputKind.allCases))) == "event3")
        // What nobody has decides nothing.
        #expect(try choose(InputRequest(kinds: [.keys], keys: ["KEY_F24"])) == "event2")
        #expect(try choose(InputRequest(kinds: [], keys: ["KEY_F15"])) == "event4")
    }

    @Test("that is not there is an error with what there is")
    func missing() {
        let named = #expect(throws: EvdevError.self) {
            try choose(InputRequest(kinds: [.keys], device: "Pedal"))
        }
        #expect(named?.description.contains("no input device for \"Pedal\"") == true)
        #expect(named?.description.contains("event10 (Screen): touches") == true)
        let kinds = #expect(throws: EvdevError.self) {
            try choose(InputRequest(kinds: [.accelerometer, .switches]))
        }
        #expect(kinds?.description.contains("for switches or accelerometer") == true)
        let none = #expect(throws: EvdevError.self) {
            _ = try DeviceChoice.choose(for: InputRequest(kinds: [.keys]), among: [])
        }
        #expect(none?.kind == .noSuchDevice(wanted: "keys", present: []))
    }

    @Test("that has nothing of what is asked is an error of its own")
    func lacks() {
        let error = #expect(throws: EvdevError.self) {
            try choose(InputRequest(kinds: [.touches, .pointer], device: "foot switch"))
        }
        #expect(error?.kind == .lacks(wanted: "touches or pointer"))
        #expect(error?.place == "event4 (Foot Switch)")
    }

    @Test("is not looked for by a key that the kernel has not")
    func unknownKey() {
        let error = #expect(throws: EvdevError.self) {
            try choose(InputRequest(kinds: [.keys], keys: ["KEY_FOOT"]))
        }
        guard case .unknownKey = error?.kind else {
            Issue.record("it is \(String(describing: error))")
            return
        }
    }
}
