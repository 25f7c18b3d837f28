// A permission that a task needs, and the reason that the participant reads.

/// A permission that a task needs.
public struct RSDStandardPermission: Codable, Sendable, Hashable {
    public var permissionType: RSDStandardPermissionType
    public var title: String?
    /// The reason why it is needed.
    public var reason: String?
    public var deniedMessage: String?
    public var restrictedMessage: String?
    private var requestIfNeeded: Bool?
    private var optional: Bool?

    /// Whether the step asks for the permission when it is shown.
    public var isRequestedIfNeeded: Bool { requestIfNeeded ?? true }
    /// Whether the task can run without the permission.
    public var isOptional: Bool { optional ?? false }

    public init(
        permissionType: RSDStandardPermissionType,
        title: String? = nil,
        reason: String? = nil,
        deniedMessage: String? = nil,
        restrictedMessage: String? = nil,
        requestIfNeeded: Bool? = nil,
        optional: Bool? = nil
    ) {
        self.permissionType = permissionType
        self.title = title
        self.reason = reason
        self.deniedMessage = deniedMessage
        self.restrictedMessage = restrictedMessage
        self.requestIfNeeded = requestIfNeeded
        self.optional = optional
    }
}

extension RSDWords {
    /// A permission that a task needs.
    static let permission = RSDWords(
        "permission",
        [
            RSDKey(
                "permissionType",
                .openWord(RSDStandardPermissionType.known.map(\.rawValue)),
                isRequired: true,
                "What the participant has to allow, such as 'motion' for recording sensors."
            ),
            RSDKey("title", .text, "The title of the request for the permission."),
            RSDKey("reason", .text, "Why the task needs it, for the participant to read."),
            RSDKey(
                "deniedMessage",
                .text,
                "The text that is shown if the participant has refused it."
            ),
            RSDKey(
                "restrictedMessage",
                .text,
                "The text that is shown if the machine does not grant it."
            ),
            RSDKey(
                "requestIfNeeded",
                .boolean,
                "Whether it is asked for when the step is shown; true if not given."
            ),
            RSDKey(
                "optional",
                .boolean,
                "Whether the task continues without it; false if not given."
            ),
        ]
    )
}
