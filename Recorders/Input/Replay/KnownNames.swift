// Keys come again and again: their names are compared where they lie, and what was just pressed is
// the likeliest to be released.

internal import SampleFile

/// Names that records may have, by their places in a list.
struct KnownNames: Sendable {
    private var names: [[UInt8]]
    private var last = 0

    init(_ names: [String] = []) { self.names = names.map { Array($0.utf8) } }

    var count: Int { names.count }

    /// The place of a name; `nil` where the list has it not.
    mutating func place(of name: RecordText) -> Int? {
        if last < names.count, name == names[last] { return last }
        guard let place = names.firstIndex(where: { name == $0 }) else { return nil }
        last = place
        return place
    }

    /// Puts a name that the list has not at its end.
    mutating func append(_ name: RecordText) { names.append(Array(name.description.utf8)) }

    var texts: [String] { names.map { String(decoding: $0, as: UTF8.self) } }
}
