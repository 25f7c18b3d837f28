import InputRecorder
import SampleStream
import Testing
import Timebase

@Suite("An input sample")
struct InputSampleTests {
    private let time = BootInstant(nanoseconds: 5_000_000_000)

    @Test("fits into a cache line")
    func size() {
        #expect(MemoryLayout<InputSample>.stride == 64)
    }

    @Test("has the values that were set, and no others")
    func reading() {
        var sample = InputSample(.touch, at: time)
        #expect(sample.role == .reading)
        #expect(sample.channel == InputChannel.touch.rawValue)
        #expect(sample.phase == nil)
        #expect(sample.name == nil)
        #expect(!sample.hasPosition && !sample.hasSize && !sample.hasPressure && !sample.hasValue)
        sample.phase = .cancelled
        sample.name = 3
        sample.hasPosition = true
        #expect(sample.phase == .cancelled)
        #expect(sample.name == 3)
        #expect(sample.hasPosition && !sample.hasDepth)
        sample.name = 100_000
        #expect(sample.name == nil, "no list of key names is that long")
    }

    @Test("represents a gap of every channel and reason, counted or estimated, and a mark")
    func gaps() {
        for channel in InputChannel.allCases {
            for reason in GapReason.allCases {
                for isEstimated in [false, true] {
                    let gap = InputSample.gap(
                        channel: channel.rawValue,
                        at: time,
                        lost: 12,
                        reason: reason,
                        isEstimated: isEstimated
                    )
                    #expect(gap.channel == channel.rawValue)
                    #expect(
                        gap.role == .gap(lost: 12, reason: reason, isEstimated: isEstimated)
                    )
                }
            }
        }
        #expect(InputSample.mark(7, at: time).role == .mark(7))
    }
}
