// The image of a step, and its place on the screen.

/// An image, and its place on the screen.
public protocol RSDImageThemeElement: Codable, Sendable {
    /// The name by which the image is found.
    var imageIdentifier: String { get }
    /// The names of all images, which are shown one after the other; by default only `imageIdentifier`.
    var imageIdentifiers: [String] { get }
    /// Where on the screen the image is placed.
    var placementType: RSDImagePlacementType? { get }
    /// The size of the image.
    var size: RSDSize? { get }
    /// The bundle that has the image.
    var bundleIdentifier: String? { get }
    /// A description for participants who cannot see the image; `nil` for a decorative one.
    var caption: String? { get }
}

extension RSDImageThemeElement {
    public var caption: String? { nil }
    public var imageIdentifiers: [String] { [imageIdentifier] }
}

/// A place on the screen for an image.
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
    /// The `type` word; absent in older files.
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
    /// The `type` word.
    public var type: String?
    public var imageNames: [String]
    /// The duration of one cycle, in seconds.
    public var animationDuration: Double
    /// The number of cycles; `nil` for endless.
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
            "The position of the image: before or after the text, or behind the whole step or its top."
        ),
        RSDKey("size", .object(.size), "How large the image is shown; its own size if not given."),
        RSDKey(
            "bundleIdentifier",
            .text,
            "The package that contains the image, on hosts with packages."
        ),
        RSDKey(
            "caption",
            .text,
            "A description for participants who cannot see the image; a decorative image has none."
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
                    "How many rounds are shown; without end if not given."
                ),
            ] + RSDKey.image
        )
    }
}
