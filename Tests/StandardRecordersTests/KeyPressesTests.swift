import InputRecorder
import Testing

@testable import StandardRecorders

@Suite("Keys that control a recording")
struct KeyPressesTests {
    @Test("begin it first, and then mark and end it, even if one key begins and ends it")
    func oneKey() {
        let presses = KeyPresses(
            start: "KEY_F13",
            stop: "KEY_F13",
            markers: [KeyMarker(key: "KEY_F14", marker: "heel")]
        )
        #expect(presses.meanings(of: "KEY_F14") == [])
        #expect(presses.meanings(of: "KEY_F13") == [.begin])
        #expect(presses.meanings(of: "KEY_F14") == [.mark("heel")])
        // The key bounces while the devices are opened.
        #expect(presses.meanings(of: "KEY_F13") == [])
        presses.takeRunning()
        #expect(presses.meanings(of: "KEY_F14") == [.mark("heel")])
        #expect(presses.meanings(of: "KEY_F13") == [.end])
        #expect(presses.meanings(of: "KEY_F13") == [.end])
    }

    @Test("mark and end it from the start if no key begins it")
    func noStart() {
        let presses = KeyPresses(
            start: nil,
            stop: "KEY_F13",
            markers: [KeyMarker(key: "KEY_F13", marker: "end")]
        )
        #expect(presses.meanings(of: "KEY_F13") == [.mark("end"), .end])
        #expect(presses.meanings(of: "KEY_F15") == [])
    }

    @Test("are recognised by any of their names")
    func aliases() {
        let presses = KeyPresses(start: "BTN_A", stop: nil, markers: [])
        #expect(presses.meanings(of: "BTN_SOUTH") == [.begin])
    }
}
