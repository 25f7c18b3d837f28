// What a step shows beside its words: bytes and their type. Task files name most of it without an ending, so
// each kind says which endings are looked for.

public import FoundationEssentials
internal import SystemCalls

/// A picture, a sound, a page or a film that was found.
public struct RSDResource: Sendable, Hashable {
    /// The name of the file.
    public var name: String
    /// What its bytes are, as `image/png`.
    public var contentType: String
    /// Its bytes, or the part of them that was asked for.
    public var data: Data
    /// Where in the file they begin.
    public var offset: Int64 = 0
    /// How many bytes the file has.
    public var size: Int64

    /// What a resource is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case picture, sound, page, film

        /// The endings of its files with what they mean, in the order in which they are looked for.
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
    /// The resource of a name, which may lack its ending.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - kind: What it is for.
    ///   - bytes: Which of its bytes are read: those of them that there are, 64 MiB at most. Without a word all are, if
    ///     there are no more than that.
    /// - Returns: The bytes, and what they are.
    /// - Throws: `RSDTaskFileError` when the name leads out of the folders, or to nothing of its kind.
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
