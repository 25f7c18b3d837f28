import FoundationEssentials
import Research
import Testing

/// An app's navigator, which goes through the steps in reverse order.
private struct BackwardNavigator: RSDStepNavigator {
    let steps: [any RSDStep]

    var knownSteps: [any RSDStep]? { steps }

    func step(with identifier: String) -> (any RSDStep)? {
        steps.first { $0.identifier == identifier }
    }

    func step(
        after step: (any RSDStep)?,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> StepDestination {
        let rest = steps.reversed().drop { step != nil && $0.identifier != step?.identifier }
        guard let next = (step == nil ? rest : rest.dropFirst()).first else { return .ends(.end) }
        return .go(to: next)
    }

    func step(
        before step: any RSDStep,
        with result: any RSDTaskResult,
        in context: NavigationContext
    ) -> (any RSDStep)? { nil }

    func progress(for step: any RSDStep, with result: any RSDTaskResult) -> RSDTaskProgress? {
        nil
    }
}

/// An app's task with its own navigator.
private final class BackwardTask: RSDTaskObject {
    override var stepNavigator: any RSDStepNavigator { BackwardNavigator(steps: steps) }
}

private final class BackwardSection: RSDSectionStepObject {
    override var stepNavigator: any RSDStepNavigator { BackwardNavigator(steps: steps) }
}

/// An app's task that is no subclass of the framework's.
private final class OwnTask: RSDUIActionHandlerObject, RSDTask {
    let identifier = "own"
    let taskType: RSDTaskType = "own"
    let schemaInfo: RSDSchemaInfoObject? = nil
    let copyright: String? = nil
    let usesTrackedData = false
    let stepNavigator: any RSDStepNavigator
    var asyncActions: [any RSDAsyncActionConfiguration]?

    init(_ steps: [any RSDStep]) {
        stepNavigator = BackwardNavigator(steps: steps)
        super.init()
    }

    func instantiateTaskResult() -> any RSDTaskResult { Sample.history([], of: identifier) }
    func validate() throws {}
}

/// A task with an app's task as a subtask.
private func holding(_ steps: [any RSDStep]) -> RSDTaskObject {
    RSDTaskObject(identifier: "t", steps: [RSDSubtaskStepObject(task: OwnTask(steps))])
}

private struct OwnView: RSDViewThemeElement, Equatable {
    var viewIdentifier: String
    var storyboardIdentifier: String?
    var bundleIdentifier: String?
    var color: String
}

private struct OwnCohortRule: RSDCohortNavigationRule, Equatable {
    var requiredCohorts: Set<String>
    var cohortOperator: RSDCohortRuleOperator?
    var skipToIdentifier: String?
    var season: String
}

private struct OwnRange: RSDRange, Equatable { var notes: [String] }

/// An app's factory with its own views, cohort rules and ranges.
private final class OwnFactory: RSDFactory, @unchecked Sendable {
    override func decodeViewThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDViewThemeElement { try OwnView(from: decoder) }

    override func decodeCohortNavigationRule(
        from decoder: any Decoder
    ) throws -> any RSDCohortNavigationRule { try OwnCohortRule(from: decoder) }

    override func decodeRange(
        from decoder: any Decoder,
        for type: RSDFormDataType
    ) throws -> any RSDRange { try OwnRange(from: decoder) }
}

private struct OwnAction: RSDAsyncActionConfiguration, Codable, Equatable {
    var identifier: String
    var type: RSDAsyncActionType
    var startStepIdentifier: String?
    var asyncActionType: RSDAsyncActionType { type }
}

private struct OwnButton: RSDUIAction, Equatable {
    var type: RSDUIActionObjectType
    var buttonTitle: String?
    var iconName: String?
    var bundleIdentifier: String?
    var confetti: Int
}

private final class OwnField: RSDInputFieldObject {}

private struct OwnRule: RSDSurveyRule, Equatable {
    var type: RSDSurveyRuleType
    func evaluateRule(with result: (any RSDResult)?) -> String? { nil }
    func evaluateCohorts(with result: (any RSDResult)?) -> CohortChange { CohortChange() }
}

private struct OwnTransformer: RSDTaskTransformer, Codable, Equatable {
    var type: RSDTaskTransformerType
    var estimatedFetchTime: Double { 3 }

    func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask {
        RSDTaskObject(identifier: "fetched", steps: [])
    }

