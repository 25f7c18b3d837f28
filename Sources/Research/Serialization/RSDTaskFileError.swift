// A fault of a task file in one form, whatever found it: Foundation's parser, the decoder of a type, a resource, or
// the rules of the task.

public import FoundationEssentials

/// A fault of a task file: where it is, what is wrong, and how to correct it.
public struct RSDTaskFileError: Error, Sendable, Hashable {
    /// Where the fault is.
    public var path: JSONPath
    /// What is wrong there.
    public var what: String
    /// How to correct it.
    public var remedy: String?

    /// Creates a fault.
    public init(_ what: String, at path: JSONPath = JSONPath(), remedy: String? = nil) {
        self.path = path
        self.what = what
        self.remedy = remedy
    }

    /// Returns the same fault, with `components` put before its path.
    func prefixed(by components: [JSONPath.Component]) -> RSDTaskFileError {
        var seen = self
        seen.path = JSONPath(components + path.components)
        return seen
    }

    /// Creates the fault that an error describes; a decoding error gives its path, too.
    public init(_ error: any Error) {
        switch error {
        case let error as RSDTaskFileError:
            self = error
        case DecodingError.keyNotFound(let key, let context):
            self.init(
                "the key '\(key.stringValue)' is missing",
                at: JSONPath(context.codingPath),
                remedy: "add it"
            )
        case DecodingError.typeMismatch(let type, let context):
            self.init(
                "the value is not \(Self.name(of: type))",
                at: JSONPath(context.codingPath),
                remedy: "write \(Self.name(of: type)) there"
            )
        case DecodingError.valueNotFound(let type, let context):
            self.init(
                "there is null instead of \(Self.name(of: type))",
                at: JSONPath(context.codingPath),
                remedy: "write a value, or leave the key out"
            )
        case DecodingError.dataCorrupted(let context):
            self.init(context.debugDescription, at: JSONPath(context.codingPath))
        default:
            self.init("\(error)")
        }
    }

    /// Creates the fault for a decoding error; if the bytes are not valid JSON, the fault gives the line and column.
    public init(_ error: any Error, in data: Data) {
        let isTold = error is RSDTaskFileError
        self = isTold ? RSDTaskFileError(error) : Self.ofText(data) ?? RSDTaskFileError(error)
    }

    /// Returns a fault for each key that occurs twice in one object, with the line of the second occurrence.
    package static func repeatedKeys(in data: Data) -> [RSDTaskFileError] {
        JSONSyntax.repeatedKeys(in: data)
    }

    private static func ofText(_ data: Data) -> RSDTaskFileError? {
        do throws(RSDTaskFileError) {
            _ = try TaskFile.depth(of: data)
        } catch {
            return error
        }
        return JSONSyntax.fault(in: data)
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "a value of \(type)"
        }
    }
}

extension RSDTaskFileError: CustomStringConvertible {
    public var description: String {
        "\(path): \(what)" + (remedy.map { "; \($0)" } ?? "")
    }
}

extension RSDTaskFileError: RSDCodedError {
    public var errorDomain: String { "RSDTaskFileErrorDomain" }
    public var errorCode: Int { 1 }
}

extension Decoder {
    /// Returns a fault at the decoder's current place.
    func fault(_ what: String, at key: String? = nil, remedy: String? = nil) -> RSDTaskFileError {
        let here = JSONPath(codingPath)
        return RSDTaskFileError(what, at: key.map { here.appending($0) } ?? here, remedy: remedy)
    }
}
