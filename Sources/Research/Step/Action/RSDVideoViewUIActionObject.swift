// An action that plays a video. It only holds the address; the host opens it.

/// A button that plays a video.
public struct RSDVideoViewUIActionObject: RSDShowViewUIAction, Hashable {
    public var type: RSDUIActionObjectType
    public var buttonTitle: String?
    public var iconName: String?
    public var bundleIdentifier: String?
    public var url: String

    public init(
        url: String,
        buttonTitle: String? = nil,
        iconName: String? = nil,
        bundleIdentifier: String? = nil
    ) {
        type = .videoView
        self.url = url
        self.buttonTitle = buttonTitle
        self.iconName = iconName
        self.bundleIdentifier = bundleIdentifier
    }
}

extension RSDDeclaration<any RSDUIAction> {
    /// Plays a video.
    public static var videoView: Self {
        Self(
            .videoView,
            RSDVideoViewUIActionObject.self,
            "The button plays a film over the step until the film is closed.",
            keys: RSDKey.action + [
                RSDKey(
                    "url",
                    .text,
                    isRequired: true,
                    "The address of the film, which the host opens."
                )
            ]
        )
    }
}
