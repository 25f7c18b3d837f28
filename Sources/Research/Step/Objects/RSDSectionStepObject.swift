// A section: steps that belong together. Like a task, a section has its own navigator, recorders and result; the
// results of its steps are part of its result.

internal import FoundationEssentials

/// A step that contains several steps.
open class RSDSectionStepObject: RSDUIActionHandlerObject, RSDSectionStep, RSDCopyStep,
    RSDDecodableReplacement, Codable
{
    public let identifier: String
    public let stepType: RSDStepType
    public private(set) var steps: [any RSDStep]
    public private(set) var progressMarkers: [String]?
    open var asyncActions: [any RSDAsyncActionConfiguration]?
    /// The navigator that follows the order and the rules of the steps; a subclass can override it.
    open var stepNavigator: any RSDStepNavigator { navigator }
    private var navigator: RSDConditionalStepNavigatorObject

    open var taskType: RSDTaskType { .task }
    open var schemaInfo: RSDSchemaInfoObject? { nil }
    open var copyright: String? { nil }
    open var usesTrackedData: Bool { false }

    /// Creates a section of steps in their order, with their rules.
    public required init(
        identifier: String,
        steps: [any RSDStep],
        progressMarkers: [String]? = nil,
        type: RSDStepType? = nil
    ) {
        self.identifier = identifier
        stepType = type ?? .section
        self.steps = TaskLevel.linked(steps)
        self.progressMarkers = progressMarkers
        navigator = RSDConditionalStepNavigatorObject(
            steps: steps,
            progressMarkers: progressMarkers
        )
        super.init()
    }

    open func instantiateTaskResult() -> any RSDTaskResult {
        RSDTaskResultObject(
            identifier: identifier,
            taskRunUUID: .random(),
            startDate: Date(timeIntervalSince1970: 0)
        )
    }

    open func instantiateStepResult() -> any RSDResult { instantiateTaskResult() }

    open func validate() throws { try TaskRules.check(self) }

    public func copy(with identifier: String) -> Self {
        let copy = Self(
            identifier: identifier,
            steps: TaskLevel.copies(of: steps),
            progressMarkers: progressMarkers,
            type: stepType
        )
        copyInto(copy)
        return copy
    }

    public func copy(with identifier: String, decoder: (any Decoder)?) throws -> Self {
        let copy = copy(with: identifier)
        if let decoder { try copy.decode(from: decoder) }
        return copy
    }

    /// Gives a copy the values of this section; a subclass adds its own values.
    open func copyInto(_ copy: RSDSectionStepObject) {
        copyHandler(into: copy)
        copy.asyncActions = asyncActions
    }

    /// Replaces values by those of a decoder; steps and async actions are matched by their identifiers.
    open func decode(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        try decodeHandler(from: container)
        try overlay(from: container)
    }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decode(String.self, forKey: "identifier")
        let givenType = try container.decodeIfPresent(String.self, forKey: "type")
        stepType = givenType.map(RSDStepType.init) ?? .section
        let level = try TaskLevel(from: container)
        steps = level.steps
        progressMarkers = level.progressMarkers
        navigator = RSDConditionalStepNavigatorObject(
            steps: level.steps,
            progressMarkers: level.progressMarkers
        )
        super.init()
        asyncActions = level.asyncActions
        try decodeHandler(from: container)
    }

    open func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(identifier, forKey: "identifier")
        try container.encode(stepType, forKey: "type")
        try encodeHandler(to: &container)
        try TaskLevel(steps: steps, progressMarkers: progressMarkers, asyncActions: asyncActions)
            .encode(into: &container)
    }
}

extension RSDSectionStepObject {
    private func overlay(from container: KeyedDecodingContainer<JSONKey>) throws {
        var level = TaskLevel(
            steps: steps,
            progressMarkers: progressMarkers,
            asyncActions: asyncActions
        )
        try level.overlay(from: container)
        steps = level.steps
        progressMarkers = level.progressMarkers
        asyncActions = level.asyncActions
        navigator = RSDConditionalStepNavigatorObject(
            steps: steps,
            progressMarkers: progressMarkers
        )
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A section: steps that belong together.
    public static var section: Self {
        Self(
            .section,
            RSDSectionStepObject.self,
            "Steps that belong together, with recorders and a result of their own.",
            keys: RSDKey.step + RSDKey.actionHandler + RSDKey.level
        )
    }
}
