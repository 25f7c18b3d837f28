// How an element would like to look: a host that has neither colours nor room leaves it out, and nothing
// that matters is lost.

/// How an element would like to look.
public struct ViewStyle: Sendable, Hashable, Codable {
    /// The background; `nil` for that of the element around it.
    public var background: ViewColor?
    /// What it is drawn in.
    public var foreground: ViewColor?
    /// Whether what stands on the background is light.
    public var usesLightStyle: Bool?
    /// Where in the element around it stands.
    public var placement: Placement?
    /// Whether it can be used now; without a word, it can.
    public var isEnabled: Bool?

    /// A place on the screen.
    public enum Placement: String, Sendable, Hashable, Codable, CaseIterable {
        case iconBefore, iconAfter, fullsizeBackground, topBackground, topMarginBackground
        /// Stays at the edge of the screen while the rest moves.
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
