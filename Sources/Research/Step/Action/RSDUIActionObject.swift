// The plainest action: the button does what it is for, and looks as the file says.

/// A button with a title or picture of its own.
public struct RSDUIActionObject: RSDUIAction, Hashable {
    public var type: RSDUIActionObjectType
    public var buttonTitle: String?
    public var iconName: String?
    public var bundleIdentifier: String?

    public init(
        buttonTitle: String? = nil,
        iconName: String? = nil,
        bundleIdentifier: String? = nil
    ) {
        type = .defaultNavigation
        self.buttonTitle = buttonTitle
        self.iconName = iconName
        self.bundleIdentifier = bundleIdentifier
    }
}

extension RSDKey {
    /// The keys of what every button does.
    public static let action = [
        RSDKey(
            "buttonTitle",
            .text,
            "What stands on the button; the host's own words if not given."
        ),
        RSDKey("iconName", .text, "The name by which the host finds the button's picture."),
        RSDKey(
            "bundleIdentifier",
            .text,
            "The package that has the picture, on hosts that know packages."
        ),
    ]
}

extension RSDDeclaration<any RSDUIAction> {
    /// What the button is for.
    public static var defaultNavigation: Self {
        Self(
            .defaultNavigation,
            RSDUIActionObject.self,
            "The button does what it is for, and looks as this says.",
            keys: RSDKey.action
        )
    }
}
