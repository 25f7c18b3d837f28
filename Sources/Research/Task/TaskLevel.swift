// The keys that tasks and sections share.

/// The steps, progress markers and async actions of one task or section, without those of the sections in it.
struct TaskLevel {
    var steps: [any RSDStep]
    var progressMarkers: [String]?
    var asyncActions: [any RSDAsyncActionConfiguration]?
}

extension TaskLevel {
    init(from container: KeyedDecodingContainer<JSONKey>) throws {
        var list = try container.nestedUnkeyedContainer(forKey: "steps")
        steps = []
        while !list.isAtEnd { steps.append(try list.decode(CodedStep.self).value) }
        steps = Self.linked(steps)
        progressMarkers = try container.value(of: "progressMarkers")
        asyncActions = try container.value([CodedAsyncAction].self, of: "asyncActions")?.map(
            \.value
        )
    }

    func encode(into container: inout KeyedEncodingContainer<JSONKey>) throws {
        try container.encode(steps.map(CodedStep.init), forKey: "steps")
        try container.encodeIfPresent(progressMarkers, forKey: "progressMarkers")
        try container.encodeIfPresent(
            asyncActions?.map(CodedAsyncAction.init),
            forKey: "asyncActions"
        )
    }

    /// Returns the same steps, after giving each countdown the step that follows it.
    static func linked(_ steps: [any RSDStep]) -> [any RSDStep] {
        for (step, next) in zip(steps, steps.dropFirst()) {
            (step as? RSDCountdownUIStepObject)?.following = next as? RSDActiveUIStepObject
        }
        return steps
    }

    /// Returns copies of the steps, so that changing a copy does not change the original.
    ///
    /// A step that is not an `RSDCopyStep` is not copied; if it is an object, both lists share it.
    static func copies(of steps: [any RSDStep]) -> [any RSDStep] {
        linked(steps.map { ($0 as? any RSDCopyStep)?.copy(with: $0.identifier) ?? $0 })
    }
}

extension RSDKey {
    /// The keys of an object that has steps: a task or a section.
    public static let level = [
        RSDKey(
            "steps",
            .list(.member(.step)),
            isRequired: true,
            "The steps, in the order in which they are shown unless a rule changes it."
        ),
        RSDKey(
            "progressMarkers",
            .list(.awaitedStep),
            "The steps that count for the progress; every step if not given."
        ),
        RSDKey(
            "asyncActions",
            .list(.member(.asyncAction)),
            "The async actions that run beside the steps, such as recorders."
        ),
    ]
}
