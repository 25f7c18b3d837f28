// Foundation's parser says that a text is no JSON, and not where. Whoever has forgotten a comma in a
// long file wants to know the line: this looks for it, without going down, once a parse has failed.

internal import FoundationEssentials

/// Finds where a text stops being JSON; commas too many are let pass, as the parser does.
struct JSONSyntax {
    private enum Awaited {
        case value, valueOrEnd, keyOrEnd, colon, commaOrEnd, nothing
    }

    private let bytes: [UInt8]
    private var place = 0
    private var awaited = Awaited.value
    /// The brackets that are open, and where they stand.
    private var open: [(bracket: UInt8, place: Int)] = []

    /// The first fault of a text; `nil` where none is found.
    static func fault(in data: Data) -> RSDTaskFileError? {
        var syntax = JSONSyntax(bytes: [UInt8](data))
        if let place = syntax.placeOfForeignByte {
            return syntax.fault(at: place, "a byte is not UTF-8", "save the file as UTF-8")
        }
        if syntax.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { syntax.place = 3 }
        return syntax.firstFault()
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
        while true {
            while place < bytes.count, Self.blanks.contains(bytes[place]) { place += 1 }
            guard place < bytes.count else { return faultOfEnd }
            if let fault = take(bytes[place]) { return fault }
        }
    }

    private mutating func take(_ byte: UInt8) -> RSDTaskFileError? {
        switch (awaited, byte) {
        case (.nothing, _): return fault("something stands behind the end", "delete it")
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
            return takeString()
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

    private mutating func begin(_ bracket: UInt8, _ next: Awaited) {
        open.append((bracket, place))
        awaited = next
        place += 1
    }

    private mutating func end(_ bracket: UInt8) -> RSDTaskFileError? {
        guard open.last?.bracket == bracket else {
            return fault("this bracket closes one of the other kind", "close the inner one first")
        }
        open.removeLast()
        awaited = afterValue
        place += 1
        return nil
    }

    private var afterValue: Awaited { open.isEmpty ? .nothing : .commaOrEnd }

    private mutating func takeScalar(_ byte: UInt8) -> RSDTaskFileError? {
        awaited = afterValue
        if byte == UInt8(ascii: "\"") { return takeString() }
        let word = bytes[place...].prefix { Self.isOfWord($0) }
        let text = String(decoding: word, as: UTF8.self)
        guard ["true", "false", "null"].contains(text) || Self.isNumber(text) else {
            let what = word.isEmpty ? "a value is missing" : "'\(text.prefix(40))' is no value"
            return fault(what, "write a number, true, false, null, or text in double quotes")
        }
        place = word.endIndex
        return nil
    }

    private mutating func takeString() -> RSDTaskFileError? {
        let start = place
        place += 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                return nil
            case UInt8(ascii: "\\"):
                let next = place + 1 < bytes.count ? bytes[place + 1] : 0
                guard Self.escapes.contains(next) else {
                    return fault("a backslash stands alone", "write two for one")
                }
                place += 2
            default: place += 1
            }
        }
        return fault(at: start, "this text has no end", "close it by a double quote")
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

    /// A fault with the line and the column that an editor shows.
    private func fault(at place: Int, _ what: String, _ remedy: String) -> RSDTaskFileError {
        let before = bytes[..<place]
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        return RSDTaskFileError("line \(line), column \(column): \(what)", remedy: remedy)
    }

    private static let blanks = [UInt8](" \n\r\t".utf8)
    private static let escapes = [UInt8]("\"\\/bfnrtu".utf8)

    private static func isOfWord(_ byte: UInt8) -> Bool {
        !blanks.contains(byte) && ![UInt8](",:[]{}\"".utf8).contains(byte)
    }

    private static func isNumber(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        guard let first = digits.first, first.isASCII, first.isNumber, Double(text) != nil,
            digits.allSatisfy({ $0.isNumber || "+-.eE".contains($0) })
        else { return false }
        return first != "0" || digits.count == 1 || !(digits.dropFirst().first?.isNumber ?? false)
    }
}
