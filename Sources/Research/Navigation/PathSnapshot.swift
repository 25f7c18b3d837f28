// A run as it is saved, so that it can be taken up again after its process has died.

/// All that is needed to take up a run where it stands.
public struct PathSnapshot: Codable, Sendable {
    /// The cohorts that the participant is in.
    public var cohorts: Set<String>
    /// Whether instructions are short.
    public var shouldShowAbbreviatedInstructions: Bool
    /// The outermost level.
    public var root: Level

    /// One level of a run, with those within it that are open, or were.
    public struct Level: Codable, Sendable {
        public var identifier: String
        public var stepIdentifier: String?
        /// The result; absent where it is in the history of the level above.
        var result: CodedResult?
        var previousResults: CodedResults
        /// The levels within this one, in the order of their identifiers.
        var children: [Level]
        /// Which of them is open.
        var openChild: String?
    }

    /// The step that the run stands at.
    public var stepIdentifier: String? {
        var level = root
        while let open = level.openChild,
            let inner = level.children.first(where: { $0.identifier == open })
        {
            level = inner
        }
        return level.stepIdentifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cohorts.sorted(), forKey: .cohorts)
        try container.encode(
            shouldShowAbbreviatedInstructions,
            forKey: .shouldShowAbbreviatedInstructions
        )
        try container.encode(root, forKey: .root)
    }
}

/// Results as a list of what they are coded as: a snapshot of many takes no longer than one of few.
struct CodedResults: Codable, Sendable {
    let values: [any RSDResult]

    init(_ values: [any RSDResult]) { self.values = values }

    init(from decoder: any Decoder) throws {
        values = try [CodedResult](from: decoder).map(\.value)
    }

    func encode(to encoder: any Encoder) throws {
        try values.map(CodedResult.init).encode(to: encoder)
    }
}

/// Why a saved run cannot be taken up.
public enum PathRestoreError: Error, Sendable, Hashable {
    /// It is of another task.
    case otherTask(saved: String, present: String)
    /// The task no longer has a step that the run stands at.
    case missingStep(String, level: String)
    /// What was saved of a level is not the result of a task.
    case missingResult(level: String)
}

extension PathRestoreError: CustomStringConvertible, RSDCodedError {
    public var description: String {
        switch self {
        case .otherTask(let saved, let present):
            "The saved run is of '\(saved)', and this task is '\(present)'; open that task."
        case .missingStep(let step, let level):
            "The saved run stands at the step '\(step)' of '\(level)', which is no longer there; "
                + "start the task anew."
        case .missingResult(let level):
            "The saved run has no task result for '\(level)'; start the task anew."
        }
    }

    public var errorDomain: String { "PathRestoreErrorDomain" }

    public var errorCode: Int {
        switch self {
        case .otherTask: -1
        case .missingStep: -2
        case .missingResult: -3
        }
    }
}
