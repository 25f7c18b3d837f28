import SystemCalls
import Testing
import Timebase

@testable import EvdevSource

@Suite("A device that has disappeared")
struct ReturnWatchTests {
    /// A pedal at a place; `instance` changes each time it is plugged in.
    private static func pedal(
        _ number: Int,
        _ place: String?,
        _ instance: String
    ) -> InputDeviceFacts {
        MadeDevice.facts(number, "Pedal", location: place, instance: instance)
    }

    private let device = pedal(3, "usb-1", "input7")
    private let twin = pedal(4, "usb-2", "input8")
    private let stranger = MadeDevice.facts(5, "Mouse", MadeDevice.mouse, location: "usb-3")

    private func watch(
        besides twins: [InputDeviceFacts] = [],
        patience: Duration = .seconds(5)
    ) -> ReturnWatch {
        ReturnWatch(
            for: device,
            besides: twins,
            goneAt: BootInstant(nanoseconds: 0),
            patience: patience
        )
    }

    private func gone(after waited: Duration) -> ReturnWatch.Answer {
        .failed(EvdevError(.deviceGone(waited: waited), at: "event3 (Pedal)"))
    }

    private let revoked = ReturnWatch.Answer.failed(EvdevError(.revoked, at: "event3 (Pedal)"))
    private let refusal = EvdevError(.notPermitted(obstacle: "/dev/input/event9"), at: "event9")

    @Test("is opened again as soon as it is back, also at another node")
    func back() {
        var watch = watch()
        #expect(watch.look([stranger], at: 10) == .wait)
        #expect(watch.look([stranger], at: 110) == .wait)
        let back = Self.pedal(9, "usb-1", "input20")
        #expect(watch.look([stranger, back], at: 210) == .open(back))
        var moved = self.watch()
        #expect(moved.look([], at: 10) == .wait)
        let elsewhere = Self.pedal(9, "usb-7", "input20")
        #expect(moved.look([elsewhere], at: 4999) == .open(elsewhere))
    }

    @Test("may be back at its place and node before the first look")
    func quick() {
        var watch = watch()
        let back = Self.pedal(3, "usb-1", "input9")
        #expect(watch.look([back], at: 0) == .open(back))
    }

    @Test("was not unplugged if it is still there: the right to read it was revoked")
    func revocation() {
        var watch = watch()
        #expect(watch.look([device], at: 0) == .wait)
        #expect(watch.look([device], at: 99) == .wait)
        #expect(watch.look([device], at: 100) == revoked)
        var impatient = self.watch(patience: .zero)
        #expect(impatient.look([device], at: 99) == .wait)
        #expect(impatient.look([device], at: 100) == revoked)
    }

    @Test("may leave its node behind for a moment")
    func lingering() {
        var watch = watch()
        #expect(watch.look([device], at: 0) == .wait)
        #expect(watch.look([], at: 100) == .wait)
        let back = Self.pedal(3, "usb-1", "input9")
        #expect(watch.look([back], at: 200) == .open(back))
        var impatient = self.watch(patience: .zero)
        #expect(impatient.look([device], at: 0) == .wait)
        #expect(impatient.look([], at: 100) == gone(after: .zero))
    }

    @Test("is not confused with a twin that was there before, or that appeared unseen")
    func twins() {
        var watch = watch(besides: [twin])
        let other = Self.pedal(6, "usb-4", "input11")
        #expect(watch.look([twin, other], at: 10) == .wait)
        #expect(watch.look([twin, other], at: 500) == .wait)
        let back = Self.pedal(3, "usb-1", "input20")
        #expect(watch.look([twin, other, back], at: 600) == .open(back))
    }

    @Test("is not confused with a device at the place of its twin, which was plugged in again")
    func placeOfTwin() {
        var watch = watch(besides: [twin])
        #expect(watch.look([], at: 10) == .wait)
        let again = Self.pedal(4, "usb-2", "input12")
        #expect(watch.look([again], at: 500) == .wait)
        #expect(watch.look([again], at: 5000) == gone(after: .seconds(5)))
    }

