// The current position of a run in its task, which recorders write into their records as a path.

/// A task, section or host that has steps or recorders.
@MainActor
public protocol RSDPathComponent: AnyObject {
    /// The identifier of the task, section or host.
    var identifier: String { get }
    /// The component that contains this one; `nil` for the root.
    var parent: (any RSDPathComponent)? { get }
    /// The identifiers from the root to this component, joined by slashes, without a leading slash.
    var fullPath: String { get }
    /// The identifier of the step that is shown at this level.
    var currentStepIdentifier: String? { get }
}

extension RSDPathComponent {
    public var fullPath: String {
        guard let parent else { return identifier }
        return "\(parent.fullPath)/\(identifier)"
    }

    /// Returns the path that records carry while a step of this level is shown.
    public func stepPath(to stepIdentifier: String?) -> String {
        guard let stepIdentifier else { return fullPath }
        return "\(fullPath)/\(stepIdentifier)"
    }

    /// The path that records carry now.
    public var currentStepPath: String { stepPath(to: currentStepIdentifier) }
}
