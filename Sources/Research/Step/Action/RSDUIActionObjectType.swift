// The `type` words by which task files choose what a button does.

/// The type of an action; an app can extend it with its own types.
public struct RSDUIActionObjectType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Does what the button usually does.
    public static let defaultNavigation: RSDUIActionObjectType = "default"
    /// Goes to a step.
    public static let navigation: RSDUIActionObjectType = "navigation"
    /// Reminds the participant later.
    public static let reminder: RSDUIActionObjectType = "reminder"
    /// Shows a web page.
    public static let webView: RSDUIActionObjectType = "webView"
    /// Plays a video.
    public static let videoView: RSDUIActionObjectType = "videoView"
}
