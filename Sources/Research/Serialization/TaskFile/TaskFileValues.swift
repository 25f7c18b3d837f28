// Values that may be any JSON, such as keys of apps' own types, or answers to compare with. Foundation's decoder would
// have to try one type after the other: each wrong type throws an error, whose cost grows with more than the square of
// the depth. So `JSONSyntax` parses the file once, and each value is looked up by its path.

internal import FoundationEssentials
internal import Synchronization

/// The values of a file that is being decoded.
final class TaskFileValues: Sendable {
    private let data: Data
    /// The parsed text; the outer `nil` means not parsed yet, the inner one that it is not valid JSON.
    private let root = Mutex<JSONValue??>(nil)

    init(of data: Data) { self.data = data }

    /// Returns the value at a path from the root; `nil` if there is none, or if the file is not valid JSON.
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
    /// The key under which a decoder's `userInfo` holds the values of the file.
    static let taskFileValues: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.taskFileValues") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}
