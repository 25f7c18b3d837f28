// `Pace` decides to the nanosecond which samples come before a stop.
import Testing
import Timebase

import SampleStream

@Suite("The pace of a source")
struct PaceTests {
    let stop = StopSignal()
    let instant = BootInstant(nanoseconds: 1_000)
    let later = BootInstant(nanoseconds: 1_001)

    @Test("lets samples pass up to the instant of the stop, and none after it")
    func drains() {
        let pace = Pace(timekeeper: ManualTimekeeper(), stop: stop)
        stop.drain(until: instant)
        #expect(pace.mayPass(instant))
        #expect(!pace.mayPass(later))
    }

    @Test("lets no sample pass once the stop abandons the recording")
    func abandons() {
        let pace = Pace(timekeeper: ManualTimekeeper(), stop: stop)
        stop.abandon()
        #expect(!pace.mayPass(instant))
    }

    @Test("waits until the instant of the sample")
    func waits() {
        let timekeeper = ImmediateTimekeeper()
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        #expect(pace.mayPass(later))
        #expect(timekeeper.now == later)
    }
}
