// The preferred appearance of an element. A host without colours or space may ignore it; nothing important is lost.

/// The preferred appearance of an element.
public struct ViewStyle: Sendable, Hashable, Codable {
    /// The background; `nil` for that of the parent.
    public var background: ViewColor?
    /// The colour of its content.
    public var foreground: ViewColor?
    /// Whether light text and icons suit the background.
    public var usesLightStyle: Bool?
    /// Where it is placed in its parent.
    public var placement: Placement?
    /// Whether it is enabled; `nil` means yes.
    public var isEnabled: Bool?

    /// A place on the screen.
    public enum Placement: String, Sendable, Hashable, Codable, CaseIterable {
        case iconBefore, iconAfter, fullsizeBackground, topBackground, topMarginBackground
        /// Stays at the edge of the screen while the rest scrolls.
        case sticky
    }

    public init(
        background: ViewColor? = nil,
        foreground: ViewColor? = nil,
        usesLightStyle: Bool? = nil,
        placement: Placement? = nil,
        isEnabled: Bool? = nil
    ) {
        self.background = background
        self.foreground = foreground
        self.usesLightStyle = usesLightStyle
        self.placement = placement
        self.isEnabled = isEnabled
    }
}
