// Makes a child's texts safe to show in a terminal, a manifest and a page: short, and without control
// characters.

/// Cleans texts from a child.
enum RemoteText {
    /// The most bytes that are kept of a text.
    static let longest = 256
    /// The most texts, or named texts, that are kept of a list.
    static let most = 256

    /// The text without control characters, cut to the longest permitted length.
    static func clean(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > longest { break }
            kept.append(isHarmless(scalar) ? scalar : "?")
        }
        return String(kept)
    }

    static func clean(_ texts: [String]) -> [String] { texts.prefix(most).map(clean) }

    static func clean(_ texts: [String: String]) -> [String: String] {
        let few = texts.sorted { $0.key < $1.key }.prefix(most)
        return Dictionary(few.map { (clean($0.key), clean($0.value)) }) { first, _ in first }
    }

    /// True if a text is the id of a device or a trigger in the kernel's form.
    static func isDevice(_ text: String) -> Bool {
        ["iio:device", "trigger"].contains { prefix in
            let number = text.dropFirst(prefix.count).utf8
            return text.hasPrefix(prefix) && (1...6).contains(number.count)
                && number.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Control characters, and those that change the writing direction or break a line.
        case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
