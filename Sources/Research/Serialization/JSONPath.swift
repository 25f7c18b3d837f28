// Where something is in a file. Task files have thousands of lines and are written by hand, so an error must say where
// it is.

/// A place in a JSON document, such as `steps[3].actions.goForward`.
///
/// In a resource that another document names, the path has both parts, such as `steps[1].resourceTransformer >
/// Walk.json > steps[0].title`.
public struct JSONPath: Sendable, Hashable {
    /// One part of a path.
    public enum Component: Sendable, Hashable {
        case key(String)
        case index(Int)
        /// The resource with this name; the following components are a path from the root of that document.
        case resource(String)
    }

    /// The components, beginning at the root.
    public var components: [Component]

    /// Creates a path; without components, it is the path of the root.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Creates the path of a decoder's current place.
    public init(_ codingPath: [any CodingKey]) {
        components = codingPath.map { key in
            key.intValue.map(Component.index) ?? .key(key.stringValue)
        }
    }

    /// Returns the path of a key in the object at this path.
    public func appending(_ key: String) -> JSONPath { JSONPath(components + [.key(key)]) }

    /// Returns the path of an element in the array at this path.
    public func appending(_ index: Int) -> JSONPath { JSONPath(components + [.index(index)]) }

    /// Returns the path of the root of a resource that is named at this path.
    public func appending(resource name: String) -> JSONPath {
        JSONPath(components + [.resource(name)])
    }
}

extension JSONPath: CustomStringConvertible {
    public var description: String {
        var text = ""
        var isAtStart = true
        for component in components {
            switch component {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key) where Self.isPlain(key):
                text += isAtStart ? key : ".\(key)"
            case .key(let key):
                text += "[\"\(key)\"]"
            case .resource(let name):
                text += text.isEmpty ? "\(name) > " : " > \(name) > "
            }
            if case .resource = component { isAtStart = true } else { isAtStart = false }
        }
        if components.isEmpty || (isAtStart && !text.isEmpty) { text += "the root" }
        return text
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }
}
