import FoundationEssentials
import Patience
import Research
import ResearchUI
import TaskEngine
import Testing
import Timebase

/// A data storage manager that logs its calls.
@MainActor
private final class Store: RSDDataStorageManager {
    var kept: [String: any RSDTaskData] = [:]
    private(set) var asked: [String] = []
    private(set) var saved: [String] = []

    func previousTaskData(for taskIdentifier: String) -> (any RSDTaskData)? {
        asked.append(taskIdentifier)
        return kept[taskIdentifier]
    }

    func saveTaskData(_ data: any RSDTaskData, from taskResult: (any RSDTaskResult)?) {
        kept[data.identifier] = data
        saved.append("\(data.identifier) of \(taskResult?.stepHistory.count ?? 0)")
    }
}

private struct Kept: RSDTaskData {
    var identifier: String
    var timestampDate: Date? { nil }
    var json: JSONValue
}

/// A task that asks for a drink once, and remembers it.
private final class DrinkTask: RSDTaskObject, RSDTrackingTask {
    @MainActor private var known: AnswerValue?

    @MainActor
    func taskData(for taskResult: any RSDTaskResult) -> (any RSDTaskData)? {
        guard case .string(let drink) = taskResult.findAnswerResult(with: "drink")?.value else {
            return nil
        }
        return Kept(identifier: identifier, json: .string(drink))
    }

    @MainActor
    func setupTask(with data: (any RSDTaskData)?, for path: RSDTaskViewModel) {
        guard case .string(let drink) = data?.json else { return }
        known = .string(drink)
    }

    @MainActor
    func shouldSkipStep(
        _ step: any RSDStep
    ) -> (shouldSkip: Bool, stepResult: (any RSDResult)?) {
        guard step.identifier == "drinks", let known else { return (false, nil) }
        var result = RSDCollectionResultObject(
            identifier: "drinks",
            startDate: Date(timeIntervalSince1970: 0)
        )
        result.appendInputResults(
            with: RSDAnswerResultObject(
                identifier: "drink",
                answerType: .string,
                value: known,
                startDate: Date(timeIntervalSince1970: 0)
            )
        )
        return (true, result)
    }
}

@Suite("A tracking task")
@MainActor
struct TrackingTaskTests {
    private let store = Store()

    private func task(_ identifier: String = "D") -> DrinkTask {
        let drink = RSDInputFieldObject(identifier: "drink", dataType: .base(.string))
        return DrinkTask(
            identifier: identifier,
            steps: [
                Tasks.step("intro"),
                RSDFormUIStepObject(identifier: "drinks", inputFields: [drink]),
                Tasks.completion("done"),
            ]
        )
    }

    private func run(_ task: any RSDTask) async -> Stage {
        let stage = Stage(task)
        stage.engine.taskViewModel.dataManager = store
        let answers: [String: [String: AnswerInput]] = ["drinks": ["drink": .text("tea")]]
        _ = await stage.run(with: AutomaticParticipant(answers: answers))
        return stage
    }

    private func shown(_ stage: Stage) -> [String] {
        stage.log.lines.filter { $0.hasPrefix("show ") }.map { String($0.dropFirst(5)) }
    }

    @Test("receives its stored data, skips known questions, and saves its data at the end")
    func remembers() async {
        let first = await run(task())
        #expect(shown(first) == ["intro", "drinks", "done"])
        #expect(store.saved == ["D of 3"])
        #expect(store.kept["D"]?.json == .string("tea"))
        let second = await run(task())
        #expect(shown(second) == ["intro", "done"])
        #expect(store.asked == ["D", "D"])
        let result = second.engine.taskViewModel.taskResult
        #expect(result.stepHistory.map(\.identifier) == ["intro", "drinks", "done"])
        #expect(result.findAnswerResult(with: "drink")?.value == .string("tea"))
        #expect(store.saved == ["D of 3", "D of 3"])
    }

    @Test("uses its own identifier as a subtask, too")
    func subtask() async {
        store.kept["inner"] = Kept(identifier: "inner", json: .string("tea"))
        let outer = Tasks.plain([
            RSDSubtaskStepObject(task: task("inner")), Tasks.completion("end"),
        ])
        #expect(shown(await run(outer)) == ["intro", "done", "end"])
        #expect(store.asked == ["inner"])
        #expect(store.saved == ["inner of 3"])
    }

    @Test("saves nothing in a discarded run")
    func givenUp() async throws {
        let stage = Stage(task())
        stage.engine.taskViewModel.dataManager = store
        await stage.engine.start()
        #expect(store.asked == ["D"])
        await stage.engine.cancel(shouldSave: false)
        #expect(stage.finished == [.discarded])
        #expect(store.saved.isEmpty)
    }

    @Test("lets the participant go back to a skipped step, which is then no longer skipped")
    func goesBack() async {
        store.kept["D"] = Kept(identifier: "D", json: .string("tea"))
        let stage = Stage(task())
        stage.engine.taskViewModel.dataManager = store
        await stage.engine.start()
        await stage.engine.goForward()
        #expect(shown(stage) == ["intro", "done"])
        await stage.engine.goBack()
        await stage.engine.goBack()
        await stage.engine.goForward()
        #expect(shown(stage) == ["intro", "done", "drinks", "intro", "drinks"])
    }

    @Test("can be controlled through its path")
    func actions() async throws {
        let stage = Stage(Tasks.plain([Tasks.step("a"), Tasks.step("b")]))
        let path = stage.engine.taskViewModel
        await stage.engine.start()
        path.perform(actionType: .goForward)
        try await until("the second step is shown") {
            path.currentStepIdentifier == "b" && !stage.engine.isMoving
        }
        path.perform(actionType: .goBackward)
        try await until("the first step is shown") {
            path.currentStepIdentifier == "a" && !stage.engine.isMoving
        }
        path.perform(actionType: .learnMore)
        #expect(stage.engine.notes.count == 1 && stage.engine.notes[0].contains("learnMore"))
        path.perform(actionType: .cancel)
        try await until("the run is over") { stage.finished == [.discarded] }
    }
}
