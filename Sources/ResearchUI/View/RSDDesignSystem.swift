// Colours by names. A task names a colour or a style of the field; a design system says what stands
// there where the task says nothing, and a host turns names into what its screen can show.

public import Research

/// A colour by its name.
public struct RSDColor: Sendable, Hashable {
    public var name: String

    public init(_ name: String) { self.name = name }

    public static let white = RSDColor("white")
    public static let black = RSDColor("black")
    public static let clear = RSDColor("clear")

    /// The colour, so transparent that what is behind shows.
    public func withAlphaComponent(_ alpha: Double) -> RSDColor {
        RSDColor("\(name)/\(alpha)")
    }
}

/// A background, and whether what stands on it is light.
public struct RSDColorTile: Sendable, Hashable {
    public var color: RSDColor
    public var usesLightStyle: Bool

    public init(_ color: RSDColor, usesLightStyle: Bool) {
        self.color = color
        self.usesLightStyle = usesLightStyle
    }
}

/// The colours that hold where a step says nothing.
open class RSDDesignSystem {
    /// The words by which task files name styles of colours, and the tiles that they are.
    public var tiles: [String: RSDColorTile]

    /// A system with the styles of the field.
    public init(tiles: [String: RSDColorTile] = RSDDesignSystem.fieldTiles) {
        self.tiles = tiles
    }

    /// The background of a part of the screen.
    open func backgroundColor(for placement: RSDColorPlacement) -> RSDColorTile {
        switch placement {
        case .header: tile(of: "white")
        case .body: tile(of: "white")
        case .footer: tile(of: "white")
        }
    }

    /// What text is drawn in on a background.
    open func textColor(on background: RSDColorTile) -> RSDColor {
        background.usesLightStyle ? .white : RSDColor("textDark")
    }

    /// What buttons are drawn in on a background.
    open func tintColor(on background: RSDColorTile) -> RSDColor {
        background.usesLightStyle ? .white : RSDColor("primary")
    }

    /// The tile of a style; of one that nobody knows, a tile of that name.
    public final func tile(of style: String) -> RSDColorTile {
        tiles[style] ?? RSDColorTile(RSDColor(style), usesLightStyle: false)
    }

    /// The styles of the field.
    public static let fieldTiles: [String: RSDColorTile] = [
        "white": RSDColorTile(.white, usesLightStyle: false),
        "primary": RSDColorTile(RSDColor("primary"), usesLightStyle: true),
        "secondary": RSDColorTile(RSDColor("secondary"), usesLightStyle: false),
        "accent": RSDColorTile(RSDColor("accent"), usesLightStyle: true),
        "successGreen": RSDColorTile(RSDColor("successGreen"), usesLightStyle: true),
        "errorRed": RSDColorTile(RSDColor("errorRed"), usesLightStyle: true),
        "darkBackground": RSDColorTile(RSDColor("darkBackground"), usesLightStyle: true),
        "lightBackground": RSDColorTile(RSDColor("lightBackground"), usesLightStyle: false),
    ]
}
