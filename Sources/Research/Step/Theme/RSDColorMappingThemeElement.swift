// The colours of a step, by names that the host maps to colours.

/// The colours of a step.
public protocol RSDColorMappingThemeElement: Codable, Sendable {
    /// Returns the name of the style for a part of the screen.
    func colorStyle(for placement: RSDColorPlacement) -> String?
    /// The colour that replaces the styles.
    var customColor: RSDCustomColor? { get }
}

/// A part of the screen that has a colour of its own.
public enum RSDColorPlacement: String, Codable, Sendable, CaseIterable {
    case header, body, footer
}

/// A colour by its name, and whether the content on it is light.
public struct RSDCustomColor: Sendable, Hashable {
    public var color: String
    public var usesLightStyle: Bool?
    /// The key under which the file has the colour; older files use `backgroundColor`.
    private var key = CodingKeys.color

    public init(color: String, usesLightStyle: Bool? = nil) {
        self.color = color
        self.usesLightStyle = usesLightStyle
    }
}

extension RSDCustomColor: Codable {
    private enum CodingKeys: String, CodingKey { case color, backgroundColor, usesLightStyle }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // If the file has both names, `color` counts, as the check of task files says.
        let isOlder = !container.contains(.color) && container.contains(.backgroundColor)
        key = isOlder ? .backgroundColor : .color
        color = try container.decode(String.self, forKey: key)
        usesLightStyle = try container.decodeIfPresent(Bool.self, forKey: .usesLightStyle)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(color, forKey: key)
        try container.encodeIfPresent(usesLightStyle, forKey: .usesLightStyle)
    }
}

/// One colour for the whole screen.
public struct RSDSingleColorThemeElementObject: RSDColorMappingThemeElement, Hashable {
    public var type: String?
    public var colorStyle: String?
    public var customColor: RSDCustomColor?
    public var bundleIdentifier: String?

    public init(colorStyle: String? = nil, customColor: RSDCustomColor? = nil) {
        type = "singleColor"
        self.colorStyle = colorStyle
        self.customColor = customColor
    }

    public func colorStyle(for placement: RSDColorPlacement) -> String? { colorStyle }
}

/// A colour for each part of the screen.
public struct RSDColorPlacementThemeElementObject: RSDColorMappingThemeElement, Hashable {
    public var type: String?
    /// The style of each part of the screen, by the part's word.
    public var placement: [String: String]
    public var customColor: RSDCustomColor?
    public var bundleIdentifier: String?

    public init(placement: [String: String], customColor: RSDCustomColor? = nil) {
        type = "placementMapping"
        self.placement = placement
        self.customColor = customColor
    }

    public func colorStyle(for placement: RSDColorPlacement) -> String? {
        self.placement[placement.rawValue]
    }
}

extension RSDKey {
    /// The keys of every colour mapping.
    public static let colors = [
        RSDKey(
            "customColor",
            .object(.customColor),
            "A colour that replaces the styles."
        ),
        RSDKey(
            "bundleIdentifier",
            .text,
            "The package that contains the colours, on hosts with packages."
        ),
    ]

    /// The keys of one colour for the whole screen.
    static let singleColor =
        colors + [
            RSDKey("colorStyle", .text, "The style of the whole screen, by the host's name for it.")
        ]
}

extension RSDWords {
    /// A colour by its name.
    static let customColor = RSDWords(
        "customColor",
        [
            RSDKey(
                "color",
                .text,
                isRequired: true,
                otherName: "backgroundColor",
                "The colour: a name that the host knows, or '#rrggbb'."
            ),
            RSDKey(
                "usesLightStyle",
                .boolean,
                "Whether texts on the colour are light; the host decides if not given."
            ),
        ]
    )
}

extension RSDDeclaration<any RSDColorMappingThemeElement> {
    /// One colour for the whole screen.
    public static var singleColor: Self {
        Self(
            "singleColor",
            RSDSingleColorThemeElementObject.self,
            "One colour for the whole screen.",
            keys: RSDKey.singleColor
        )
    }

    /// A colour for each part of the screen.
    public static var placementMapping: Self {
        Self(
            "placementMapping",
            RSDColorPlacementThemeElementObject.self,
            "A colour for each part of the screen.",
            keys: RSDKey.colors + [
                RSDKey(
                    "placement",
                    .map(RSDColorPlacement.allCases.map(\.rawValue), .text),
                    isRequired: true,
                    "The style of each part, under 'header', 'body' or 'footer'."
                )
            ]
        )
    }
}
