// A JSON parser that builds values of any kind, without recursion. Foundation's decoder would have to try one type
// after the other: each wrong type throws an error, and each error builds the whole path from the root. Foundation also
// does not report the line of a syntax error.

internal import FoundationEssentials

/// Parses JSON; accepts a comma after the last element of an array or object, as Foundation's parser does.
struct JSONSyntax {
    private enum Awaited {
        case value, valueOrEnd, keyOrEnd, colon, commaOrEnd, nothing
    }

    private let bytes: [UInt8]
    private var place = 0
    private var awaited = Awaited.value
    /// The open arrays and objects, innermost last.
    private var open: [Level] = []
    private var root = JSONValue.null
    private var repeatedKeys: [RSDTaskFileError] = []

    /// An array or an object that is being read.
    private struct Level {
        var bracket: UInt8
        var place: Int
        var values: [JSONValue] = []
        var members: [String: JSONValue] = [:]
        /// The key whose value comes next.
        var key: String?

        mutating func take(_ value: JSONValue) {
            guard let key else { return values.append(value) }
            // Of two equal keys the first counts, as in Foundation.
            if members[key] == nil { members[key] = value }
            self.key = nil
        }

        var value: JSONValue { bracket == UInt8(ascii: "{") ? .object(members) : .array(values) }
    }

    /// Parses a text, and finds repeated keys.
    ///
    /// - Parameter data: The text.
    /// - Returns: The value, and each key that occurs twice in one object.
    /// - Throws: The first syntax error.
    static func reading(
        of data: Data
    ) throws(RSDTaskFileError) -> (value: JSONValue, repeatedKeys: [RSDTaskFileError]) {
        var syntax = JSONSyntax(bytes: [UInt8](data))
        if let fault = syntax.firstFault() { throw fault }
        return (syntax.root, syntax.repeatedKeys)
    }

    /// Parses a text.
    static func value(of data: Data) throws(RSDTaskFileError) -> JSONValue {
        try reading(of: data).value
    }

    /// Returns the first syntax error; `nil` if there is none.
    static func fault(in data: Data) -> RSDTaskFileError? {
        do throws(RSDTaskFileError) {
            _ = try value(of: data)
            return nil
        } catch {
            return error
        }
    }

