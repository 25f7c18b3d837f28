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

/// Reads images by their `type`.
enum ImageThemes {
    static func decode(from decoder: any Decoder) throws -> any RSDImageThemeElement {
        let container = try decoder.container(keyedBy: JSONKey.self)
        switch try container.decodeIfPresent(String.self, forKey: "type") {
        case "animated": return try RSDAnimatedImageThemeElementObject(from: decoder)
        case "fetchable", nil: return try RSDFetchableImageThemeElementObject(from: decoder)
        case let word?:
            throw decoder.fault(
                "no image is called '\(word)'",
                at: "type",
                remedy: "write fetchable or animated"
            )
        }
    }
}
