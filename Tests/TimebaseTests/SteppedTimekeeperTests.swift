import Synchronization
import SystemCalls
import Testing
import Timebase

@Suite("Stepped time")
struct SteppedTimekeeperTests {
    /// A source that passes an instant each millisecond, on a thread of its own.
    private final class Source: Sendable {
        let passed = Mutex<[BootInstant]>([])
        let stop = StopSignal()

        func run(in time: SteppedTimekeeper, upTo count: Int) throws -> SystemThread {
            try SystemThread.spawn(name: "source") { [self] in
                for index in 1...count {
                    let instant = BootInstant(nanoseconds: Int64(index) * 1_000_000)
                    time.wait(until: instant, or: stop)
                    if stop.isRaised { return }
                    passed.withLock { $0.append(instant) }
                }
                time.sourcesEnded([stop])
            }
        }
    }

    @Test("moves to where somebody sleeps, and no further")
    func moves() async throws {
        let time = SteppedTimekeeper()
        try await time.sleep(until: BootInstant(nanoseconds: 30_000_000_000), tolerance: nil)
        #expect(time.now == BootInstant(nanoseconds: 30_000_000_000))
        try await time.sleep(until: BootInstant(nanoseconds: 1), tolerance: nil)
        #expect(time.now == BootInstant(nanoseconds: 30_000_000_000))
    }

    @Test("ends a sleep when every source has given what it had before then")
    func waitsForSources() async throws {
        let time = SteppedTimekeeper()
        let sources = [Source(), Source(), Source()]
        time.expectSources(sources.map(\.stop))
        let first = try sources[0].run(in: time, upTo: 1_000)
        let second = try sources[1].run(in: time, upTo: 1_000)
        let third = try sources[2].run(in: time, upTo: 1_000)
        for step in 1...4 {
            let end = BootInstant(nanoseconds: Int64(step) * 100_000_000)
            try await time.sleep(until: end, tolerance: nil)
            for source in sources {
                #expect(source.passed.withLock { $0.count } == step * 100 - 1)
                #expect(source.passed.withLock { $0.last } == end.advanced(by: .milliseconds(-1)))
            }
        }
        for source in sources { source.stop.abandon() }
        first.join()
        second.join()
        third.join()
    }

    @Test("does not wait for sources that have come to their end")
    func endedSources() async throws {
        let time = SteppedTimekeeper()
        let source = Source()
        time.expectSources([source.stop])
        let thread = try source.run(in: time, upTo: 10)
        try await time.sleep(until: BootInstant(nanoseconds: 1_000_000_000), tolerance: nil)
        #expect(source.passed.withLock { $0.count } == 10)
        thread.join()
    }

    @Test("comes to an end after steps without end, with room ahead, and holds nobody there")
    func endless() async throws {
        let time = SteppedTimekeeper(
            startingAt: ClockReading(
                realtime: WallInstant(nanosecondsSince1970: 1_795_256_100_000_000_000),
                monotonicNanoseconds: 90_000_000_000,
                boottime: BootInstant(nanoseconds: 100_000_000_000)
            )
        )
        for _ in 0..<100 {
            let deadline = time.now.advanced(by: .seconds(100_000_000))
            try await time.sleep(until: deadline, tolerance: nil)
        }
        let end = time.now
        try await time.sleep(until: BootInstant(nanoseconds: .max), tolerance: nil)
        #expect(time.now == end)
        #expect(end.nanoseconds >= 9_000_000_000_000_000_000)
        // The slowest source gives a sample every thousand seconds, and reckons with the next one.
        #expect(end.advanced(by: .seconds(1000)) < BootInstant(nanoseconds: .max))
        #expect(time.reading().realtime.nanosecondsSince1970 == .max)
    }

    @Test("lets two that sleep wake one after the other")
    func sleepers() async throws {
        let time = SteppedTimekeeper()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for second in [3, 1, 2] {
                group.addTask {
                    let end = BootInstant(nanoseconds: Int64(second) * 1_000_000_000)
                    try await time.sleep(until: end, tolerance: nil)
                    #expect(time.now >= end)
                }
            }
            try await group.waitForAll()
        }
        #expect(time.now == BootInstant(nanoseconds: 3_000_000_000))
    }
}
