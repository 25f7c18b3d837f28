// Where a run stands, as far as a recorder must know it: the path that its records carry.

/// A task, section or host that steps or recorders belong to.
@MainActor
public protocol RSDPathComponent: AnyObject {
    /// The identifier of the task, section or host.
    var identifier: String { get }
    /// What this is a part of; `nil` for the root.
    var parent: (any RSDPathComponent)? { get }
    /// The identifiers from the root down to this, joined by slashes, with no slash ahead.
    var fullPath: String { get }
    /// The step that is shown at this level.
    var currentStepIdentifier: String? { get }
}

extension RSDPathComponent {
    public var fullPath: String {
        guard let parent else { return identifier }
        return "\(parent.fullPath)/\(identifier)"
    }

    /// The path that a record carries while a step of this level is shown.
    public func stepPath(to stepIdentifier: String?) -> String {
        guard let stepIdentifier else { return fullPath }
        return "\(fullPath)/\(stepIdentifier)"
    }

    /// The path that a record carries now.
    public var currentStepPath: String { stepPath(to: currentStepIdentifier) }
}
