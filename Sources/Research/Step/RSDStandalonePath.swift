// A recorder can run without a task; the path in its records is then the recorder's own identifier.

/// The path component of a recorder in a host that runs no task.
@MainActor
public final class RSDStandalonePath: RSDPathComponent {
    public let identifier: String
    public let parent: (any RSDPathComponent)?
    public var currentStepIdentifier: String?

    /// Creates a path component, optionally within a parent.
    public init(identifier: String, parent: (any RSDPathComponent)? = nil) {
        self.identifier = identifier
        self.parent = parent
    }
}
