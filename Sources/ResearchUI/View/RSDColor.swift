// The values of colour names. A task file names a colour or writes its value; the view tree has only values, so each
// name is looked up once, when a step is painted.

public import ViewTree

/// A colour by its name.
public struct RSDColor: Sendable, Hashable {
    public var name: String
    /// Its value; `nil` if the name is unknown.
    public var value: ViewColor?

    /// Creates a colour from a name in `fieldValues`, or from a value written as `#rrggbb`.
    public init(_ name: String) {
        self.init(name, value: ViewColor(name) ?? Self.fieldValues[name])
    }

    /// Creates a colour with a custom name.
    public init(_ name: String, value: ViewColor?) {
        self.name = name
        self.value = value
    }

    public static let white = RSDColor("white")
    public static let black = RSDColor("black")
    public static let clear = RSDColor("clear")

    /// The colour with another opacity: 0 is transparent, 1 is opaque.
    public func withAlphaComponent(_ alpha: Double) -> RSDColor {
        RSDColor("\(name)/\(alpha)", value: value?.withAlpha(alpha))
    }
}

extension RSDColor {
    /// The colours of SageResearch's styles, and the basic colours of web pages.
    public static let fieldValues: [String: ViewColor] = [
        "primary": ViewColor(red: 0x25, green: 0x4E, blue: 0x8C),
        "secondary": ViewColor(red: 0xDC, green: 0xE6, blue: 0xF4),
        "accent": ViewColor(red: 0x9C, green: 0x2F, blue: 0x5B),
        "successGreen": ViewColor(red: 0x1D, green: 0x74, blue: 0x3C),
        "errorRed": ViewColor(red: 0xB3, green: 0x26, blue: 0x1E),
        "darkBackground": ViewColor(red: 0x1F, green: 0x29, blue: 0x33),
        "lightBackground": ViewColor(red: 0xF2, green: 0xF4, blue: 0xF7),
        "textDark": ViewColor(red: 0x22, green: 0x22, blue: 0x22),
        "clear": ViewColor(red: 0, green: 0, blue: 0, alpha: 0),
        "black": ViewColor(red: 0, green: 0, blue: 0),
        "silver": ViewColor(red: 0xC0, green: 0xC0, blue: 0xC0),
        "gray": ViewColor(red: 0x80, green: 0x80, blue: 0x80),
        "white": ViewColor(red: 0xFF, green: 0xFF, blue: 0xFF),
        "maroon": ViewColor(red: 0x80, green: 0, blue: 0),
        "red": ViewColor(red: 0xFF, green: 0, blue: 0),
        "purple": ViewColor(red: 0x80, green: 0, blue: 0x80),
        "fuchsia": ViewColor(red: 0xFF, green: 0, blue: 0xFF),
        "green": ViewColor(red: 0, green: 0x80, blue: 0),
        "lime": ViewColor(red: 0, green: 0xFF, blue: 0),
        "olive": ViewColor(red: 0x80, green: 0x80, blue: 0),
        "yellow": ViewColor(red: 0xFF, green: 0xFF, blue: 0),
        "navy": ViewColor(red: 0, green: 0, blue: 0x80),
        "blue": ViewColor(red: 0, green: 0, blue: 0xFF),
        "teal": ViewColor(red: 0, green: 0x80, blue: 0x80),
        "aqua": ViewColor(red: 0, green: 0xFF, blue: 0xFF),
    ]
}

/// A background colour, and whether the text on it is light.
public struct RSDColorTile: Sendable, Hashable {
    public var color: RSDColor
    public var usesLightStyle: Bool

    public init(_ color: RSDColor, usesLightStyle: Bool) {
        self.color = color
        self.usesLightStyle = usesLightStyle
    }
}
