// Identifies an element from one tree to the next: a host keeps its own view of the element as long as the id stays,
// whatever the element shows.

/// The id of an element, unique within its tree: the names from the root down, joined by slashes.
public struct ViewID: Sendable, Hashable {
    public let path: String

    /// The id of a root, or a whole path.
    public init(_ path: String) { self.path = path }

    /// The id of a child of this element.
    ///
    /// Use names without slashes: paths are then known to be unique if the siblings' names are, which keeps the
    /// comparison of trees fast.
    public func appending(_ name: String) -> ViewID { ViewID("\(path)/\(name)") }

    /// The names from the root down.
    public var names: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }

    /// Whether it is the other's path plus one name.
    func isNamed(within other: ViewID) -> Bool {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
        return path[..<slash] == other.path
    }
}

extension ViewID: Codable {
    public init(from decoder: any Decoder) throws {
        path = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(path)
    }
}

extension ViewID: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral path: String) { self.init(path) }

    public var description: String { path }
}
