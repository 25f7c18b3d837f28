// Decodes a terminal's bytes into keys. A slow line delivers them one by one, and a broken one delivers anything: every
// sequence has a greatest length, and after an invalid one the next key is decoded correctly.

internal import PlainWords

/// Decodes a terminal's bytes into keys.
struct KeyDecoder: Sendable {
    /// The bytes of an incomplete key.
    private var pending: [UInt8] = []
    /// The text being pasted, until its end arrives.
    private var pasted: [UInt8]?

    /// The greatest length of a sequence in bytes.
    private static let longestSequence = 32
    /// The greatest length of a paste in bytes; the rest is dropped.
    private static let longestPaste = 65536

    private static let escape: UInt8 = 0x1B

    /// After this long without input, call `takeSilence`; `nil` if no input is pending.
    ///
    /// Only a pause distinguishes the Esc key from a sequence that begins with the same byte. A paste whose end is lost
    /// also ends after a pause, so that it does not swallow later keys.
    var silence: Duration? {
        pasted != nil ? .seconds(2) : pending.isEmpty ? nil : .milliseconds(60)
    }

    /// Adds bytes; returns the complete keys.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { take(byte, &keys) }
        return keys
    }

    /// Call this after a pause of `silence`: a pending Esc is the Esc key, a paste ends, and any other incomplete key
    /// is dropped.
    mutating func takeSilence() -> [Key] {
        if let text = pasted.take() { return [Self.paste(text[...])] }
        guard !pending.isEmpty else { return [] }
        let bytes = pending
        pending = []
        // Anything longer is an incomplete sequence or letter. Alt+[ and Alt+Shift+O look the same, and are lost.
        return bytes == [Self.escape] ? [.escape] : []
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
        if pasted != nil { return takePasted(byte, &keys) }
        pending.append(byte)
        while !pending.isEmpty {
            switch Self.read(pending) {
            case .more: return
            case .nothing(let count): pending.removeFirst(count)
            case .key(let key, let count):
                pending.removeFirst(count)
                keys.append(key)
            case .pasteBegins:
                pending = []
                pasted = []
            }
        }
    }

    private mutating func takePasted(_ byte: UInt8, _ keys: inout [Key]) {
        guard var bytes = pasted.take() else { return }
        bytes.append(byte)
        let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
        if bytes.suffix(end.count) == end[...] {
            keys.append(Self.paste(bytes.dropLast(end.count)))
            return
        }
        // Drops what is too long, but keeps what may be the start of the paste's end.
        if bytes.count > 2 * Self.longestPaste {
            bytes.removeSubrange(Self.longestPaste..<(bytes.count - end.count))
        }
        pasted = bytes
    }

    private static func paste(_ bytes: ArraySlice<UInt8>) -> Key {
        .paste(String(decoding: bytes.prefix(longestPaste), as: UTF8.self))
    }

    // MARK: Decoding

    private enum Reading {
        /// The key is incomplete.
        case more
        /// This many bytes are not a valid key, and are dropped.
        case nothing(Int)
        case key(Key, Int)
        case pasteBegins
    }

    private static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes[0] == escape else { return readPlain(bytes, at: 0) { $0 } }
        guard bytes.count > 1 else { return .more }
        switch bytes[1] {
        case UInt8(ascii: "["): return readControl(bytes)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return .more }
            guard (0x40...0x7E).contains(bytes[2]) else { return .nothing(2) }
            return key(ofFinal: bytes[2]).map { .key($0, 3) } ?? .nothing(3)
        case escape: return .key(.escape, 1)
        default:
            return readPlain(bytes, at: 1) { key in
                if case .text(let letter) = key { .alt(letter) } else { key }
            }
        }
    }

    private static func readPlain(
        _ bytes: [UInt8],
        at place: Int,
        _ meaning: (Key) -> Key
    ) -> Reading {
        let byte = bytes[place]
        let count = place + 1
        switch byte {
        case 0x0D, 0x0A: return .key(.enter, count)
        case 0x09: return .key(.tab, count)
        case 0x08, 0x7F: return .key(.backspace, count)
        case 0x01...0x1A: return .key(.control(Unicode.Scalar(byte + 0x60)), count)
        case 0x00, 0x1B...0x1F: return .nothing(count)
        case 0x20..<0x7F: return .key(meaning(.text(Unicode.Scalar(byte))), count)
        default: return readLetter(bytes, at: place, meaning)
        }
    }

    /// A letter of several bytes, in UTF-8.
    private static func readLetter(
        _ bytes: [UInt8],
        at place: Int,
        _ meaning: (Key) -> Key
    ) -> Reading {
        let length: Int
        switch bytes[place] {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return .nothing(place + 1)
        }
        let letter = bytes[place...].prefix(length)
        for (index, byte) in letter.enumerated().dropFirst() where byte & 0xC0 != 0x80 {
            return .nothing(place + index)
        }
        guard letter.count == length else { return .more }
        guard let scalar = String(validating: letter, as: UTF8.self)?.unicodeScalars.first else {
            return .nothing(place + length)
        }
        guard !scalar.isControl else { return .nothing(place + length) }
        return .key(meaning(.text(scalar)), place + length)
    }

    /// A sequence that begins with Esc and a bracket.
    private static func readControl(_ bytes: [UInt8]) -> Reading {
        guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return bytes.count < longestSequence ? .more : .nothing(bytes.count)
        }
        guard (0x40...0x7E).contains(bytes[end]) else {
            // The sequence was interrupted; the byte that interrupted it begins a key of its own.
            return .nothing(end)
        }
        let count = end + 1
        // The keys F1 to F5 of the Linux console.
        if bytes[end] == UInt8(ascii: "["), end == 2 {
            guard bytes.count > 3 else { return .more }
            let number = Int(bytes[3]) - 0x40
            return (1...5).contains(number) ? .key(.function(number), 4) : .nothing(3)
        }
        let parameters = bytes[2..<end].split(
            separator: UInt8(ascii: ";"),
            omittingEmptySubsequences: false
        ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        if bytes[end] == UInt8(ascii: "~") {
            let number = parameters.first ?? 0
            if number == 200 { return .pasteBegins }
            return key(ofNumber: number).map { .key($0, count) } ?? .nothing(count)
        }
        return key(ofFinal: bytes[end]).map { .key($0, count) } ?? .nothing(count)
    }

    private static func key(ofFinal byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte) - 0x4F)
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }

    private static func key(ofNumber number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }
}
