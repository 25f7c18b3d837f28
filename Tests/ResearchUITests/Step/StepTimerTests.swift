// The timer of a step as a value: every late, early and odd tick.

import Testing

@testable import ResearchUI

@Suite("The timer of a step")
struct StepTimerTests {
    @Test("rounds the remaining time up to whole seconds")
    func counts() {
        let shown = [0, 0.5, 1, 1.999, 2, 9.2, 10, 11].map {
            StepTimer.countdown(duration: 10, elapsed: $0)
        }
        #expect(shown == [10, 10, 9, 9, 8, 1, 0, 0])
        let odd = [0, 0.5, 1, 2, 2.5, 3].map { StepTimer.countdown(duration: 2.5, elapsed: $0) }
        #expect(odd == [3, 2, 2, 1, 0, 0])
        #expect(StepTimer.countdown(duration: 0, elapsed: 3) == 0)
    }

    @Test("speaks all texts that were due since the last tick, however late it is")
    func speaksWhatWasDue() {
        var timer = StepTimer()
        #expect(
            timer.tick(elapsed: 1, duration: 10) == [.count(9), .speak(after: 0, through: 1)]
        )
        #expect(
            timer.tick(elapsed: 7.3, duration: 10) == [.count(3), .speak(after: 1, through: 7.3)]
        )
        #expect(timer.tick(elapsed: 7.3, duration: 10) == [.count(3)])
    }

    @Test(
        "ends once, at its duration or at the first tick behind it",
        arguments: [10, 10.0001, 99]
    )
    func endsOnce(elapsed: Double) {
        var timer = StepTimer()
        #expect(
            timer.tick(elapsed: elapsed, duration: 10)
                == [.count(0), .speak(after: 0, through: 10.0.nextDown), .finish]
        )
        #expect(timer.isOver)
        #expect(timer.tick(elapsed: elapsed + 1, duration: 10).isEmpty)
    }

    @Test("does not end just before its duration")
    func doesNotEndEarly() {
        var timer = StepTimer()
        #expect(!timer.tick(elapsed: 10.0.nextDown, duration: 10).contains(.finish))
    }

    @Test("has no count and no end for a step without a duration")
    func withoutDuration() {
        var timer = StepTimer()
        #expect(timer.tick(elapsed: 36_000, duration: 0) == [.speak(after: 0, through: 36_000)])
        #expect(!timer.isOver)
    }

    @Test("fires at whole intervals and at the end, whatever the last tick was")
    func firing() {
        func next(_ elapsed: Duration, _ duration: Duration = .seconds(10)) -> Duration {
            StepTimer.next(after: elapsed, interval: .seconds(1), duration: duration)
        }
        #expect(next(.zero) == .seconds(1))
        #expect(next(.milliseconds(999)) == .seconds(1))
        #expect(next(.seconds(1)) == .seconds(2))
        #expect(next(.milliseconds(1_700)) == .seconds(2))
        #expect(next(.seconds(2), .milliseconds(2_500)) == .milliseconds(2_500))
        #expect(next(.seconds(36_000), .zero) == .seconds(36_001))
    }

    @Test("advances at every tick, also with an odd interval")
    func makesWay() {
        var elapsed = Duration.zero
        for tick in 1...1_000 {
            let next = StepTimer.next(
                after: elapsed,
                interval: .seconds(0.1),
                duration: .zero
            )
            #expect(next > elapsed)
            #expect(next == Duration.seconds(0.1) * tick)
            elapsed = next
        }
    }

    @Test("replaces an invalid interval by one second", arguments: [0.0, -1])
    func withoutInterval(interval: Double) {
        let next = StepTimer.next(
            after: .seconds(3),
            interval: .seconds(interval),
            duration: .zero
        )
        #expect(next == .seconds(4))
    }
}
