import Patience
import ResearchUI
import Testing
import Timebase

@Suite("The watch for an idle run")
@MainActor
struct IdleWatchTests {
    /// A watch, and its reports.
    @MainActor
    private final class Rig {
        let clock = ManualTimekeeper()
        var isTimed = false
        private(set) var told = 0
        private(set) lazy var watch = IdleWatch(
            .seconds(100),
            clock,
            isTimed: { [weak self] in self?.isTimed ?? false },
            onIdle: { [weak self] in self?.told += 1 }
        )

        private var sleeper: Task<Void, Never>?

        isolated deinit { sleeper?.cancel() }

        func start() -> Task<Void, Never> {
            Task {
                await watch.run()
                // Whoever waits for the next look of a watch that has ended is not to wait for ever.
                sleeper = Task { [clock] in
                    try? await clock.sleep(
                        until: clock.now.advanced(by: .seconds(1e6)),
                        tolerance: nil
                    )
                }
            }
        }

        /// When the watch looks next, in seconds from the beginning; late, if it has ended.
        func nextLook() async -> Double? { await clock.nextWaking()?.seconds }
    }

    private let rig = Rig()

    @Test("reports once, at the limit")
    func limit() async {
        let watching = rig.start()
        #expect(await rig.nextLook() == 100)
        rig.clock.advance(by: .seconds(99))
        #expect(await rig.nextLook() == 100)
        #expect(rig.told == 0)
        rig.clock.advance(by: .seconds(1))
        await watching.value
        #expect(rig.told == 1)
    }

    @Test("counts from the last action")
    func deeds() async {
        let watching = rig.start()
        #expect(await rig.nextLook() == 100)
        rig.clock.advance(by: .seconds(60))
        rig.watch.noteDeed()
        rig.clock.advance(by: .seconds(40))
        #expect(await rig.nextLook() == 160)
        #expect(rig.told == 0)
        rig.clock.advance(by: .seconds(60))
        await watching.value
        #expect(rig.told == 1)
    }

    @Test("counts a running timer as activity")
    func timed() async {
        rig.isTimed = true
        let watching = rig.start()
        #expect(await rig.nextLook() == 100)
        rig.clock.advance(by: .seconds(100))
        #expect(await rig.nextLook() == 200)
        rig.isTimed = false
        rig.clock.advance(by: .seconds(100))
        await watching.value
        #expect(rig.told == 1)
    }

    @Test("does not count the machine's sleep")
    func asleep() async {
        let watching = rig.start()
        #expect(await rig.nextLook() == 100)
        rig.clock.advance(by: .seconds(3600))
        #expect(await rig.nextLook() == 3700)
        // It comes late a little where the machine has much to do.
        rig.clock.advance(by: .seconds(160))
        await watching.value
        #expect(rig.told == 1)
    }

    @Test("begins when a limit is set, and heeds a shorter one at once")
    func limitSetLater() async throws {
        rig.watch.limit = nil
        let watching = rig.start()
        // So that it finds no limit before one is set.
        try await until("the watch waits without a limit") { rig.watch.isWaiting }
        rig.watch.limit = .seconds(50)
        #expect(await rig.nextLook() == 50)
        rig.watch.limit = .seconds(20)
        #expect(await rig.nextLook() == 20)
        rig.clock.advance(by: .seconds(20))
        await watching.value
        #expect(rig.told == 1)
    }

    @Test("reports nothing without a limit, or after its end")
    func ends() async throws {
        let watching = rig.start()
        #expect(await rig.nextLook() == 100)
        watching.cancel()
        await watching.value
        rig.watch.limit = nil
        let unlimited = rig.start()
        try await until("the watch waits without a limit") { rig.watch.isWaiting }
        rig.clock.advance(by: .seconds(110))
        unlimited.cancel()
        await unlimited.value
        #expect(rig.told == 0)
    }
}
