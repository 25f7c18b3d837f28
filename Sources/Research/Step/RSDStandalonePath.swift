// A recorder can run without a task; its records then carry the recorder's own identifier.

/// The place of a recorder in a host that runs no task.
@MainActor
public final class RSDStandalonePath: RSDPathComponent {
    public let identifier: String
    public let parent: (any RSDPathComponent)?
    public var currentStepIdentifier: String?

    /// A place by its name, within another if there is one.
    public init(identifier: String, parent: (any RSDPathComponent)? = nil) {
        self.identifier = identifier
        self.parent = parent
    }
}