    func step(by factory: RSDFactory) throws -> any RSDStep { PlainStep("read") }
}

@Suite("An app's factory")
struct FactoryHookTests {
    private func task(_ json: String, by factory: RSDFactory) throws -> RSDTaskObject {
        try #require(try factory.decodeTask(with: Data(json.utf8)) as? RSDTaskObject)
    }

    @Test("decodes registered types of every kind")
    func registered() throws {
        let factory = RSDFactory()
        try factory.register(.init("backward", BackwardTask.self, "A task from its end on."))
        try factory.register(.init("own", OwnAction.self, "An action of the app."))
        try factory.register(.init("own", OwnButton.self, "A button of the app."))
        try factory.register(.init("own", OwnField.self, "A question of the app."))
        try factory.register(.init("own", OwnRule.self, "A rule of the app."))
        try factory.register(.init("own", OwnTransformer.self, "What fetches the app's tasks."))
        let task = try task(
            """
            { "identifier": "t", "type": "backward",
              "asyncActions": [{ "identifier": "m", "type": "own" }],
              "actions": { "skip": { "type": "own", "confetti": 3 } },
              "steps": [
                { "identifier": "f", "type": "form", "inputFields": [
                  { "identifier": "q", "type": "own", "surveyRules": [{ "type": "own" }] } ] },
                { "identifier": "i", "type": "taskInfo", "taskTransformer": { "type": "own" } } ] }
            """,
            by: factory
        )
        #expect(task is BackwardTask)
        #expect(
            task.asyncActions?.first as? OwnAction == OwnAction(identifier: "m", type: "own")
        )
        #expect(task.actions?[.skip] as? OwnButton == OwnButton(type: "own", confetti: 3))
        let field = (task.steps[0] as? RSDFormUIStepObject)?.inputFields.first
        #expect(field is OwnField)
        #expect(field?.surveyRules?.first as? OwnRule == OwnRule(type: "own"))
        let transformer = (task.steps[1] as? RSDTaskInfoStepObject)?.taskTransformer
        #expect(transformer as? OwnTransformer == OwnTransformer(type: "own"))
    }

    @Test("decodes and encodes its own views, cohort rules and ranges")
    func subclassed() throws {
        let factory = OwnFactory()
        let json = """
            { "identifier": "t", "steps": [
              { "identifier": "a", "type": "active",
                "viewTheme": { "viewIdentifier": "v", "color": "red" },
                "beforeCohortRules": [{ "requiredCohorts": ["x"], "season": "spring" }],
                "afterCohortRules": [{ "requiredCohorts": ["y"], "season": "autumn" }] },
              { "identifier": "f", "type": "form", "inputFields": [
                { "identifier": "q", "type": "string", "range": { "notes": ["c", "d"] } } ] } ] }
            """
        let first = try task(json, by: factory)
        let again = try factory.decodeTask(with: factory.encodeTask(first)) as? RSDTaskObject
        for task in [first, try #require(again)] {
            let step = try #require(task.steps[0] as? RSDUIStepObject)
            #expect(step.viewTheme as? OwnView == OwnView(viewIdentifier: "v", color: "red"))
            #expect((step.beforeCohortRules?.first as? OwnCohortRule)?.season == "spring")
            #expect((step.afterCohortRules?.first as? OwnCohortRule)?.season == "autumn")
            let field = (task.steps[1] as? RSDFormUIStepObject)?.inputFields.first
            #expect(field?.range as? OwnRange == OwnRange(notes: ["c", "d"]))
        }
    }
}

@MainActor
@Suite("An app's task")
struct OwnTaskTests {
    @Test("uses its own navigator, as does a section")
    func navigators() {
        let section = BackwardSection(identifier: "s", steps: Sample.plain("s1 s2"))
        let task = BackwardTask(identifier: "t", steps: [section] + Sample.plain("b c"))
        let walker = Walker(task)
        #expect((0..<5).map { _ in walker.forward() } == ["c", "b", "s2", "s1", "!end"])
    }

    @Test("has steps at which the outer task's recorders may start and stop")
    func stepsOfOwnTask() throws {
        let action = RSDStandardAsyncActionConfiguration(
            identifier: "m",
            type: "smell",
            startStepIdentifier: "inside"
        )
        let inside = holding([PlainStep("inside")])
        inside.asyncActions = [action]
        #expect(throws: Never.self) { try inside.validate() }
        let outside = holding([PlainStep("other")])
        outside.asyncActions = [action]
        #expect(throws: RSDValidationError.self) { try outside.validate() }
    }
}
