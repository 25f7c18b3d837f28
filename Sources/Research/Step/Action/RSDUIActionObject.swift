// The simplest action: the button keeps its usual behaviour, and the file decides its title and icon.

/// A button with its own title or icon, and its usual behaviour.
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
    /// The keys of every action.
    public static let action = [
        RSDKey(
            "buttonTitle",
            .text,
            "The title of the button; the host's usual title if not given."
        ),
        RSDKey("iconName", .text, "The name by which the host finds the button's picture."),
        RSDKey(
            "bundleIdentifier",
            .text,
            "The package that contains the picture, on hosts with packages."
        ),
    ]
}

extension RSDDeclaration<any RSDUIAction> {
    /// The usual behaviour of the button.
    public static var defaultNavigation: Self {
        Self(
            .defaultNavigation,
            RSDUIActionObject.self,
            "The button keeps its usual action, but has the title and the picture given here.",
            keys: RSDKey.action
        )
    }
}
