// What is left of the results of a recorder that failed in the middle of a step and was begun again.

import Research
import TaskEngine
import Testing

@testable import ResearchUI

@Suite("The result of a recorder that failed and was begun again")
@MainActor
struct KeptResultsTests {
    @Test("is not replaced by the next one, also if it waits for that of another recorder")
    func waiting() async throws {
        let stage = TaskStage(
            steps: [Steps.instruction("a"), Steps.instruction("b")],
            ["m", "n"].map {
                StagedAction.Configuration(
                    identifier: $0,
                    stopStepIdentifier: "a",
                    shouldDeletePrevious: true
                )
            }
        )
        var actions: [StagedAction] = []
        stage.makesAction = { [unowned stage] in
            let action = StagedAction($0, stage.controller.taskViewModel, stage.story)
            actions.append(action)
            action.startSeconds = Double(actions.count)
            action.file = "\(action.configuration.identifier)\(actions.count).json"
            return action
        }
        // A screen that nobody watches asks nothing.
        let feed = ScreenFeed(of: stage.controller) { _ in }
        let engine = stage.controller.engine
        // No question about a slow stop comes between, however busy the machine is.
        engine.limits.patience = .seconds(600)
        try await stage.begin()
        try await stage.reach("a")
        try #require(actions.count == 2)
        let (failing, stopping) = (actions[0], actions[1])
        stopping.isSlow = true
        let stop = Task {
            await stage.controller.stopAsyncActions(for: [stopping], showLoading: false)
        }
        await stage.settle()
        #expect(stopping.isWaitedFor)
        failing.fail(with: StagedFailure())
        await stage.settle()
        try await stage.press(titled: "Try again")
        #expect(actions.count == 3 && stage.story.lines.last == "m runs")
        // The next run may close its file before the failed one's result is attached.
        #expect(stage.controller.taskViewModel.taskResult.asyncResults == nil)
        #expect(engine.earlierFiles == ["m1.json"])
        stopping.release()
        await stop.value
        try await stage.press(.goForward)
        try await stage.reach("b")
        let results = stage.controller.taskViewModel.taskResult.asyncResults ?? []
        #expect(results.map(\.identifier) == ["n", "m", "m_error", "m"])
        let files = results.compactMap { ($0 as? RSDFileResultObject)?.relativePath }
        #expect(files == ["n2.json", "m1.json", "m3.json"])
        withExtendedLifetime(feed) {}
    }
}