    @Test("is the one at its own place, or else a new one at an unused place")
    func newcomer() {
        var watch = watch(besides: [twin])
        #expect(watch.look([twin], at: 10) == .wait)
        let newcomer = Self.pedal(6, "usb-4", "input11")
        let back = Self.pedal(7, "usb-1", "input12")
        #expect(watch.look([twin, newcomer, back], at: 500) == .open(back))
        var alone = self.watch(besides: [twin])
        #expect(alone.look([twin], at: 10) == .wait)
        #expect(alone.look([twin, newcomer], at: 500) == .open(newcomer))
    }

    @Test("without a place is recognised by its facts, and distinguished from a twin that stayed")
    func placeless() {
        let device = Self.pedal(3, nil, "input7")
        let twin = Self.pedal(4, nil, "input8")
        var watch = ReturnWatch(
            for: device,
            besides: [twin],
            goneAt: BootInstant(nanoseconds: 0),
            patience: .seconds(5)
        )
        #expect(watch.look([twin], at: 10) == .wait)
        let back = Self.pedal(3, nil, "input9")
        #expect(watch.look([twin, back], at: 20) == .open(back))
    }

    @Test(
        "and cannot be opened is tried again, until the refusal is reported when the time is over"
    )
    func refusals() {
        var watch = watch()
        #expect(watch.look([], at: 10) == .wait)
        let back = Self.pedal(9, "usb-1", "input20")
        #expect(watch.look([back], at: 200) == .open(back))
        watch.refused(refusal)
        #expect(watch.look([back], at: 300) == .open(back))
        // It disappears again during the attempt.
        watch.refused(EvdevError(.deviceGone(waited: .zero), at: "event9"))
        #expect(watch.look([], at: 400) == .wait)
        #expect(watch.look([back], at: 5000) == .failed(refusal))
    }

    @Test("and does not return in time is a failure that says how long it was awaited")
    func late() {
        var watch = watch()
        #expect(watch.look([], at: 10) == .wait)
        #expect(watch.look([], at: 4999) == .wait)
        let back = Self.pedal(3, "usb-1", "input9")
        #expect(watch.look([back], at: 5000) == gone(after: .seconds(5)))
    }

    @Test("is a failure at once if it is not to be awaited, even if it is back")
    func impatient() {
        var watch = watch(patience: .zero)
        #expect(watch.look([Self.pedal(3, "usb-1", "input9")], at: 0) == gone(after: .zero))
    }

    @Test("is not awaited any longer after a stop")
    func stopped() {
        var early = watch()
        #expect(early.look([device], at: 0, isStopped: true) == .stopped)
        var waiting = watch()
        #expect(waiting.look([], at: 10) == .wait)
        #expect(waiting.look([], at: 500, isStopped: true) == .stopped)
        #expect(waiting.look([], at: 5000, isStopped: true) == .stopped)
        var back = watch()
        #expect(back.look([], at: 10) == .wait)
        let returned = Self.pedal(3, "usb-1", "input9")
        #expect(back.look([returned], at: 500, isStopped: true) == .stopped)
        var refused = watch()
        refused.refused(refusal)
        #expect(refused.look([returned], at: 5000, isStopped: true) == .stopped)
    }

    @Test("is a failure also after a stop if it was not to be awaited")
    func stoppedUnawaited() {
        var absent = watch(patience: .zero)
        #expect(absent.look([], at: 0, isStopped: true) == gone(after: .zero))
        // Nobody waits to see whether the node goes.
        var lingering = watch(patience: .zero)
        #expect(lingering.look([device], at: 0, isStopped: true) == gone(after: .zero))
    }
}

extension ReturnWatch {
    fileprivate mutating func look(
        _ present: [InputDeviceFacts],
        at milliseconds: Int64,
        isStopped: Bool = false
    ) -> Answer {
        look(at: present, now: EventScript.instant(milliseconds), isStopped: isStopped)
    }
}