    /// Returns a fault for each key that occurs twice in one object, with the line of the second occurrence.
    ///
    /// Foundation uses the first of two equal keys, and ignores the other without an error.
    static func repeatedKeys(in data: Data) -> [RSDTaskFileError] {
        var syntax = JSONSyntax(bytes: [UInt8](data))
        // Repeated keys before a syntax error are reported, too.
        _ = syntax.firstFault()
        return syntax.repeatedKeys
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var placeOfForeignByte: Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var place = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): place += scalar.count
            case .emptyInput: return nil
            case .error: return place
            }
        }
    }

    private mutating func firstFault() -> RSDTaskFileError? {
        if let place = placeOfForeignByte {
            return fault(at: place, "a byte is not UTF-8", "save the file as UTF-8")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        while true {
            while place < bytes.count, Self.blanks.contains(bytes[place]) { place += 1 }
            guard place < bytes.count else { return faultOfEnd }
            if let fault = take(bytes[place]) { return fault }
        }
    }

    private mutating func take(_ byte: UInt8) -> RSDTaskFileError? {
        switch (awaited, byte) {
        case (.nothing, _): return fault("there is text after the end of the JSON", "delete it")
        case (_, UInt8(ascii: "/")):
            return fault(
                "a comment is here, and JSON has no comments",
                "leave it out, or make it the text of a key that begins with '_'"
            )
        case (.value, UInt8(ascii: "{")), (.valueOrEnd, UInt8(ascii: "{")):
            begin(byte, .keyOrEnd)
        case (.value, UInt8(ascii: "[")), (.valueOrEnd, UInt8(ascii: "[")):
            begin(byte, .valueOrEnd)
        case (.valueOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "]")):
            return end(UInt8(ascii: "["))
        case (.keyOrEnd, UInt8(ascii: "}")), (.commaOrEnd, UInt8(ascii: "}")):
            return end(UInt8(ascii: "{"))
        case (.value, _), (.valueOrEnd, _): return takeScalar(byte)
        case (.keyOrEnd, UInt8(ascii: "\"")):
            awaited = .colon
            let start = place
            return takeString { $0.takeKey($1, at: start) }
        case (.keyOrEnd, _): return fault("a key is missing", "write it in double quotes")
        case (.colon, UInt8(ascii: ":")):
            awaited = .value
            place += 1
        case (.colon, _): return fault("a colon is missing", "write it behind the key")
        case (.commaOrEnd, UInt8(ascii: ",")):
            awaited = open.last?.bracket == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
            place += 1
        case (.commaOrEnd, _): return fault("a comma is missing", "write it before this")
        }
        return nil
    }

    private mutating func takeKey(_ key: String, at start: Int) {
        let level = open.count - 1
        open[level].key = key
        guard open[level].members[key] != nil else { return }
        var repeated = fault(at: start, "the key occurs here a second time", "keep one of the two")
        repeated.path = JSONPath(
            open.map { $0.key.map(JSONPath.Component.key) ?? .index($0.values.count) }
        )
        repeatedKeys.append(repeated)
    }

    private mutating func begin(_ bracket: UInt8, _ next: Awaited) {
        open.append(Level(bracket: bracket, place: place))
        awaited = next
        place += 1
    }

    private mutating func end(_ bracket: UInt8) -> RSDTaskFileError? {
        guard let level = open.last, level.bracket == bracket else {
            return fault("this bracket closes one of the other kind", "close the inner one first")
        }
        open.removeLast()
        put(level.value)
        place += 1
        return nil
    }

    private mutating func put(_ value: JSONValue) {
        guard !open.isEmpty else {
            root = value
            awaited = .nothing
            return
        }
        open[open.count - 1].take(value)
        awaited = .commaOrEnd
    }

    private mutating func takeScalar(_ byte: UInt8) -> RSDTaskFileError? {
        if byte == UInt8(ascii: "\"") { return takeString { $0.put(.string($1)) } }
        let word = bytes[place...].prefix { Self.isOfWord($0) }
        let text = String(decoding: word, as: UTF8.self)
        guard let value = Self.scalar(text) else {
            let what = word.isEmpty ? "a value is missing" : "'\(text.prefix(40))' is no value"
            return fault(what, "write a number, true, false, null, or text in double quotes")
        }
        put(value)
        place = word.endIndex
        return nil
    }

    private static func scalar(_ text: String) -> JSONValue? {
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default:
            guard isNumber(text), let number = Double(text), number.isFinite else { return nil }
            if let whole = Int64(text) { return .integer(whole) }
            if let whole = UInt64(text) { return .unsigned(whole) }
            // From this magnitude on, a `Double` may stand for several whole numbers, so it is not made an integer.
            let isExact = number.magnitude < 0x1p53
            return (isExact ? Int64(exactly: number) : nil).map(JSONValue.integer)
                ?? .number(number)
        }
    }

    /// Parses a string, and passes it to `use`.
    private mutating func takeString(
        _ use: (inout JSONSyntax, String) -> Void
    ) -> RSDTaskFileError? {
        let start = place
        var text: [UInt8] = []
        place += 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                use(&self, String(decoding: text, as: UTF8.self))
                return nil
            case UInt8(ascii: "\\"):
                guard let scalar = takeEscape() else {
                    return fault(
                        "the backslash begins no escape of JSON",
                        "write two backslashes for one"
                    )
                }
                text += Array(String(scalar).utf8)
            case 0..<0x20:
                return fault("there is a control character in a text", "write \\n for a new line")
            case let byte:
                text.append(byte)
                place += 1
            }
        }
        return fault(at: start, "this text has no end", "close it by a double quote")
    }

    /// Parses an escape sequence; returns `nil`, and consumes nothing, if it is invalid.
    private mutating func takeEscape() -> Unicode.Scalar? {
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        if let scalar = Self.escapes[next] {
            place += 2
            return scalar
        }
        guard next == UInt8(ascii: "u"), let first = unit(at: place + 2) else { return nil }
        if let scalar = Unicode.Scalar(first) {
            place += 6
            return scalar
        }
        // The first half of a surrogate pair; the second must follow.
        guard bytes.dropFirst(place + 6).starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
            let second = unit(at: place + 8),
            UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second)
        else { return nil }
        place += 12
        let high = UInt32(first - 0xD800) << 10
        return Unicode.Scalar(0x10000 + high + UInt32(second - 0xDC00))
    }

    /// Returns the value of the four hexadecimal digits at an index; `nil` if they are not four such digits.
    private func unit(at place: Int) -> UInt16? {
        let digits = bytes.dropFirst(place).prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private var faultOfEnd: RSDTaskFileError? {
        if awaited == .nothing { return nil }
        guard let last = open.last else {
            return RSDTaskFileError("there is nothing in the file", remedy: "write a JSON object")
        }
        let kind = last.bracket == UInt8(ascii: "{") ? "object" : "array"
        return fault(at: last.place, "the file ends within this \(kind)", "write the rest of it")
    }

    private func fault(_ what: String, _ remedy: String) -> RSDTaskFileError {
        fault(at: place, what, remedy)
    }

    /// Returns a fault with the line and column as an editor counts them.
    private func fault(at place: Int, _ what: String, _ remedy: String) -> RSDTaskFileError {
        let before = bytes[..<place]
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        return RSDTaskFileError("line \(line), column \(column): \(what)", remedy: remedy)
    }

    private static let blanks = [UInt8](" \n\r\t".utf8)
    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private static func isOfWord(_ byte: UInt8) -> Bool {
        !blanks.contains(byte) && ![UInt8](",:[]{}\"".utf8).contains(byte)
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        guard let first = digits.first, first.isASCII, first.isNumber, Double(text) != nil,
            text.last != ".", !text.contains(".e"), !text.contains(".E"),
            digits.allSatisfy({ $0.isNumber || "+-.eE".contains($0) })
        else { return false }
        return first != "0" || digits.count == 1 || !(digits.dropFirst().first?.isNumber ?? false)
    }
}
