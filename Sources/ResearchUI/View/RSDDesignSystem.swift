// The colours of screens. A task names a colour or a style of the field; a design system says what stands
// there where the task says nothing, and what names of a study's own look like.

public import Research
public import ViewTree

/// The colours that hold where a step says nothing.
open class RSDDesignSystem {
    /// The words by which task files name styles of colours, and the tiles that they are.
    public var tiles: [String: RSDColorTile]
    /// The names of colours that task files have beside those of `RSDColor.fieldValues`.
    public var colors: [String: ViewColor]

    /// A system with the styles of the field.
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
        tiles[style] ?? RSDColorTile(color(named: style), usesLightStyle: false)
    }

    /// The colour of a name, which a study may have given a value of its own.
    public final func color(named name: String) -> RSDColor {
        colors[name].map { RSDColor(name, value: $0) } ?? RSDColor(name)
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
