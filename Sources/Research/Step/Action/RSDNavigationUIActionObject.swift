// An action that says where the task goes on.

/// A button that goes to a step.
public struct RSDNavigationUIActionObject: RSDNavigationUIAction, Hashable {
    public var type: RSDUIActionObjectType
    public var buttonTitle: String?
    public var iconName: String?
    public var bundleIdentifier: String?
    public var skipToIdentifier: String

    public init(
        skipToIdentifier: String,
        buttonTitle: String? = nil,
        iconName: String? = nil,
        bundleIdentifier: String? = nil
    ) {
        type = .navigation
        self.skipToIdentifier = skipToIdentifier
        self.buttonTitle = buttonTitle
        self.iconName = iconName
        self.bundleIdentifier = bundleIdentifier
    }
}
