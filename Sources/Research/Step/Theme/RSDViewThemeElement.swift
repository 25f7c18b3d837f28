// The view that shows a step. The names are those of SageResearch; a host registers its views under them.

/// The view that shows a step.
public protocol RSDViewThemeElement: Codable, Sendable {
    /// The name of the view.
    var viewIdentifier: String { get }
    /// The storyboard that has the view.
    var storyboardIdentifier: String? { get }
    /// The bundle that has the storyboard.
    var bundleIdentifier: String? { get }
}

/// The view that shows a step.
public struct RSDViewThemeElementObject: RSDViewThemeElement, Hashable {
    public var viewIdentifier: String
    public var storyboardIdentifier: String?
    public var bundleIdentifier: String?

    public init(
        viewIdentifier: String,
        storyboardIdentifier: String? = nil,
        bundleIdentifier: String? = nil
    ) {
        self.viewIdentifier = viewIdentifier
        self.storyboardIdentifier = storyboardIdentifier
        self.bundleIdentifier = bundleIdentifier
    }
}

extension RSDWords {
    /// The view that shows a step.
    static let viewTheme = RSDWords(
        "viewTheme",
        [
            RSDKey(
                "viewIdentifier",
                .text,
                isRequired: true,
                "The name by which the host has registered the view."
            ),
            RSDKey("storyboardIdentifier", .text, "The collection of views that the view is in."),
            RSDKey(
                "bundleIdentifier",
                .text,
                "The package that contains the view, on hosts with packages."
            ),
        ]
    )
}
