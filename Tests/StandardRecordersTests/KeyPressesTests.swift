import InputRecorder
import Testing

@testable import StandardRecorders

@Suite("Keys that control a recording")
struct KeyPressesTests {
    @Test("begin it first, and then mark and end it, also where they are one")
    func oneKey() {
        let presses = KeyPresses(
            start: "KEY_F13",
            stop: "KEY_F13",
            markers: [KeyMarker(key: "KEY_F14", marker: "heel")]
        )
        #expect(presses.meanings(of: "KEY_F14") == [])
        #expect(presses.meanings(of: "KEY_F13") == [.begin])
        #expect(presses.meanings(of: "KEY_F14") == [.mark("heel")])
        // A bounce, while devices are opened.
        #expect(presses.meanings(of: "KEY_F13") == [])
        presses.takeRunning()
        #expect(presses.meanings(of: "KEY_F14") == [.mark("heel")])
        #expect(presses.meanings(of: "KEY_F13") == [.end])
        #expect(presses.meanings(of: "KEY_F13") == [.end])
    }

    @Test("mark and end from the first on where none begins it")
    func noStart() {
        let presses = KeyPresses(
            start: nil,
            stop: "KEY_F13",
            markers: [KeyMarker(key: "KEY_F13", marker: "end")]
        )
        #expect(presses.meanings(of: "KEY_F13") == [.mark("end"), .end])
        #expect(presses.meanings(of: "KEY_F15") == [])
    }

    @Test("may have several names")
    func aliases() {
        let presses = KeyPresses(start: "BTN_A", stop: nil, markers: [])
        #expect(presses.meanings(of: "BTN_SOUTH") == [.begin])
    }
}
