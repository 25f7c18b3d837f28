// The words by which task files choose what a button does.

/// What happens when a button is pressed; extend it with the types of your own.
public struct RSDUIActionObjectType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What the button is for.
    public static let defaultNavigation: RSDUIActionObjectType = "default"
    /// Goes to a step.
    public static let navigation: RSDUIActionObjectType = "navigation"
    /// Reminds the participant later.
    public static let reminder: RSDUIActionObjectType = "reminder"
    /// Shows a page.
    public static let webView: RSDUIActionObjectType = "webView"
    /// Plays a film.
    public static let videoView: RSDUIActionObjectType = "videoView"
}
