import SampleStream
import Testing
import Timebase

@testable import LineRecorder

@Suite("A sample of lines")
struct LineSampleTests {
    private let instant = BootInstant(nanoseconds: 7)

    @Test("has what is there, each part by itself")
    func parts() {
        var sample = LineSample(channel: 15, at: instant)
        #expect(sample.channel == 15 && sample.time == instant && sample.role == .reading)
        #expect(!sample.hasX && !sample.hasY && !sample.hasZ && !sample.hasW && !sample.isEstimated)
        sample.hasY = true
        sample.isEstimated = true
        #expect(!sample.hasX && sample.hasY && !sample.hasZ && !sample.hasW && sample.isEstimated)
        sample.hasW = true
        sample.hasY = false
        sample.isEstimated = false
        #expect(!sample.hasX && !sample.hasY && !sample.hasZ && sample.hasW && !sample.isEstimated)
        let value = LineSample(channel: 3, at: instant, value: -2.5)
        #expect(value.hasX && !value.hasY && value.x == -2.5)
    }

    @Test("is a gap, or a mark, without values")
    func roles() {
        let gap = LineSample.gap(
            channel: 2,
            at: instant,
            lost: 40,
            reason: .source,
            isEstimated: true
        )
        #expect(gap.role == .gap(lost: 40, reason: .source, isEstimated: true))
        #expect(gap.channel == 2 && gap.time == instant && !gap.hasX)
        let mark = LineSample.mark(9, at: instant)
        #expect(mark.role == .mark(9) && mark.channel == 0 && !mark.hasX)
    }

    @Test("is of one cache line at most")
    func size() {
        #expect(MemoryLayout<LineSample>.stride <= 64)
    }
}
