// Which view shows a step. The names are those of the field; a host registers views by them.

/// Which view shows a step.
public protocol RSDViewThemeElement: Codable, Sendable {
    /// The view's name.
    var viewIdentifier: String { get }
    /// The collection that the view is in.
    var storyboardIdentifier: String? { get }
    /// Where the collection is.
    var bundleIdentifier: String? { get }
}

/// Which view shows a step.
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
    /// Which view shows a step.
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
                "The package that has the view, on hosts that know packages."
            ),
        ]
    )
}
