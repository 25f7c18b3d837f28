// The image of a step, and where on the screen it stands.

/// An image, and where it stands.
public protocol RSDImageThemeElement: Codable, Sendable {
    /// The name by which it is found.
    var imageIdentifier: String { get }
    /// The names of all that are shown, one after the other; that one alone unless written.
    var imageIdentifiers: [String] { get }
    /// Where it stands.
    var placementType: RSDImagePlacementType? { get }
    /// How large it is.
    var size: RSDSize? { get }
    /// Where the image is.
    var bundleIdentifier: String? { get }
    /// What it shows, for whoever does not see it; `nil` for an ornament.
    var caption: String? { get }
}

extension RSDImageThemeElement {
    public var caption: String? { nil }
    public var imageIdentifiers: [String] { [imageIdentifier] }
}

/// Where an image stands.
public enum RSDImagePlacementType: String, Codable, Sendable, CaseIterable {
    case iconBefore, iconAfter, fullsizeBackground, topBackground, topMarginBackground
}

/// A width and a height, in points.
public struct RSDSize: Codable, Sendable, Hashable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An image that is loaded by its name.
public struct RSDFetchableImageThemeElementObject: RSDImageThemeElement, Hashable {
    /// The type's word; absent in older files.
    public var type: String?
    public var imageName: String
    public var placementType: RSDImagePlacementType?
    public var size: RSDSize?
    public var bundleIdentifier: String?
    public var caption: String?

    public var imageIdentifier: String { imageName }

    public init(imageName: String, placementType: RSDImagePlacementType? = nil) {
        type = "fetchable"
        self.imageName = imageName
        self.placementType = placementType
    }
}

/// Images that are shown one after the other.
public struct RSDAnimatedImageThemeElementObject: RSDImageThemeElement, Hashable {
    /// The type's word.
    public var type: String?
    public var imageNames: [String]
    /// How long one round takes, in seconds.
    public var animationDuration: Double
    /// How many rounds there are; without it, no end.
    public var animationRepeatCount: Int?
    public var placementType: RSDImagePlacementType?
    public var size: RSDSize?
    public var bundleIdentifier: String?
    public var caption: String?

    public var imageIdentifier: String { imageNames.first ?? "" }
    public var imageIdentifiers: [String] { imageNames }

    public init(imageNames: [String], animationDuration: Double) {
        type = "animated"
        self.imageNames = imageNames
        self.animationDuration = animationDuration
    }
}

extension RSDKey {
    /// The keys of every image.
    public static let image = [
        RSDKey(
            "placementType",
            .word(RSDImagePlacementType.allCases.map(\.rawValue)),
            "Where the image stands: before or after the text, or behind all or the top of the step."
        ),
        RSDKey("size", .object(.size), "How large the image is shown; its own size if not given."),
        RSDKey(
            "bundleIdentifier",
            .text,
            "The package that has the image, on hosts that know packages."
        ),
        RSDKey(
            "caption",
            .text,
            "What the image shows, for whoever does not see it; an ornament has none."
        ),
    ]

    /// The keys of an image that is loaded by its name.
    static let fetchableImage =
        [
            RSDKey(
                "imageName",
                .text,
                isRequired: true,
                "The name of the image in the folders of resources."
            )
        ] + image
}

extension RSDWords {
    /// A width and a height.
    static let size = RSDWords(
        "size",
        [
            RSDKey("width", .number, isRequired: true, "How wide it is, in points."),
            RSDKey("height", .number, isRequired: true, "How high it is, in points."),
        ]
    )
}

extension RSDDeclaration<any RSDImageThemeElement> {
    /// An image that is loaded by its name.
    public static var fetchable: Self {
        Self(
            "fetchable",
            RSDFetchableImageThemeElementObject.self,
            "One image, which is loaded by its name.",
            keys: RSDKey.fetchableImage
        )
    }

    /// Images that are shown one after the other.
    public static var animated: Self {
        Self(
            "animated",
            RSDAnimatedImageThemeElementObject.self,
            "Several images, which are shown one after the other.",
            keys: [
                RSDKey(
                    "imageNames",
                    .list(.text),
                    isRequired: true,
                    "The names of the images, in the order in which they are shown."
                ),
                RSDKey(
                    "animationDuration",
                    .number,
                    isRequired: true,
                    "How long one round through all the images takes, in seconds."
                ),
                RSDKey(
                    "animationRepeatCount",
                    .integer,
                    "How many rounds there are; without end if not given."
                ),
            ] + RSDKey.image
        )
    }
}
