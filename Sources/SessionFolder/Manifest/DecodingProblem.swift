// Describes a decoding error to a user. `DecodingError` names Swift types and dumps its context; a user needs the
// place in the document, and what should be there.

/// Describes a decoding error in one line.
enum DecodingProblem {
    static func line(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
        case DecodingError.valueNotFound(_, let context):
            "`\(path(context.codingPath))` is null"
        case DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty:
            "it is not a JSON object"
        case DecodingError.typeMismatch(let type, let context):
            "`\(path(context.codingPath))` is not \(name(of: type))"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not a JSON document"
                : "`\(path(context.codingPath))`: \(context.debugDescription)"
        default:
            "it cannot be read (\(error))"
        }
    }

    /// The place as a user would write it: `files[2].sensors[0].samples`.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Double.Type: "a number"
        case is Int.Type, is Int64.Type: "a whole number"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "a \(type)"
        }
    }
}
