import Foundation
import Research
import ResearchUI
import Scratch
import TaskEngine
import Testing
import Timebase
import TrackedStore

@Suite("The tracked data of tasks")
@MainActor
struct TrackedDataTests {
    private let scratch: Scratch
    private var path: String { scratch.path + "/tracked.sqlite" }

    init() throws { scratch = try Scratch() }

    /// A task with an introduction that coffee drinkers skip, a question, and one in a section.
    private func task(usesTrackedData: Bool = true) -> RSDTaskObject {
        let drink = RSDInputFieldObject(identifier: "drink", dataType: .base(.string))
        drink.surveyRules = [
            RSDComparableSurveyRuleObject(matchingAnswer: .string("coffee"), cohort: "coffee")
        ]
        let cups = RSDInputFieldObject(identifier: "cups", dataType: .base(.integer))
        let intro = Tasks.step("intro")
        intro.beforeCohortRules = [RSDCohortNavigationRuleObject(requiredCohorts: ["coffee"])]
        let task = Tasks.plain([
            intro, RSDFormUIStepObject(identifier: "drinks", inputFields: [drink]),
            Tasks.section("S", [RSDFormUIStepObject(identifier: "many", inputFields: [cups])]),
            Tasks.completion("done"),
        ])
        task.usesTrackedData = usesTrackedData
        return task
    }

    /// Runs a task with the store's data, as another process would.
    private func run(
        _ task: RSDTaskObject,
        _ participant: any TaskParticipant = AutomaticParticipant()
    ) async throws -> Stage {
        let stage = Stage(task)
        stage.engine.trackedData = TrackedData(in: try TrackedStore(path: path))
        _ = await stage.run(with: participant)
        #expect(stage.engine.notes == [])
        return stage
    }

    fileprivate static let given: [String: [String: AnswerInput]] = [
        "drinks": ["drink": .text("coffee")], "many": ["cups": .value(.integer(3))],
    ]

    /// The answers in a result, by path.
    private func words(_ result: (any RSDTaskResult)?) -> [String: AnswerValue] {
        var found: [String: AnswerValue] = [:]
        for entry in result?.stepHistory ?? [] {
            if let level = entry as? any RSDTaskResult {
                for (key, value) in words(level) { found["\(entry.identifier)/\(key)"] = value }
            }
            for case let answer as any RSDAnswerResult in (entry as? any RSDCollectionResult)?
                .inputResults ?? []
            {
                found["\(entry.identifier)/\(answer.identifier)"] = answer.value
            }
        }
        return found
    }

    @Test("are the participant's cohorts, which apply from the next run on")
    func cohorts() async throws {
        let coffee = AutomaticParticipant(answers: Self.given)
        #expect(try await run(task(), coffee).log.lines.first == "show intro")
        // Cohorts also apply to a task that does not use tracked answers.
        let second = try await run(task(usesTrackedData: false), coffee)
        #expect(second.log.lines.first == "show drinks")
        #expect(second.engine.taskViewModel.cohorts == ["coffee"])
        // Another answer removes the participant from the cohort.
        let tea = AutomaticParticipant(answers: ["drinks": ["drink": .text("tea")]])
        #expect(try await run(task(), tea).log.lines.first == "show drinks")
        #expect(try await run(task()).log.lines.first == "show intro")
    }

    @Test("are the answers of a task, which are the initial answers of its forms")
    func answers() async throws {
        _ = try await run(task(), AutomaticParticipant(answers: Self.given))
        let expected: [String: AnswerValue] = [
            "drinks/drink": .string("coffee"), "S/many/cups": .integer(3),
        ]
        let second = try await run(task())
        #expect(words(second.engine.taskViewModel.taskResult) == expected)
        #expect(second.readyResults.count == 1)
        // A new answer replaces the stored one.
        let third = try await run(
            task(),
            AutomaticParticipant(answers: ["many": ["cups": .value(.integer(4))]])
        )
        #expect(words(third.engine.taskViewModel.taskResult)["S/many/cups"] == .integer(4))
        #expect(try data().answers(ofTask: "T").map(words)?["S/many/cups"] == .integer(4))
        let other = try await run(task(usesTrackedData: false))
        #expect(words(other.engine.taskViewModel.taskResult) == [:])
        #expect(try data().answers(ofTask: "T").map(words)?["S/many/cups"] == .integer(4))
    }

    @Test("keep the answers to questions that a run did not ask, and only answers")
    func notAsked() async throws {
        _ = try await run(task(), AutomaticParticipant(answers: Self.given))
        let short = Tasks.plain(
            [Tasks.section("S", [Tasks.step("x")]), Tasks.step("y")],
            [ActionConfiguration("m")]
        )
        short.usesTrackedData = true
        _ = try await run(short)
        let kept = try #require(try data().answers(ofTask: "T"))
        #expect(words(kept) == ["drinks/drink": .string("coffee"), "S/many/cups": .integer(3)])
        #expect(kept.recorded == [])
        #expect(kept.stepHistory.map(\.identifier) == ["drinks", "S"])
    }

    /// Fetches a task of one question that uses answers.
    private struct Fetcher: RSDTaskTransformer {
        var estimatedFetchTime: Double { 1 }

