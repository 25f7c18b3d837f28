// What stands in a file where anything may stand: keys of apps' own types, answers to compare with.
// Asking a decoder of Foundation's for types until one fits costs an error for each that does not,
// and an error costs more than the square of the depth. The text is read once instead, and a value
// found by its way.

internal import FoundationEssentials
internal import Synchronization

/// The values of a file that is being decoded.
final class TaskFileValues: Sendable {
    private let data: Data
    /// What the text says, once somebody has asked; `nil` within where it says nothing.
    private let root = Mutex<JSONValue??>(nil)

    init(of data: Data) { self.data = data }

    /// What stands at the end of a way from the root.
    func value(at way: [any CodingKey]) -> JSONValue? {
        let read = root.withLock { root in
            let read = root ?? (try? JSONSyntax.value(of: data))
            root = .some(read)
            return read
        }
        return way.reduce(read) { value, key in
            switch value {
            case .object(let members): members[key.stringValue]
            case .array(let values):
                key.intValue.flatMap { values.indices.contains($0) ? values[$0] : nil }
            default: nil
            }
        }
    }
}

extension CodingUserInfoKey {
    /// The key under which a decoder of a whole file carries the file's values.
    static let taskFileValues: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.taskFileValues") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}
