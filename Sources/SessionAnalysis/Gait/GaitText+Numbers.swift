// Formats numbers, times and lines for the gait text.

internal import PlainWords

extension GaitText {
    static func clock(_ seconds: Double) -> String {
        guard seconds.magnitude < 1e9 else { return "\(seconds) s" }
        let sign = seconds < 0 ? "-" : ""
        return sign + Quantity.clock(.seconds(seconds.magnitude))
    }

    static func percent(_ share: Double) -> String { "\(digits(100 * share, 1)) %" }

    /// A number with `count` decimals.
    static func digits(_ number: Double, _ count: Int) -> String {
        guard number.magnitude < 1e9 else { return "\(number)" }
        let scale = (0..<count).reduce(1) { all, _ in all * 10 }
        let scaled = Int((number.magnitude * Double(scale)).rounded())
        let rest = String(scaled % scale)
        let sign = number < 0 && scaled > 0 ? "-" : ""
        let zeros = String(repeating: "0", count: max(0, count - rest.count))
        return sign + "\(scaled / scale)" + (count > 0 ? ".\(zeros)\(rest)" : "")
    }

    /// Breaks a text into lines; indents those after the first more.
    static func wrapped(_ text: String, by indent: Int) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = String(repeating: " ", count: indent + 2)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}
