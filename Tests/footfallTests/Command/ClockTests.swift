import Patience
import SessionRuns
import Timebase
import Testing

@testable import footfall

@Suite("The clocks of recordings that are there already", .mayNotHang)
struct ClockTests {
    static let origin = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 1_000_000_000_000),
        monotonicNanoseconds: 5,
        boottime: BootInstant(nanoseconds: 7_000_000_000)
    )

    @Test("time stands at the start until it is let go, then runs on")
    func gate() {
        let clock = GatedTimekeeper(at: Self.origin, factor: 1000)
        #expect(clock.reading() == Self.origin)
        #expect(clock.reading() == Self.origin)
        clock.open()
        let later = Self.origin.boottime.advanced(by: .seconds(1))
        clock.wait(until: later, or: StopSignal())
        #expect(clock.now >= later)
    }

    @Test("who waits at the gate is woken by a stop")
    func stopsAtGate() {
        let clock = GatedTimekeeper(at: Self.origin, factor: 1)
        let signal = StopSignal()
        signal.abandon()
        clock.wait(until: Self.origin.boottime.advanced(by: .seconds(1)), or: signal)
        #expect(clock.reading() == Self.origin)
    }

    @Test("opening the gate a second time changes nothing")
    func opensOnce() {
        let clock = GatedTimekeeper(at: Self.origin, factor: 1000)
        clock.open()
        clock.wait(until: Self.origin.boottime.advanced(by: .seconds(1)), or: StopSignal())
        clock.open()
        #expect(clock.now >= Self.origin.boottime.advanced(by: .seconds(1)))
    }
}
