// An action that decides which step follows.

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

extension RSDDeclaration<any RSDUIAction> {
    /// Goes to a step.
    public static var navigation: Self {
        Self(
            .navigation,
            RSDNavigationUIActionObject.self,
            "The button goes to the given step instead of the usual one.",
            keys: RSDKey.action + [
                RSDKey(
                    "skipToIdentifier",
                    .step,
                    isRequired: true,
                    "The step that the task goes to when the button is pressed; 'exit' ends the task."
                )
            ]
        )
    }
}
