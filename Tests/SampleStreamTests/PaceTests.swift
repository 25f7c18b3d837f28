// Where a stop falls among the samples is decided here, to the nanosecond.
import Testing
import Timebase

import SampleStream

@Suite("The pace of a source")
struct PaceTests {
    let stop = StopSignal()
    let instant = BootInstant(nanoseconds: 1_000)
    let later = BootInstant(nanoseconds: 1_001)

    @Test("lets pass what is timestamped no later than the stop, and nothing after it")
    func drains() {
        let pace = Pace(timekeeper: ManualTimekeeper(), stop: stop)
        stop.drain(until: instant)
        #expect(pace.mayPass(instant))
        #expect(!pace.mayPass(later))
    }

    @Test("lets nothing pass once it is to be abandoned")
    func abandons() {
        let pace = Pace(timekeeper: ManualTimekeeper(), stop: stop)
        stop.abandon()
        #expect(!pace.mayPass(instant))
    }

    @Test("takes the clock along")
    func waits() {
        let timekeeper = ImmediateTimekeeper()
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        #expect(pace.mayPass(later))
        #expect(timekeeper.now == later)
    }
}
