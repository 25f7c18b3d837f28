// Links a task result to the file that a recorder wrote. The result names the file relative to the session folder,
// because folders are moved.

public import FoundationEssentials
public import Timebase

/// The result of one file.
public protocol RSDFileResult: RSDResult {
    /// When the file began, on the clock of the timestamps in its records.
    var startUptime: BootInstant? { get }
    /// The media type of the file.
    var contentType: String? { get }
    /// The file's path within the session folder.
    var relativePath: String? { get }
    /// Where the file is on this machine; not encoded.
    var url: URL? { get }
}

/// The result of one file.
public struct RSDFileResultObject: RSDFileResult, Hashable {
    public let identifier: String
    public let type: RSDResultType
    public var startDate: Date
    public var endDate: Date
    public var startUptime: BootInstant?
    public var contentType: String?
    public var relativePath: String?
    public var url: URL? {
        didSet {
            // If `relativePath` was set explicitly, it is the file's path in its session; a new `url` must not change
            // it.
            guard relativePath == Self.path(to: oldValue) else { return }
            relativePath = Self.path(to: url) ?? relativePath
        }
    }

    /// Creates the result of a file that began at `startDate`, and ended then unless `endDate` is given.
    public init(
        identifier: String,
        startDate: Date,
        endDate: Date? = nil,
        startUptime: BootInstant? = nil,
        contentType: String? = nil,
        relativePath: String? = nil,
        url: URL? = nil
    ) {
        self.identifier = identifier
        self.type = .file
        self.startDate = startDate
        self.endDate = endDate ?? startDate
        self.startUptime = startUptime
        self.contentType = contentType
        self.relativePath = relativePath ?? Self.path(to: url)
        self.url = url
    }

    /// Returns the path relative to the base of `url`; without a base, the file name alone.
    private static func path(to url: URL?) -> String? {
        url.map { $0.baseURL == nil ? $0.lastPathComponent : $0.relativePath }
    }
}

extension RSDFileResultObject {
    private enum CodingKeys: String, CodingKey {
        case identifier, type, startDate, endDate, startUptime, contentType, relativePath
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        type = try container.decode(RSDResultType.self, forKey: .type)
        startDate = try container.decode(Date.self, forKey: .startDate)
        endDate = try container.decode(Date.self, forKey: .endDate)
        contentType = try container.decodeIfPresent(String.self, forKey: .contentType)
        startUptime = try container.decodeIfPresent(Double.self, forKey: .startUptime).map {
            guard let instant = BootInstant(seconds: $0) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .startUptime,
                    in: container,
                    debugDescription: "No clock shows \($0) seconds; give the seconds since boot."
                )
            }
            return instant
        }
        relativePath = try container.decodeIfPresent(String.self, forKey: .relativePath)
        guard relativePath.map(Self.staysInside) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .relativePath,
                in: container,
                debugDescription: "The path leads out of the session folder; name a file inside it."
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(type, forKey: .type)
        try container.encode(startDate, forKey: .startDate)
        try container.encode(endDate, forKey: .endDate)
        try container.encodeIfPresent(startUptime?.seconds, forKey: .startUptime)
        try container.encodeIfPresent(contentType, forKey: .contentType)
        try container.encodeIfPresent(relativePath, forKey: .relativePath)
    }

    /// True if a path stays within the folder that it is joined to; results come from outside and cannot be trusted.
    ///
    /// The path is compared byte by byte, as the kernel does: Swift takes a slash with a combining accent for a
    /// different character, but the kernel still sees a slash.
    private static func staysInside(_ path: String) -> Bool {
        let bytes = path.utf8
        let slash = UInt8(ascii: "/")
        guard !bytes.isEmpty, bytes.first != slash, !bytes.contains(0) else { return false }
        return !bytes.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    }
}

extension RSDDeclaration<any RSDResult> {
    /// A file.
    public static var file: Self {
        Self(
            .file,
            RSDFileResultObject.self,
            "The result of a recorder that wrote a file.",
            keys: RSDKey.result + [
                RSDKey(
                    "startUptime",
                    .number,
                    "When the file began, in seconds since the machine was started."
                ),
                RSDKey("contentType", .text, "What the file contains, as a media type."),
                RSDKey(
                    "relativePath",
                    .text,
                    isRequired: true,
                    "Where the file is within the session folder."
                ),
            ]
        )
    }
}
