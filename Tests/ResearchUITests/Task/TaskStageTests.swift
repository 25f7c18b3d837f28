import Patience
import Testing
import Timebase

@testable import ResearchUI

@Suite("A staged task", .mayNotHang)
@MainActor
struct TaskStageTests {
    @Test("has its clock wait for a timer that does not sleep yet, and pass no limit meanwhile")
    func lateTimer() async {
        let stage = TaskStage(steps: [])
        let clock = stage.clock
        let begun = clock.now
        let limit = begun.advanced(by: .seconds(60))
        let waiting = Task { _ = try? await clock.sleep(until: limit, tolerance: nil) }
        #expect(await clock.nextWaking() == limit)
        // It sleeps only after the tick below has begun to wait.
        let tick = begun.advanced(by: .seconds(1))
        let timer = Task { _ = try? await clock.sleep(until: tick, tolerance: nil) }
        await stage.tick()
        #expect(clock.now == tick)
        waiting.cancel()
        timer.cancel()
    }
}
