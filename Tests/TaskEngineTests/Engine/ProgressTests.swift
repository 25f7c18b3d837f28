import Foundation
import Research
import TaskEngine
import Testing
import Timebase
import TrackedStore

@Suite("Progress that is kept")
@MainActor
struct ProgressTests {
    /// A store of its own for each test, deleted with it.
    private final class Shelf {
        let keeper: ProgressKeeper
        private let folder = FileManager.default.temporaryDirectory
            .appending(component: "footfall-progress-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let store = try TrackedStore(path: folder.appending(component: "store.sqlite").path)
            keeper = ProgressKeeper(in: store, factory: RSDFactory())
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    private let shelf: Shelf
    private var keeper: ProgressKeeper { shelf.keeper }

    init() throws { shelf = try Shelf() }

    private var task: RSDTaskObject {
        let step = Tasks.timed("b", 30)
        step.shouldEndOnInterrupt = true
        return Tasks.plain(
            [Tasks.step("a"), step, Tasks.step("c")],
            [ActionConfiguration("m", stop: "a"), ActionConfiguration("n")]
        )
    }

    private func stage() -> Stage {
        let stage = Stage(task)
        stage.engine.progressKeeper = keeper
        return stage
    }

    /// What a run that is taken up now would have recorded already.
    private func recorded() throws -> [String] {
        let progress = try #require(try keeper.progress(ofTask: "T"))
        let path = RSDTaskViewModel(task: task, timekeeper: ImmediateTimekeeper())
        _ = try path.restore(progress.path)
        return path.taskResult.recorded
    }

    @Test("has what was recorded until the run was left, also what is no file, and what was in use")
    func saved() async throws {
        for isInterrupted in [false, true] {
            let stage = self.stage()
            await stage.engine.start()
            #expect(try keeper.progress(ofTask: "T")?.active.map(\.identifier) == ["m", "n"])
            await stage.engine.goForward()
            #expect(try recorded() == ["m"])
            if isInterrupted {
                stage.actions["n"]?.fail(with: RecorderError.interrupted(identifier: "n"))
            } else {
                stage.engine.handleTaskCancelled(shouldSave: true)
            }
            while stage.finished.isEmpty { await Task.yield() }
            #expect(stage.finished == [isInterrupted ? .failed : .saved])
            let all = isInterrupted ? ["m", "n", "n_error"] : ["m", "n"]
            #expect(try recorded() == all)
            #expect(stage.engine.notes == [])
        }
    }

    @Test("has a recording as soon as that is finished, though its step was left long before")
    func late() async throws {
        let stage = self.stage()
        stage.prepare = { $0.stopsByItself = false }
        await stage.engine.start()
        await stage.engine.goForward()
        #expect(try recorded() == [])
        stage.actions["m"]?.release()
        while stage.actions["m"]?.status != .finished { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        #expect(try recorded() == ["m"])
    }

    @Test("is taken up at its step, with what was in use then and nothing else")
    func resumed() async throws {
        let first = stage()
        await first.engine.start()
        await first.engine.goForward()
        await first.engine.cancel(shouldSave: true)
        let second = stage()
        second.engine.resume(try #require(try keeper.progress(ofTask: "T")))
        await second.engine.start()
        #expect(second.engine.currentStepController?.step.identifier == "b")
        let inUse = second.engine.currentAsyncControllers.map(\.configuration.identifier)
        #expect(inUse == ["n"])
        await second.engine.goForward()
        await second.engine.goForward()
        #expect(second.finished == [.completed])
        #expect(second.engine.taskViewModel.taskResult.recorded == ["m", "n"])
        #expect(try keeper.progress(ofTask: "T") == nil)
    }
}
