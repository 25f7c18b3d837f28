import CEvdev
import Testing
import Timebase

@testable import EvdevSource

@Suite("The devices that have a key")
struct KeyDevicesTests {
    private let pedal = MadeDevice.facts(3, "Pedal", location: "usb-1", instance: "input7")
    private let keyboard = MadeDevice.facts(4, "Keys", MadeDevice.keyboard, instance: "input8")
    private let mouse = MadeDevice.facts(5, "Mouse", MadeDevice.mouse, instance: "input9")
    private let grabbed = EvdevError(.grabbed(holder: "cat (process 7)"), at: "event3 (Pedal)")
    private let denied = EvdevError(
        .notPermitted(obstacle: "/dev/input/event3"),
        at: "event3 (Pedal)"
    )
    private let missing = EvdevError(.deviceGone(waited: .zero), at: "event3 (Pedal)")
    private let start = EventScript.instant(0)

    private func devices(_ codes: Int32...) -> KeyDevices { KeyDevices(codes: codes.map(Int.init)) }

    /// Devices of which these were open from the start.
    private func begun(_ heard: InputDeviceFacts...) throws -> KeyDevices {
        var devices = devices(KEY_F13)
        for facts in heard { #expect(devices.opened(facts) == nil) }
        #expect(try devices.begin().isEmpty)
        return devices
    }

    @Test("are all that have one of the keys and are not open yet")
    func unheard() {
        var devices = devices(KEY_F13, BTN_LEFT)
        #expect(devices.unheard(among: [pedal, keyboard, mouse]) == [pedal, keyboard, mouse])
        _ = devices.opened(keyboard)
        #expect(devices.unheard(among: [pedal, keyboard, mouse]) == [pedal, mouse])
        var others = self.devices(KEY_A)
        #expect(others.unheard(among: [pedal, keyboard, mouse]) == [keyboard])
    }

    @Test("that cannot be read are reported, even if another one has the key")
    func refused() throws {
        var devices = devices(KEY_F13)
        #expect(devices.opened(keyboard) == nil)
        #expect(devices.refused(pedal, grabbed, at: start) == nil)
        let words = try devices.begin()
        #expect(
            words == [
                "event3 (Pedal): somebody has grabbed the device: none of its events would come here; "
                    + "it is open in cat (process 7); its keys are not heard meanwhile; stop that program"
            ]
        )
        // It is tried again and again, and told once.
        #expect(devices.isWaiting)
        #expect(devices.unheard(among: [pedal, keyboard]) == [pedal])
        #expect(devices.refused(pedal, grabbed, at: EventScript.instant(60_000)) == nil)
        #expect(
            devices.opened(pedal) == "event3 (Pedal): it may be read now, and its keys are heard"
        )
        #expect(!devices.isWaiting && devices.unheard(among: [pedal, keyboard]).isEmpty)
    }

    @Test("are a failure if none with one of the keys can be read")
    func vain() {
        var devices = devices(KEY_A, KEY_F14)
        _ = devices.opened(keyboard)
        #expect(devices.refused(pedal, denied, at: start) == nil)
        #expect(throws: denied) { try devices.begin() }
        var gone = self.devices(KEY_F14)
        #expect(gone.refused(pedal, missing, at: start) == nil)
        #expect(throws: missing) { try gone.begin() }
    }

    @Test("and come later are heard; a refusal is told only where it lasts")
    func newcomer() throws {
        var devices = try begun(keyboard)
        #expect(devices.unheard(among: [keyboard, mouse]).isEmpty)
        #expect(devices.unheard(among: [keyboard, mouse, pedal]) == [pedal])
        #expect(devices.refused(pedal, missing, at: EventScript.instant(1000)) == nil)
        #expect(devices.isWaiting)
        #expect(devices.refused(pedal, denied, at: EventScript.instant(1500)) == nil)
        #expect(
            devices.opened(pedal)
                == "event3 (Pedal): it has come, and its keys are heard from now on"
        )
        var lasting = try begun(keyboard)
        #expect(lasting.refused(pedal, denied, at: EventScript.instant(1000)) == nil)
        let words = lasting.refused(pedal, denied, at: EventScript.instant(3000))
        #expect(words?.contains("permission denied for /dev/input/event3") == true)
        #expect(lasting.refused(pedal, denied, at: EventScript.instant(9000)) == nil)
        // Another that comes by its node is another refusal.
        #expect(lasting.unheard(among: [keyboard]).isEmpty && !lasting.isWaiting)
        #expect(lasting.refused(pedal, denied, at: EventScript.instant(9500)) == nil)
    }

    @Test("and have no node are told of by it, once it might have come")
    func node() throws {
        var devices = devices(KEY_F13)
        _ = devices.opened(keyboard)
        #expect(devices.refused(pedal, missing, at: start) == nil)
        #expect(try devices.begin().isEmpty)
        #expect(
            devices.refused(pedal, missing, at: EventScript.instant(2000))
                == "event3 (Pedal): its node /dev/input/event3 is missing; its keys are not heard "
                + "meanwhile"
        )
    }

    @Test("and go are told of, and heard again when they are back, at any node")
    func back() throws {
        var devices = try begun(pedal, keyboard)
        #expect(devices.ended(pedal).hasPrefix("event3 (Pedal): it is gone"))
        #expect(devices.unheard(among: [keyboard]).isEmpty)
        let back = MadeDevice.facts(9, "Pedal", location: "usb-2", instance: "input20")
        #expect(devices.unheard(among: [keyboard, back]) == [back])
        #expect(devices.opened(back) == "event9 (Pedal): it is back, and its keys are heard again")
        // The right to it was taken away: it is still there, and is tried again.
        _ = devices.ended(back)
        #expect(devices.unheard(among: [keyboard, back]) == [back])
    }

    @Test("and another recorder of this program grabs are told of, once")
    func grabbedHere() throws {
        var devices = try begun(pedal, keyboard)
        let isPedal = { (facts: InputDeviceFacts) in facts == self.pedal }
        let words = devices.grabbed(where: isPedal)
        #expect(words.count == 1 && words[0].contains("another recorder of this run has grabbed"))
        #expect(devices.grabbed(where: isPedal).isEmpty)
        #expect(devices.grabbed { _ in false }.isEmpty)
        #expect(devices.grabbed(where: isPedal) == words)
    }
}

