import FoundationEssentials
import Research
import ResearchUI
import SessionFolder
import TaskEngine
import TaskSession
import Testing
import Timebase
import TrackedStore

@Suite("What a task remembers from one session to the next")
@MainActor
struct RememberingTests {
    private static let json = """
        {
          "identifier": "Drinks", "type": "task", "usesTrackedData": true,
          "steps": [
            {"identifier": "intro", "type": "instruction", "title": "Drinks",
             "beforeCohortRules": [{"requiredCohorts": ["coffee"]}]},
            {"identifier": "drinks", "type": "form", "inputFields": [
              {"identifier": "drink", "type": "string",
               "surveyRules": [{"matchingAnswer": "coffee", "cohort": "coffee"}]}
            ]},
            {"identifier": "tip", "type": "instruction", "title": "Drink less"},
            {"identifier": "done", "type": "completion", "title": "Thank you"}
          ]
        }
        """

    /// A host's rule that skips the step `tip`.
    private struct NoAdvice: RSDTrackingRule {
        func skipToIdentifier(
            before step: any RSDStep,
            with result: (any RSDTaskResult)?,
            in context: NavigationContext
        ) -> String? {
            step.identifier == "tip" ? RSDIdentifier.nextStep : nil
        }

        func nextStepIdentifier(
            after step: (any RSDStep)?,
            with result: (any RSDTaskResult)?,
            in context: NavigationContext
        ) -> String? { nil }
    }

    /// The steps that a session shows, and the answers in its folder.
    private func run(
        in folder: String,
        _ participant: AutomaticParticipant,
        _ rules: [any RSDTrackingRule] = []
    ) async throws -> (steps: [String], answers: [String: JSONValue]) {
        let session = try await TaskSession(
            task: try WalkingTask.factory.decodeTask(with: Data(Self.json.utf8)),
            in: "\(folder)/sessions",
            timekeeper: SteppedTimekeeper(startingAt: WalkingTask.start),
            factory: WalkingTask.factory,
            store: try TrackedStore(path: "\(folder)/store.sqlite"),
            trackingRules: rules
        )
        let outcome = await session.run(with: participant)
        #expect(outcome.errors == [])
        let data = try Data(contentsOf: URL(filePath: "\(session.path)/answers.json"))
        return (
            outcome.result.stepHistory.map(\.identifier),
            try JSONDecoder().decode([String: JSONValue].self, from: data)
        )
    }

    @Test("is the participant's cohorts and answers; the host's rules apply, too")
    func sessions() async throws {
        let folder = try ScratchFolder()
        let coffee = AutomaticParticipant(answers: ["drinks": ["drink": .text("coffee")]])
        let first = try await run(in: folder.path, coffee)
        #expect(first.steps == ["intro", "drinks", "tip", "done"])
        let second = try await run(in: folder.path, AutomaticParticipant(), [NoAdvice()])
        #expect(second.steps == ["drinks", "done"])
        #expect(second.answers == ["drinks_drink": .string("coffee")])
    }
}
