// An action that a host turns into a reminder.

/// A button that reminds the participant later.
public struct RSDReminderUIActionObject: RSDReminderUIAction, Hashable {
    public var type: RSDUIActionObjectType
    public var buttonTitle: String?
    public var iconName: String?
    public var bundleIdentifier: String?
    public var reminderIdentifier: String

    public init(
        reminderIdentifier: String,
        buttonTitle: String? = nil,
        iconName: String? = nil,
        bundleIdentifier: String? = nil
    ) {
        type = .reminder
        self.reminderIdentifier = reminderIdentifier
        self.buttonTitle = buttonTitle
        self.iconName = iconName
        self.bundleIdentifier = bundleIdentifier
    }
}

extension RSDDeclaration<any RSDUIAction> {
    /// Reminds the participant later.
    public static var reminder: Self {
        Self(
            .reminder,
            RSDReminderUIActionObject.self,
            "The button ends the run for now, and the host reminds the participant of it later.",
            keys: RSDKey.action + [
                RSDKey(
                    "reminderIdentifier",
                    .text,
                    isRequired: true,
                    "The identifier of the reminder, by which the host distinguishes it from others."
                )
            ]
        )
    }
}
