// The keys that a task and a section have in common.

/// Steps, their markers of progress, and what goes on meanwhile.
struct TaskLevel {
    var steps: [any RSDStep]
    var progressMarkers: [String]?
    var asyncActions: [any RSDAsyncActionConfiguration]?
}

extension TaskLevel {
    init(from container: KeyedDecodingContainer<JSONKey>) throws {
        steps = try container.decode([CodedStep].self, forKey: "steps").map(\.value)
        progressMarkers = try container.decodeIfPresent([String].self, forKey: "progressMarkers")
        asyncActions = try container.decodeIfPresent(
            [CodedAsyncAction].self,
            forKey: "asyncActions"
        )?.map(\.value)
    }

    func encode(into container: inout KeyedEncodingContainer<JSONKey>) throws {
        try container.encode(steps.map(CodedStep.init), forKey: "steps")
        try container.encodeIfPresent(progressMarkers, forKey: "progressMarkers")
        try container.encodeIfPresent(
            asyncActions?.map(CodedAsyncAction.init),
            forKey: "asyncActions"
        )
    }
}
