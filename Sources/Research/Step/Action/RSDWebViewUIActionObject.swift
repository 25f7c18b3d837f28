// An action that shows a web page. It only holds the address; the host opens it.

/// A button that shows a web page.
public struct RSDWebViewUIActionObject: RSDShowViewUIAction, Hashable {
    public var type: RSDUIActionObjectType
    public var buttonTitle: String?
    public var iconName: String?
    public var bundleIdentifier: String?
    public var url: String
    /// The title above the page.
    public var title: String?
    /// Whether the page is left by a back button.
    public var usesBackButton: Bool?
    /// The text on the button that closes the page.
    public var closeButtonTitle: String?

    public init(
        url: String,
        title: String? = nil,
        usesBackButton: Bool? = nil,
        closeButtonTitle: String? = nil,
        buttonTitle: String? = nil,
        iconName: String? = nil,
        bundleIdentifier: String? = nil
    ) {
        type = .webView
        self.url = url
        self.title = title
        self.usesBackButton = usesBackButton
        self.closeButtonTitle = closeButtonTitle
        self.buttonTitle = buttonTitle
        self.iconName = iconName
        self.bundleIdentifier = bundleIdentifier
    }
}

extension RSDDeclaration<any RSDUIAction> {
    /// Shows a web page.
    public static var webView: Self {
        Self(
            .webView,
            RSDWebViewUIActionObject.self,
            "The button shows a web page over the step until the page is closed.",
            keys: RSDKey.action + [
                RSDKey(
                    "url",
                    .text,
                    isRequired: true,
                    "The address of the page, which the host opens."
                ),
                RSDKey("title", .text, "The title above the page while it is shown."),
                RSDKey(
                    "usesBackButton",
                    .boolean,
                    "Whether a back button closes the page; false if not given."
                ),
                RSDKey(
                    "closeButtonTitle",
                    .text,
                    "The title of the button that closes the page."
                ),
            ]
        )
    }
}
