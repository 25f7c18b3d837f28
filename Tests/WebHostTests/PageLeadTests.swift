import Testing
import Timebase
@testable import WebHost

@Suite("The page that leads a run")
struct PageLeadTests {
    private static let names = ["a", "b", "c"].compactMap {
        PageID(String(repeating: $0, count: 22))
    }

    /// What a page or the clock can do.
    private enum Step: CaseIterable {
        case comeA, comeB, comeWatcher, goA, goB, goWatcher, leadA, leadB, leadWatcher, wait
        /// The browser of page A was paired again, and may only watch.
        case watchA
        /// The server's child process was restarted, which disconnects all pages.
        case restart
    }

    private static func take(_ step: Step, _ board: inout PageLead, _ now: inout Int64) {
        let instant = BootInstant(nanoseconds: now)
        switch step {
        case .comeA: board.come(names[0], .participant, at: instant)
        case .watchA: board.come(names[0], .watcher, at: instant)
        case .comeB: board.come(names[1], .operator, at: instant)
        case .comeWatcher: board.come(names[2], .watcher, at: instant)
        case .goA: board.go(names[0], at: instant)
        case .goB: board.go(names[1], at: instant)
        case .goWatcher: board.go(names[2], at: instant)
        case .leadA: _ = board.lead(names[0])
        case .leadB: _ = board.lead(names[1])
        case .leadWatcher:
            let leads = board.lead(names[2])
            if leads { Issue.record("a watcher's page leads") }
        case .wait:
            now += PageLead.patience.components.seconds * 1_000_000_000
            board.succeed(at: BootInstant(nanoseconds: now))
        case .restart:
            for page in names { board.go(page, at: instant) }
            board.noteRestart()
        }
    }

    @Test("is at most one, and never a watcher's, after every sequence of five steps")
    func everyOrder() {
        var tried = 0
        func go(_ board: PageLead, _ now: Int64, _ depth: Int) {
            guard depth > 0 else { return }
            for step in Step.allCases {
                var (next, later) = (board, now)
                Self.take(step, &next, &later)
                tried += 1
                let leaders = Self.names.filter { next.leads($0) }
                if leaders.count > 1 || leaders.contains(Self.names[2]) {
                    Issue.record("\(leaders.count) lead after \(step)")
                }
                if !leaders.isEmpty, !next.isLed { Issue.record("a page leads, isLed is not") }
                // A page that only connects takes the lead from nobody.
                switch step {
                case .comeA, .comeB, .comeWatcher:
                    for page in Self.names where board.leads(page) && !next.leads(page) {
                        Issue.record("\(step) took the lead")
                    }
                default: break
                }
                go(next, later, depth - 1)
            }
        }
        go(PageLead(), 0, 5)
        #expect(tried == 271_452)
    }

    @Test("is the first that connected, also after a short absence")
    func back() {
        var (board, now) = (PageLead(), Int64(0))
        for step in [Step.comeA, .comeB, .goA, .goB, .comeB, .comeA] {
            Self.take(step, &board, &now)
        }
        #expect(board.leads(Self.names[0]))
        #expect(!board.leads(Self.names[1]))
    }

    @Test("is another one, or the next to connect, once the leading page may only watch")
    func watchesFromNowOn() {
        for steps in [[Step.comeA, .comeB, .watchA], [.comeA, .watchA, .comeB]] {
            var (board, now) = (PageLead(), Int64(0))
            for step in steps { Self.take(step, &board, &now) }
            #expect(board.leads(Self.names[1]) && board.isLed)
        }
        var (board, now) = (PageLead(), Int64(0))
        for step in [Step.comeA, .watchA] { Self.take(step, &board, &now) }
        #expect(board.leader == nil && !board.isLed)
    }

    @Test("is another one some time after the first has gone")
    func left() {
        var (board, now) = (PageLead(), Int64(0))
        for step in [Step.comeA, .comeB, .comeWatcher, .goA] { Self.take(step, &board, &now) }
        #expect(!board.leads(Self.names[1]))
        #expect(!board.isLed)
        Self.take(.wait, &board, &now)
        #expect(board.leads(Self.names[1]))
        Self.take(.comeA, &board, &now)
        #expect(!board.leads(Self.names[0]))
    }

