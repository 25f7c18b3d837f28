import RecorderKinds
import SampleStream
import Testing
import Timebase

@Suite("A sample of values")
struct ValueSampleTests {
    private let instant = BootInstant(nanoseconds: 7)

    @Test("has what is there, each part by itself")
    func parts() {
        var sample = ValueSample(channel: 15, at: instant)
        #expect(sample.channel == 15 && sample.time == instant && sample.role == .reading)
        #expect(!sample.hasX && !sample.hasY && !sample.hasZ && !sample.hasW && !sample.isEstimated)
        sample.hasY = true
        sample.isEstimated = true
        #expect(!sample.hasX && sample.hasY && !sample.hasZ && !sample.hasW && sample.isEstimated)
        sample.hasW = true
        sample.hasY = false
        sample.isEstimated = false
        #expect(!sample.hasX && !sample.hasY && !sample.hasZ && sample.hasW && !sample.isEstimated)
    }

    @Test("is told in one line, with as many numbers as there are")
    func told() {
        let value = ValueSample.value(-2.5, of: 3, at: instant)
        #expect(value.hasX && !value.hasY && value.x == -2.5 && value.channel == 3)
        let values = ValueSample.values(1, 2, nil, 4, at: instant)
        #expect(values.hasX && values.hasY && !values.hasZ && values.hasW)
        #expect([values.x, values.y, values.z, values.w] == [1, 2, 0, 4])
    }

    @Test("is a gap, or a mark, without values")
    func roles() {
        let gap = ValueSample.gap(
            channel: 2,
            at: instant,
            lost: 40,
            reason: .source,
            isEstimated: true
        )
        #expect(gap.role == .gap(lost: 40, reason: .source, isEstimated: true))
        #expect(gap.channel == 2 && gap.time == instant && !gap.hasX)
        let mark = ValueSample.mark(9, at: instant)
        #expect(mark.role == .mark(9) && mark.channel == 0 && !mark.hasX)
    }

    @Test("is of one cache line at most")
    func size() {
        #expect(MemoryLayout<ValueSample>.stride <= 64)
    }
}
