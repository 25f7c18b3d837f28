// The task of a task file: its steps, its recorders, and its navigation.

internal import FoundationEssentials

/// A task.
open class RSDTaskObject: RSDUIActionHandlerObject, RSDTask, Codable {
    public let identifier: String
    public let taskType: RSDTaskType
    open var schemaInfo: RSDSchemaInfoObject?
    open var copyright: String?
    open var usesTrackedData: Bool {
        get { givenTrackedData ?? false }
        set { givenTrackedData = newValue }
    }
    open var asyncActions: [any RSDAsyncActionConfiguration]?
    /// The steps, in their order.
    public let steps: [any RSDStep]
    /// The steps that count for progress.
    public let progressMarkers: [String]?
    /// The navigator that follows the order of the steps and their rules.
    ///
    /// A subclass that navigates differently overrides this property, and must return the same navigator each time.
    open var stepNavigator: any RSDStepNavigator { navigator }
    private let navigator: RSDConditionalStepNavigatorObject
    // `nil` unless given explicitly: defaults are not written to files.
    private var givenTrackedData: Bool?
    private let isTypeGiven: Bool

    /// Creates a task of steps in their order, with their rules.
    public init(
        identifier: String,
        steps: [any RSDStep],
        progressMarkers: [String]? = nil,
        asyncActions: [any RSDAsyncActionConfiguration]? = nil,
        type: RSDTaskType = .task
    ) {
        self.identifier = identifier
        taskType = type
        isTypeGiven = true
        self.steps = TaskLevel.linked(steps)
        self.progressMarkers = progressMarkers
        self.asyncActions = asyncActions
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
            schemaInfo: schemaInfo,
            startDate: Date(timeIntervalSince1970: 0)
        )
    }

    open func validate() throws { try TaskRules.check(self) }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        let injected =
            decoder.codingPath.isEmpty ? decoder.userInfo[.taskIdentifier] as? String : nil
        identifier = try injected ?? container.decode(String.self, forKey: "identifier")
        let givenType = try container.decodeIfPresent(RSDTaskType.self, forKey: "type")
        taskType = givenType ?? .task
        isTypeGiven = givenType != nil
        let level = try TaskLevel(from: container)
        steps = level.steps
        progressMarkers = level.progressMarkers
        navigator = RSDConditionalStepNavigatorObject(
            steps: level.steps,
            progressMarkers: level.progressMarkers
        )
        super.init()
        asyncActions = level.asyncActions
        schemaInfo = try container.decodeIfPresent(RSDSchemaInfoObject.self, forKey: "schemaInfo")
        copyright = try container.decodeIfPresent(String.self, forKey: "copyright")
        givenTrackedData = try container.decodeIfPresent(Bool.self, forKey: "usesTrackedData")
        try decodeHandler(from: container)
    }

    open func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(identifier, forKey: "identifier")
        if isTypeGiven { try container.encode(taskType, forKey: "type") }
        try container.encodeIfPresent(schemaInfo, forKey: "schemaInfo")
        try container.encodeIfPresent(copyright, forKey: "copyright")
        try container.encodeIfPresent(givenTrackedData, forKey: "usesTrackedData")
        try encodeHandler(to: &container)
        try TaskLevel(steps: steps, progressMarkers: progressMarkers, asyncActions: asyncActions)
            .encode(into: &container)
    }
}

extension RSDKey {
    /// The keys of a task.
    public static let task =
        [
            RSDKey(
                "identifier",
                .text,
                isRequired: true,
                "The identifier of the task; the names of session folders and the results contain it."
            )
        ] + actionHandler + level + [
            RSDKey(
                "schemaInfo",
                .object(.schemaInfo),
                "The name and revision of the result's schema; the task's identifier and 1 if not given."
            ),
            RSDKey("copyright", .text, "The copyright notice of the task, in any words."),
            RSDKey(
                "usesTrackedData",
                .boolean,
                "Whether answers are stored for the next run of the task; false if not given."
            ),
        ]
}

extension RSDDeclaration<any RSDTask> {
    /// The task of a file.
    public static var task: Self {
        Self(
            .task,
            RSDTaskObject.self,
            "A task: its steps, their order, and its recorders.",
            keys: RSDKey.task
        )
    }
}
