// The colours of screens. A task may name a colour or a SageResearch style. A design system defines the colours used if
// a task names none, and the values of a study's own colour names.

public import Research
public import ViewTree

/// The colours used if a step defines none.
open class RSDDesignSystem {
    /// The colour styles, by their names in task files.
    public var tiles: [String: RSDColorTile]
    /// Additional colour names for task files; they take precedence over those of `RSDColor.fieldValues`.
    public var colors: [String: ViewColor]

    /// Creates a design system, by default with SageResearch's styles.
    public init(
        tiles: [String: RSDColorTile] = RSDDesignSystem.fieldTiles,
        colors: [String: ViewColor] = [:]
    ) {
        self.tiles = tiles
        self.colors = colors
    }

    /// The background of a part of the screen.
    open func backgroundColor(for placement: RSDColorPlacement) -> RSDColorTile {
        switch placement {
        case .header: tile(of: "white")
        case .body: tile(of: "white")
        case .footer: tile(of: "white")
        }
    }

    /// The colour of text on a background.
    open func textColor(on background: RSDColorTile) -> RSDColor {
        background.usesLightStyle ? .white : RSDColor("textDark")
    }

    /// The colour of buttons on a background.
    open func tintColor(on background: RSDColorTile) -> RSDColor {
        background.usesLightStyle ? .white : RSDColor("primary")
    }

    /// The tile of a style; for an unknown style, a tile of the colour with that name.
    public final func tile(of style: String) -> RSDColorTile {
        tiles[style] ?? RSDColorTile(color(named: style), usesLightStyle: false)
    }

    /// The colour of a name, with the study's own value if it has one.
    public final func color(named name: String) -> RSDColor {
        colors[name].map { RSDColor(name, value: $0) } ?? RSDColor(name)
    }

    /// SageResearch's styles.
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
