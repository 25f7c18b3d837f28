// Looks up key names quickly. Names are compared in place, and the last key is tried first, because a key that was
// just pressed is likely to be released next.

internal import SampleFile

/// Names in a list, with their indices.
struct KnownNames: Sendable {
    private var names: [[UInt8]]
    private var last = 0

    init(_ names: [String] = []) { self.names = names.map { Array($0.utf8) } }

    var count: Int { names.count }

    /// The index of a name; `nil` if the list does not contain it.
    mutating func place(of name: RecordText) -> Int? {
        if last < names.count, name == names[last] { return last }
        guard let place = names.firstIndex(where: { name == $0 }) else { return nil }
        last = place
        return place
    }

    /// Appends a name that is not in the list.
    mutating func append(_ name: RecordText) { names.append(Array(name.description.utf8)) }

    var texts: [String] { names.map { String(decoding: $0, as: UTF8.self) } }
}
