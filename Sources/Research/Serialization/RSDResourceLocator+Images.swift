// Task files name images, mostly without an ending. They are looked for where resources are, by the
// same rules: what shows a step gets bytes, and never a path that a file from outside has made up.

public import FoundationEssentials

/// An image that was found.
public struct RSDImageResource: Sendable, Hashable {
    /// The name of the file.
    public var name: String
    /// What kind of image it is, as `image/png`.
    public var contentType: String
    public var data: Data

    /// The endings of images with what they mean, in the order in which they are looked for.
    static let contentTypes: KeyValuePairs = [
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp",
    ]
}

extension RSDResourceLocator {
    /// The image of a name, which may lack its ending.
    ///
    /// - Throws: `RSDTaskFileError` when the name leads out of the folders, or to no image.
    public func image(_ name: String) throws -> RSDImageResource {
        let endings = RSDImageResource.contentTypes.map(\.key)
        let found = try find([name] + endings.map { "\(name).\($0)" }, of: "image '\(name)'")
        let type = RSDImageResource.contentTypes.first {
            found.name.lowercased().hasSuffix(".\($0.key)")
        }
        guard let type else {
            throw RSDTaskFileError(
                "the file '\(found.name)' is no image that is known here",
                remedy: "end its name with one of \(endings.joined(separator: ", "))"
            )
        }
        return RSDImageResource(name: found.name, contentType: type.value, data: found.data)
    }

    /// The images of a step, in the order in which they are shown.
    public func images(of element: any RSDImageThemeElement) throws -> [RSDImageResource] {
        try element.imageIdentifiers.map(image)
    }
}
