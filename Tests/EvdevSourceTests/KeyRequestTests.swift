import InputRecorder
import Testing

@testable import EvdevSource

@Suite("Keys that are asked for")
struct KeyRequestTests {
    private func request(keys: [String] = [], markers: [String]) -> InputRequest {
        InputRequest(
            kinds: [.keys],
            device: "Pedal",
            keys: keys,
            markers: markers.map { KeyMarker(key: $0, marker: "m") }
        )
    }

    @Test("may be named twice, and by two names")
    func allowed() throws {
        try KeyNames.check(request(markers: []))
        try KeyNames.check(
            request(keys: ["BTN_LEFT", "BTN_MOUSE"], markers: ["BTN_MOUSE", "BTN_RIGHT"])
        )
    }

    @Test(
        "have one mark each, by whatever name they go",
        arguments: KeyMarker.firstNames.map { ($0.key, $0.value) } + [("BTN_A", "BTN_GAMEPAD")]
    )
    func twice(name: String, other: String) {
        let error = #expect(throws: InputRecorderError.self) {
            try KeyNames.check(request(markers: ["KEY_F13", name, other]))
        }
        #expect(error == .wrongMarkers(device: "Pedal", .sameKey(other, name)))
        #expect(
            error?.description
                == "of the markers on Pedal, the key \(other) is given twice: \(name) "
                + "is another name of it; give each key one mark"
        )
    }

    @Test("are keys that the kernel has")
    func unknown() {
        #expect(throws: EvdevError.self) { try KeyNames.check(request(markers: ["KEY_FF13"])) }
        #expect(throws: EvdevError.self) {
            try KeyNames.check(request(keys: ["KEY_FF13"], markers: []))
        }
    }
}
