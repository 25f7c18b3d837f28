import Testing
import Timebase

@Suite("Sleeping on the way to an instant")
struct IdleSleepTests {
    private static let second = BootInstant(nanoseconds: 1_000_000_000)
    private static let minute = BootInstant(nanoseconds: 60_000_000_000)

    /// The clocks whose time goes only where somebody waits.
    private static var clocks: [any Timekeeper] { [ImmediateTimekeeper(), SteppedTimekeeper()] }

    @Test("takes time to the end that is waited for, at once", arguments: 0..<2)
    func goesToTheEnd(index: Int) async throws {
        let clock = Self.clocks[index]
        try await clock.sleep(until: Self.second, onTheWayTo: Self.minute)
        #expect(clock.now == Self.minute)
    }

    @Test("without an end leaves time where it is, until others have taken it by", arguments: 0..<2)
    func staysWithoutAnEnd(index: Int) async throws {
        let clock = Self.clocks[index]
        let idle = Task { try await clock.sleep(until: Self.second, onTheWayTo: nil) }
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.now == BootInstant(nanoseconds: 0))
        try await clock.sleep(until: Self.minute, tolerance: nil)
        try await idle.value
        #expect(clock.now == Self.minute)
    }

    @Test("ends where its task is cancelled, before or while it sleeps", arguments: 0..<2)
    func isCancelled(index: Int) async {
        let clock = Self.clocks[index]
        for yields in 0..<20 {
            let idle = Task { try await clock.sleep(until: Self.second, onTheWayTo: nil) }
            for _ in 0..<yields { await Task.yield() }
            idle.cancel()
            await #expect(throws: CancellationError.self) { try await idle.value }
        }
        #expect(clock.now == BootInstant(nanoseconds: 0))
    }

    @Test("is sleeping until the instant where time runs by itself, or a hand moves it")
    func isPlainElsewhere() async throws {
        let clock = ManualTimekeeper()
        let idle = Task { try await clock.sleep(until: Self.second, onTheWayTo: Self.minute) }
        #expect(await clock.nextWaking() == Self.second)
        clock.advance(by: .seconds(1))
        try await idle.value
        #expect(clock.now == Self.second)
    }
}
