import InputRecorder
import SampleStream
import Testing
import Timebase

@testable import RecorderKinds

@Suite("What goes on when a replay begins in the middle")
struct EarlierRecordsTests {
    private let channel = InputChannel.touch.rawValue

    private func instant(_ seconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: seconds * 1_000_000_000)
    }

    private func gap(_ lost: Int64, at seconds: Int64) -> InputSample {
        .gap(
            channel: channel,
            at: instant(seconds),
            lost: lost,
            reason: .kernel,
            isEstimated: false
        )
    }

    @Test(
        "is of a gap its part of the time, one at least, and never more than were lost",
        arguments: [
            (10, 0, 10, 5, 5), (10, 0, 10, 9, 1), (10, 0, 10, 10, 1), (1, 0, 10, 1, 1),
            (10, 0, 10, 0, 10), (.max, 0, 10, 0, .max), (.max, 5, 5, 5, 1),
            (.max - 1, 0, 1000, 0, .max - 1), (.max, 0, 10, 5, 1 << 62), (0, 0, 10, 0, 1),
            (-5, 0, 10, 0, 1), (.min, 0, 10, 0, 1),
        ] as [(Int64, Int64, Int64, Int64, Int64)]
    )
    func share(lost: Int64, from: Int64, to: Int64, opening: Int64, rest: Int64) {
        for isEnded in [true, false] {
            var earlier = EarlierRecords<InputForm>()
            earlier.take(gap(lost, at: from))
            let found: InputSample?
            if isEnded {
                let reading = InputSample(.touch, at: instant(to))
                found = earlier.gap(upTo: reading, from: instant(opening))
            } else {
                found = earlier.gaps(upTo: instant(to), from: instant(opening)).first
            }
            #expect(found?.role == .gap(lost: rest, reason: .kernel, isEstimated: true))
            #expect(found?.time == instant(opening))
            // It is told once.
            #expect(earlier.gaps(upTo: instant(to), from: instant(opening)).isEmpty)
        }
    }

    @Test("is no gap that a reading has ended, and none of another channel")
    func ended() {
        var earlier = EarlierRecords<InputForm>()
        earlier.take(gap(3, at: 1))
        earlier.take(InputSample(.key, at: instant(2)))
        #expect(earlier.gap(upTo: InputSample(.key, at: instant(4)), from: instant(3)) == nil)
        earlier.take(InputSample(.touch, at: instant(2)))
        #expect(earlier.gaps(upTo: instant(4), from: instant(3)).isEmpty)
    }
}
