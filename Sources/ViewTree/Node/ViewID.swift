// Who an element is, from one tree to the next: a host keeps its own view of it as long as the name
// stays, whatever the element shows meanwhile.

/// The name of an element, unique within its tree: the names from the root down, joined by slashes.
public struct ViewID: Sendable, Hashable {
    public let path: String

    /// The name of a root, or a whole path.
    public init(_ path: String) { self.path = path }

    /// The name of an element within this one.
    ///
    /// A name without a slash keeps the comparison of trees fast: whole paths are then known to be
    /// unique where names among siblings are.
    public func appending(_ name: String) -> ViewID { ViewID("\(path)/\(name)") }

    /// The names from the root down.
    public var names: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }

    /// Whether it is the other's path and one name more.
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
