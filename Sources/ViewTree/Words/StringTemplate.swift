// Fills templates with values. Templates come from translators and files, so a malformed placeholder simply stays in
// the text, where it is seen.

/// A template with placeholders: `%@` for the next value, `%2$@` for the second, `%%` for a `%`.
enum StringTemplate {
    /// The template filled with values; a placeholder without a value stays as it is.
    static func filled(_ template: String, with values: [String]) -> String {
        parts(of: template).map { part in
            switch part {
            case .text(let text): String(text)
            case .place(let number, let written):
                values.indices.contains(number - 1) ? values[number - 1] : String(written)
            }
        }.joined()
    }

    /// The placeholders of a template, by the numbers of their values, in order.
    static func places(in template: String) -> [Int] {
        parts(of: template).compactMap { part in
            switch part {
            case .text: nil
            case .place(let number, _): number
            }
        }
    }

    private enum Part {
        case text(Substring)
        /// A placeholder: the number of its value, from 1, and how it is written.
        case place(Int, Substring)
    }

    private static func parts(of template: String) -> [Part] {
        var parts: [Part] = []
        var values = 0
        var rest = template[...]
        let percent = UInt8(ascii: "%")
        while let start = rest.utf8.firstIndex(of: percent) {
            parts.append(.text(rest[..<start]))
            rest = rest[start...]
            let behind = rest.utf8.dropFirst()
            if behind.first == percent {
                parts.append(.text(rest[..<behind.startIndex]))
                rest = rest[behind.index(after: behind.startIndex)...]
            } else if behind.first == UInt8(ascii: "@") {
                values += 1
                let end = behind.index(after: behind.startIndex)
                parts.append(.place(values, rest[..<end]))
                rest = rest[end...]
            } else if let (number, end) = number(at: behind) {
                parts.append(.place(number, rest[..<end]))
                rest = rest[end...]
            } else {
                parts.append(.text(rest[..<behind.startIndex]))
                rest = rest[behind.startIndex...]
            }
        }
        parts.append(.text(rest))
        return parts
    }

    /// Parses the number in `1$@`; also returns where that ends.
    private static func number(at text: Substring.UTF8View) -> (Int, String.Index)? {
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let mark = text[digits.endIndex...].prefix(2)
        guard mark.elementsEqual("$@".utf8), let number = Int(Substring(digits)), number > 0 else {
            return nil
        }
        return (number, mark.endIndex)
    }
}