    @Test("is still the first after a long restart of the server, though another returns before it")
    func restarted() {
        var (board, now) = (PageLead(), Int64(0))
        for step in [Step.comeA, .comeB, .restart, .wait, .wait, .comeB] {
            Self.take(step, &board, &now)
        }
        #expect(!board.leads(Self.names[1]))
        var late = (board: board, now: now)
        Self.take(.comeA, &board, &now)
        #expect(board.leads(Self.names[0]))
        // If the first does not return in time, the other leads.
        Self.take(.wait, &late.board, &late.now)
        #expect(late.board.leads(Self.names[1]))
        // The time of any later absence counts at once.
        for step in [Step.goB, .wait, .comeA] { Self.take(step, &late.board, &late.now) }
        #expect(late.board.leads(Self.names[0]))
    }
}

@Suite("The clock of a page")
struct PageClockTests {
    @Test("dates a tap to within 50 ms, though its message waits for up to half a second")
    func jitter() throws {
        var clock = PageClock()
        var dice = Dice(seed: 7)
        var worst = 0.0
        for number in 0..<500 {
            let at = Double(number) * 0.2
            // The message takes 1 ms to 0.5 s; this machine's clock is 5,000 s ahead of the page's.
            let delay = 0.001 + 0.5 * dice.share() * dice.share()
            let sent = at + 0.02
            let here = 5000 + sent + delay
            clock.hear(sentSeconds: sent, hereSeconds: here)
            let ago = try #require(clock.secondsAgo(atSeconds: at, hereSeconds: here))
            // One message alone cannot separate its delay from the difference of the clocks.
            if number >= PageClock.memory { worst = max(worst, abs(here - ago - (5000 + at))) }
        }
        #expect(worst < 0.05, "\(worst)")
    }

    @Test("follows a clock that drifts, and forgets old quick messages")
    func drift() throws {
        var clock = PageClock()
        for number in 0..<10_000 {
            let sent = Double(number) * 0.5
            // The page's clock is slow by 100 ppm.
            let here = sent * 1.0001 + 0.002
            clock.hear(sentSeconds: sent, hereSeconds: here)
            let ago = try #require(clock.secondsAgo(atSeconds: sent, hereSeconds: here))
            #expect(ago >= 0 && ago < 0.01)
        }
    }

    @Test("dates taps anew after the page's clock stood still, but not after a slow message")
    func suspended() {
        var clock = PageClock()
        for number in 0..<10 {
            clock.hear(sentSeconds: Double(number), hereSeconds: 100 + Double(number))
        }
        // The page's machine was suspended for 300 s.
        clock.hear(sentSeconds: 10, hereSeconds: 410)
        #expect(clock.secondsAgo(atSeconds: 9.5, hereSeconds: 410.5) == 1)
        // This message took 59 s.
        clock.hear(sentSeconds: 11, hereSeconds: 470)
        #expect(clock.secondsAgo(atSeconds: 11, hereSeconds: 470) == 59)
    }

    @Test("takes an age of the future, or not finite, for zero, and gives none of over an hour")
    func nonsense() {
        var clock = PageClock()
        #expect(clock.secondsAgo(atSeconds: 5, hereSeconds: 9) == 0)
        clock.hear(sentSeconds: .nan, hereSeconds: 1)
        clock.hear(sentSeconds: 10, hereSeconds: 100)
        #expect(clock.secondsAgo(atSeconds: 11, hereSeconds: 100) == 0)
        #expect(clock.secondsAgo(atSeconds: -3590, hereSeconds: 100) == 3600)
        #expect(clock.secondsAgo(atSeconds: -3591, hereSeconds: 100) == nil)
        #expect(clock.secondsAgo(atSeconds: -1e18, hereSeconds: 100) == nil)
        #expect(clock.secondsAgo(atSeconds: .infinity, hereSeconds: 100) == 0)
    }

    /// Pseudorandom numbers, the same in each run.
    private struct Dice {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func share() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
    }
}

@Suite("The byte range that a media player asks for")
struct ResourceRangeTests {
    @Test("is one range that has a first byte, at most 1 MiB of it at once")
    func ranges() {
        let rest: Range<Int64> = 7..<1_048_583
        #expect(ResourceAnswer.bytes(of: "bytes=7-") == rest)
        #expect(ResourceAnswer.bytes(of: "bytes=5-9") == 5..<10)
        for text in [
            "", "bytes=", "bytes=-5", "bytes=9-5", "bytes=a-b", "bytes=0-1,4-5", "items=0-1",
        ] {
            #expect(ResourceAnswer.bytes(of: text) == nil, "\(text)")
        }
        let first: Range<Int64> = 0..<1_048_576
        #expect(ResourceAnswer.bytes(of: "bytes=0-9223372036854775806") == first)
        #expect(ResourceAnswer.bytes(of: "bytes=9223372036854775000-") == nil)
    }
}