@Suite("The devices that this program has open")
struct OpenDevicesTests {
    private let pedal = OpenDevices.Key(MadeDevice.facts(3, "Pedal", instance: "input7"))
    private let other = OpenDevices.Key(MadeDevice.facts(3, "Pedal", instance: "input9"))

    @Test("are tried for others' grabs by the first who opens one, and by nobody beside it")
    func tried() {
        var open = OpenDevices()
        #expect(open.answer(for: pedal, grabs: false) == .tryGrab)
        open.enter(pedal, grabs: false)
        open.enter(pedal, grabs: false)
        #expect(open.answer(for: pedal, grabs: false) == .read)
        open.leave(pedal, grabs: false)
        #expect(open.answer(for: pedal, grabs: false) == .read)
        open.leave(pedal, grabs: false)
        #expect(open.answer(for: pedal, grabs: false) == .tryGrab)
        open.leave(pedal, grabs: false)
        #expect(open.answer(for: pedal, grabs: false) == .tryGrab)
    }

    @Test("are grabbed where that is asked for, beside readers too, and then refused")
    func grabbed() {
        var open = OpenDevices()
        #expect(open.answer(for: pedal, grabs: true) == .grab)
        open.enter(pedal, grabs: false)
        #expect(open.answer(for: pedal, grabs: true) == .grab)
        open.enter(pedal, grabs: true)
        #expect(open.isGrabbed(pedal))
        #expect(open.answer(for: pedal, grabs: true) == .refuse)
        #expect(open.answer(for: pedal, grabs: false) == .refuse)
        open.leave(pedal, grabs: true)
        #expect(!open.isGrabbed(pedal))
        #expect(open.answer(for: pedal, grabs: false) == .read)
    }

    @Test("are others when they were plugged in again")
    func plugged() {
        var open = OpenDevices()
        open.enter(pedal, grabs: true)
        #expect(open.answer(for: other, grabs: false) == .tryGrab)
    }

    @Test("are refused with a word of the recorder that has them")
    func words() {
        let error = EvdevError(.grabbedHere, at: "event3 (Pedal)")
        #expect(
            error.description
                == "event3 (Pedal): another recorder of this run has grabbed the device: "
                + "none of its events would come here; leave out that recorder's 'grab'"
        )
    }
}
