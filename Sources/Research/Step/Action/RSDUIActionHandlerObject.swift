// What steps, sections and tasks have in common: buttons with actions of their own, and hidden buttons.

/// The base class of objects that have buttons.
open class RSDUIActionHandlerObject: RSDUIActionHandler {
    /// The actions of the buttons.
    open var actions: [RSDUIActionType: any RSDUIAction]?
    /// The buttons that are hidden.
    open var shouldHideActions: [RSDUIActionType]?

    public init() {}

    open func action(
        for actionType: RSDUIActionType,
        on step: any RSDStep
    ) -> (any RSDUIAction)? {
        actions?[actionType]
    }

    open func shouldHideAction(for actionType: RSDUIActionType, on step: any RSDStep) -> Bool? {
        shouldHideActions.map { $0.contains(actionType) }
    }
}

extension RSDUIActionHandlerObject {
    /// Decodes actions and hidden buttons.
    ///
    /// Actions replace earlier ones button by button; hidden buttons are added to those hidden before.
    final func decodeHandler(from container: KeyedDecodingContainer<JSONKey>) throws {
        if container.contains("actions") {
            let decoded = try container.decode([String: CodedUIAction].self, forKey: "actions")
            var merged = actions ?? [:]
            for (word, action) in decoded {
                merged[RSDUIActionType(rawValue: word)] = action.value
            }
            actions = merged
        }
        if let hidden = try container.value([RSDUIActionType].self, of: "shouldHideActions") {
            let earlier = shouldHideActions ?? []
            shouldHideActions = earlier + hidden.filter { !earlier.contains($0) }
        }
    }

    final func encodeHandler(to container: inout KeyedEncodingContainer<JSONKey>) throws {
        if let actions {
            let coded = actions.map { ($0.key.rawValue, CodedUIAction($0.value)) }
            let byWord = Dictionary(coded) { first, _ in first }
            try container.encode(byWord, forKey: "actions")
        }
        try container.encodeIfPresent(shouldHideActions, forKey: "shouldHideActions")
    }

    final func copyHandler(into copy: RSDUIActionHandlerObject) {
        copy.actions = actions
        copy.shouldHideActions = shouldHideActions
    }
}

extension RSDKey {
    /// The keys of an object that has buttons: a step, a section or a task.
    public static let actionHandler = [
        RSDKey(
            "actions",
            .map(RSDUIActionType.known.map(\.rawValue), .member(.action)),
            "Actions that replace the usual actions of buttons; each key is the name of a button."
        ),
        RSDKey(
            "shouldHideActions",
            .list(.openWord(RSDUIActionType.known.map(\.rawValue))),
            "The buttons that are hidden, whatever the surrounding task or section says."
        ),
    ]
}
