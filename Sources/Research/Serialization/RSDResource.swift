// The media that a step shows or plays: bytes and their type. Task files mostly omit the filename extension, so each
// kind of resource lists the extensions to try.

public import FoundationEssentials
internal import SystemCalls

/// A picture, sound, page or video that was found.
public struct RSDResource: Sendable, Hashable {
    /// The name of the file.
    public var name: String
    /// The media type, such as `image/png`.
    public var contentType: String
    /// The bytes, or the requested part of them.
    public var data: Data
    /// The offset of `data` in the file.
    public var offset: Int64 = 0
    /// The size of the file in bytes.
    public var size: Int64

    /// The purpose of a resource.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case picture, sound, page, film

        /// The filename extensions with their media types, in the order in which they are tried.
        var contentTypes: KeyValuePairs<String, String> {
            switch self {
            case .picture:
                [
                    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
                    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
                ]
            case .sound:
                [
                    "wav": "audio/wav", "ogg": "audio/ogg", "opus": "audio/ogg",
                    "flac": "audio/flac", "mp3": "audio/mpeg", "m4a": "audio/mp4",
                ]
            case .page:
                [
                    "html": "text/html", "htm": "text/html", "pdf": "application/pdf",
                    "txt": "text/plain",
                ]
            case .film:
                [
                    "mp4": "video/mp4", "webm": "video/webm", "m4v": "video/mp4",
                    "mov": "video/quicktime",
                ]
            }
        }
    }
}

extension RSDResourceLocator {
    /// Finds and reads a resource; its name may lack the extension.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - kind: The purpose of the resource.
    ///   - bytes: The part to read, which is clamped to the file and to 64 MiB. `nil` reads the whole file, which may
    ///     have 64 MiB at most.
    /// - Returns: The bytes and their type.
    /// - Throws: `RSDTaskFileError` if the name leads out of the folders, or to no file of this kind that can be read.
    public func resource(
        _ name: String,
        _ kind: RSDResource.Kind,
        bytes: Range<Int64>? = nil
    ) throws -> RSDResource {
        let types = kind.contentTypes
        let names = [name] + types.map { "\(name).\($0.key)" }
        let found = try find(names, of: "\(kind.rawValue) '\(name)'") { file in
            let size = try file.size()
            guard let bytes else {
                let data = Data(try file.readAll(limit: Self.largest))
                return (data: data, offset: Int64(0), size: Int64(data.count))
            }
            let part = bytes.clamped(to: 0..<max(0, size))
            let count = min(Int64(part.count), Self.largest)
            let data = Data(try file.read(Int(count), at: part.lowerBound))
            return (data: data, offset: part.lowerBound, size: size)
        }
        let type = types.first { found.name.lowercased().hasSuffix(".\($0.key)") }
        guard let type else {
            throw RSDTaskFileError(
                "the file '\(found.name)' is no \(kind.rawValue) that is known here",
                remedy: "end its name with one of \(types.map(\.key).joined(separator: ", "))"
            )
        }
        return RSDResource(
            name: found.name,
            contentType: type.value,
            data: found.found.data,
            offset: found.found.offset,
            size: found.found.size
        )
    }
}
