// A fast reader of a few values of a JSON document. A list of ten thousand sessions needs ten facts from each
// manifest, and `JSONDecoder` would spend most of its time on all the others. `JSONWalk` reads the wanted values
// in place, and skips the others by brackets and quotation marks alone. It refuses anything unusual; the caller
// then uses a decoder.

/// A position in a JSON document that moves on value by value.
///
/// Each function returns `nil` or `false` if something else is at that position, or something that only a decoder
/// should read: a string with an escape, or a number with a decimal point.
struct JSONWalk {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// True if only white space follows.
    var isAtEnd: Bool {
        var rest = self
        rest.skipSpace()
        return rest.place == bytes.count
    }

    // MARK: Objects and arrays

    /// Goes through an object, and passes on each wanted member.
    ///
    /// Refuses a member that occurs twice.
    ///
    /// - Parameters:
    ///   - names: The wanted members.
    ///   - take: Reads the member's value, and returns whether it could.
    /// - Returns: True if it is an object and everything could be read.
    mutating func members<Name>(
        _ names: JSONNames<Name>,
        _ take: (Name, inout JSONWalk) -> Bool
    ) -> Bool {
        var met: UInt64 = 0
        return entries { name, walk in
            guard let (index, wanted) = names.find(name) else { return walk.skip() }
            guard met & 1 << UInt64(index) == 0 else { return false }
            met |= 1 << UInt64(index)
            return take(wanted, &walk)
        }
    }

    /// Goes through an object, and passes on the name of each member.
    mutating func entries(_ take: (ArraySlice<UInt8>, inout JSONWalk) -> Bool) -> Bool {
        list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { walk in
            walk.skipSpace()
            guard let name = walk.plainText() else { return false }
            walk.skipSpace()
            guard walk.next == UInt8(ascii: ":") else { return false }
            walk.place += 1
            walk.skipSpace()
            return take(name, &walk)
        }
    }

    /// Goes through an array, and passes on each element.
    mutating func elements(_ take: (inout JSONWalk) -> Bool) -> Bool {
        list(from: UInt8(ascii: "["), to: UInt8(ascii: "]")) { walk in
            walk.skipSpace()
            return take(&walk)
        }
    }

    private mutating func list(
        from opening: UInt8,
        to closing: UInt8,
        _ take: (inout JSONWalk) -> Bool
    ) -> Bool {
        skipSpace()
        guard next == opening else { return false }
        place += 1
        skipSpace()
        if next == closing {
            place += 1
            return true
        }
        while true {
            guard take(&self) else { return false }
            skipSpace()
            defer { place += 1 }
            if next == closing { return true }
            guard next == UInt8(ascii: ",") else { return false }
        }
    }

    // MARK: Values

    /// Reads a string.
    mutating func text() -> String? {
        plainText().flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Reads a whole number.
    mutating func integer() -> Int64? {
        let start = place
        if next == UInt8(ascii: "-") { place += 1 }
        let first = place
        while let byte = next, byte &- UInt8(ascii: "0") <= 9 { place += 1 }
        // In JSON, no number but zero starts with a zero.
        guard place > first, place == first + 1 || bytes[first] != UInt8(ascii: "0"), isAtDelimiter
        else { return nil }
        return Int64(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    /// Reads a count, which is never negative.
    mutating func count() -> Int? {
        integer().flatMap { $0 < 0 ? nil : Int(exactly: $0) }
    }

    /// Reads `true` or `false`.
    mutating func boolean() -> Bool? {
        if takeWord("true") { return true }
        return takeWord("false") ? false : nil
    }

    /// Skips a `null`, if there is one.
    mutating func takeNull() -> Bool { takeWord("null") }

    /// Skips a value, without validating it.
    mutating func skip() -> Bool {
        skipSpace()
        // Most of a manifest is skipped, so this loop takes most of the time.
        let document = bytes
        let bytes = document.span
        var (at, depth) = (place, 0)
        defer { place = at }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                guard Self.skipText(bytes, &at) else { return false }
                if depth == 0 { return true }
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
                at += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                // The end of the object or array around a number, or a word.
                if depth == 0 { return true }
                depth -= 1
                at += 1
                if depth == 0 { return true }
            } else if byte == UInt8(ascii: ","), depth == 0 {
                return true
            } else {
                at += 1
            }
        }
        return false
    }

    private static func skipText(_ bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        var end = at + 1
        while end < bytes.count {
            let byte = bytes[end]
            end += 1
            if byte == UInt8(ascii: "\"") {
                at = end
                return true
            }
            if byte == UInt8(ascii: "\\") { end += 1 }
        }
        return false
    }

    // MARK: Bytes

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private var isAtDelimiter: Bool {
        guard let next else { return true }
        return next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "}")
            || next == UInt8(ascii: "]")
    }

    private mutating func skipSpace() {
        while let byte = next, byte <= 0x20 { place += 1 }
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard place + length <= bytes.count,
            bytes[place..<place + length].elementsEqual("\(word)".utf8)
        else { return false }
        place += length
        guard isAtDelimiter else {
            place -= length
            return false
        }
        return true
    }

    /// Reads what is between quotation marks; `nil` if that has an escape.
    private mutating func plainText() -> ArraySlice<UInt8>? {
        guard next == UInt8(ascii: "\"") else { return nil }
        let start = place + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard bytes[end] != UInt8(ascii: "\\"), bytes[end] >= 0x20 else { return nil }
            end += 1
        }
        guard end < bytes.count else { return nil }
        place = end + 1
        return bytes[start..<end]
    }
}

/// The names of the wanted members of an object, as they are in a document.
struct JSONNames<Name: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
    private let known: [(bytes: [UInt8], name: Name)]

    /// Prepares all names of a type, at most 64.
    init() { known = Name.allCases.map { (Array($0.rawValue.utf8), $0) } }

    /// Returns the name that equals `bytes`, and its index.
    fileprivate func find(_ bytes: ArraySlice<UInt8>) -> (index: Int, name: Name)? {
        for (index, known) in known.enumerated()
        where known.bytes.count == bytes.count && known.bytes.elementsEqual(bytes) {
            return (index, known.name)
        }
        return nil
    }
}