        func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
            let field = RSDInputFieldObject(identifier: "drink", dataType: .base(.string))
            let form = RSDFormUIStepObject(identifier: "drinks", inputFields: [field])
            let task = RSDTaskObject(identifier: "fetched", steps: [form])
            task.usesTrackedData = true
            return task
        }

        func step(by factory: RSDFactory) throws -> any RSDStep { throw ScriptedFailure() }
    }

    @Test("include the answers of a task that is fetched during the run")
    func fetched() async throws {
        for answers in [Self.given, [:]] {
            let info = InfoStep(taskTransformer: Fetcher())
            let path = RSDTaskViewModel(taskInfo: info, timekeeper: ImmediateTimekeeper())
            let stage = Stage(path: path)
            stage.engine.trackedData = try data()
            #expect(await stage.run(with: AutomaticParticipant(answers: answers)) == .completed)
            #expect(words(path.taskResult) == ["drinks/drink": .string("coffee")])
        }
    }

    @Test("do not change by a discarded run")
    func discarded() async throws {
        struct Leaver: TaskParticipant {
            func respond(to prompt: StepPrompt) async -> ParticipantAction {
                if prompt.step.identifier == "done" { return .cancel(shouldSave: false) }
                return await AutomaticParticipant(answers: TrackedDataTests.given)
                    .respond(to: prompt)
            }
        }
        #expect(try await run(task(), Leaver()).finished == [.discarded])
        #expect(try data().cohorts() == [])
        #expect(try data().answers(ofTask: "T") == nil)
    }

    @Test("receive only the changes of this run, and keep those of other runs")
    func ownChanges() async throws {
        try data().remember(cohorts: ["coffee", "tea"])
        let stage = Stage(task())
        stage.engine.trackedData = try data()
        await stage.engine.start()
        #expect(stage.engine.taskViewModel.cohorts == ["coffee", "tea"])
        stage.engine.taskViewModel.cohorts = ["coffee", "water"]
        // Another run has begun and ended meanwhile.
        try data().remember(cohorts: ["tea", "juice"])
        await stage.engine.exit()
        #expect(try data().cohorts() == ["juice", "water"])
    }

    @Test("are loaded by a later try after a run could not begin")
    func laterStart() async throws {
        let store = try TrackedStore(path: path)
        try store.write([1], "cohorts", key: "participant")
        let stage = Stage(task())
        stage.failureResponse = .wait
        stage.engine.trackedData = TrackedData(in: store)
        await stage.engine.start()
        #expect(stage.log.lines == ["failure"])
        await stage.engine.goForward()
        #expect(stage.log.lines == ["failure", "failure"])
        try store.write(Array(#"["coffee"]"#.utf8), "cohorts", key: "participant")
        await stage.engine.goForward()
        #expect(stage.engine.taskViewModel.cohorts == ["coffee"])
        #expect(stage.log.lines.last == "show drinks", "coffee drinkers see no introduction")
        await stage.engine.cancel(shouldSave: false)
    }

    @Test("stay as they were in a run that was killed and resumed")
    func resumed() async throws {
        try data().remember(cohorts: ["milk", "tea"])
        let first = Stage(task())
        first.engine.trackedData = try data()
        await first.engine.start()
        first.engine.taskViewModel.cohorts = ["milk", "water"]
        let second = Stage(task())
        second.engine.trackedData = try data()
        _ = try second.engine.taskViewModel.restore(first.engine.taskViewModel.snapshot())
        await second.engine.start()
        #expect(second.engine.taskViewModel.cohorts == ["milk", "water"])
        await first.engine.cancel(shouldSave: false)
        await second.engine.cancel(shouldSave: false)
    }

    @Test("are written in one transaction: no cohorts without their answers")
    func together() async throws {
        let result = Stage(task()).engine.taskViewModel.taskResult
        var broken = RSDTaskResultObject(
            identifier: "T",
            taskRunUUID: result.taskRunUUID,
            startDate: result.startDate
        )
        var form = RSDCollectionResultObject(identifier: "drinks", startDate: result.startDate)
        // A value that does not match its type cannot be encoded.
        form.appendInputResults(
            with: RSDAnswerResultObject(
                identifier: "drink",
                answerType: RSDAnswerResultType(baseType: .data, sequenceType: .array),
                value: .string("no array"),
                startDate: result.startDate
            )
        )
        broken.stepHistory = [form]
        #expect(throws: (any Error).self) {
            try data().remember(cohorts: ["coffee"], answersOf: broken)
        }
        #expect(try data().cohorts() == [])
    }

    @Test("stay unchanged if they cannot be read, and the run fails before its first step")
    func unreadable() async throws {
        let store = try TrackedStore(path: path)
        try store.write([1], "cohorts", key: "participant")
        let stage = try await run(task())
        #expect(stage.finished == [.failed])
        #expect(stage.log.lines == ["failure", "failed"])
        let error = try #require(stage.engine.finishError)
        #expect("\(error)".contains("the cohorts of 'participant'"))
        #expect(try store.read("cohorts", key: "participant") == [1])
    }

    private func data() throws -> TrackedData { TrackedData(in: try TrackedStore(path: path)) }
}
