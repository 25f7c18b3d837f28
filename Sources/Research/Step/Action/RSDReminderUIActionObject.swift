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
