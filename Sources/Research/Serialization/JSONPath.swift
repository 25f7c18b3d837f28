// Where in a file something stands. A task file has thousands of lines, made by hand: an error that
// does not say where is no help.

/// A place in a JSON document, as `steps[3].actions.goForward`; in a document that another one names,
/// as `steps[1].resourceTransformer > Walk.json > steps[0].title`.
public struct JSONPath: Sendable, Hashable {
    /// One step down into the document.
    public enum Component: Sendable, Hashable {
        case key(String)
        case index(Int)
        /// Into the document that is called so, which begins anew.
        case resource(String)
    }

    /// The way from the root.
    public var components: [Component]

    /// A place by the way from the root; the root itself without one.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The place that a decoder stands at.
    public init(_ codingPath: [any CodingKey]) {
        components = codingPath.map { key in
            key.intValue.map(Component.index) ?? .key(key.stringValue)
        }
    }

    /// The place one key further down.
    public func appending(_ key: String) -> JSONPath { JSONPath(components + [.key(key)]) }

    /// The place one element further down.
    public func appending(_ index: Int) -> JSONPath { JSONPath(components + [.index(index)]) }

    /// The place in a document that is named here.
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
