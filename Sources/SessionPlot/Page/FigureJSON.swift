// Writes a figure's values as JSON for the page's script. A curve is an array of single-precision numbers in base64,
// three a point, relative to the middle of its panel: a third of the size of decimal text, and precise enough for
// zooming.

internal import Plotting

/// Writes figures as JSON that can be embedded in a page.
enum FigureJSON {
    static func text(of figure: Figure) -> String {
        let start = figure.range.lowerBound
        return object([
            ("title", string(figure.title)),
            ("axis", string(figure.axis)),
            ("scale", string(word(for: figure.scale))),
            ("range", array([number(start), number(figure.range.upperBound)])),
            ("panels", array(figure.panels.map { text(of: $0, from: start) })),
            (
                "moments",
                array(
                    figure.moments.map {
                        object([
                            ("kind", string($0.kind.rawValue)), ("position", number($0.position)),
                            ("label", string($0.label)),
                        ])
                    }
                )
            ),
        ])
    }

    private static func text(of panel: Panel, from start: Double) -> String {
        let base = base(of: panel)
        return object([
            ("title", string(panel.title)),
            ("base", number(base)),
            ("unit", panel.unit.map(string) ?? "null"),
            ("scale", string(word(for: panel.scale))),
            ("note", panel.note.map(string) ?? "null"),
            (
                "series",
                array(
                    panel.series.map {
                        object([
                            ("name", string($0.name)),
                            ("data", string(data(of: $0.points, from: start, base))),
                        ])
                    }
                )
            ),
            (
                "gaps",
                array(
                    panel.gaps.map {
                        array([
                            number($0.range.lowerBound), number($0.range.upperBound),
                            number($0.share),
                        ])
                    }
                )
            ),
            ("events", array(panel.events.map(number))),
            ("contacts", array(panel.contacts.map(number))),
        ])
    }

    private static func word(for scale: AxisScale) -> String {
        switch scale {
        case .linear: "linear"
        case .logarithmic: "logarithmic"
        case .time: "time"
        }
    }

    /// The value to which a panel's values are relative.
    private static func base(of panel: Panel) -> Double {
        guard let range = panel.range else { return 0 }
        let middle = range.lowerBound / 2 + range.upperBound / 2
        return middle.magnitude < 1e30 ? middle : 0
    }

    /// Three numbers a point, with its position relative to the start; a break is a point without values.
    static func data(of points: [SeriesPoint], from start: Double, _ base: Double = 0) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.count * 12)
        func add(_ number: Double) {
            let bits = Float(number).bitPattern
            for shift in [0, 8, 16, 24] as [UInt32] {
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        for point in points {
            if point.followsBreak {
                add(point.position - start)
                add(.nan)
                add(.nan)
            }
            add(point.position - start)
            // Clamped, so that values beyond single precision can still be drawn.
            let greatest = Double(Float.greatestFiniteMagnitude)
            add(min(max(point.minimum - base, -greatest), greatest))
            add(min(max(point.maximum - base, -greatest), greatest))
        }
        return Base64.text(of: bytes)
    }

    private static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func array(_ items: [String]) -> String {
        "[" + items.joined(separator: ",") + "]"
    }

    private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

    /// A quoted text that cannot end the surrounding HTML element.
    static func string(_ text: String) -> String {
        var result = "\""
        for letter in text.unicodeScalars {
            switch letter {
            case "\"", "\\", "<", ">", "&", "'", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}",
                "\u{2028}", "\u{2029}":
                let digits = String(letter.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(letter)
            }
        }
        return result + "\""
    }
}

/// Encodes bytes as text, by RFC 4648.
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static func text(of bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits: UInt32 = 0
            for place in 0..<3 {
                bits = bits << 8 | (place < count ? UInt32(bytes[start + place]) : 0)
            }
            for place in 0..<4 {
                let letter = letters[Int(bits >> UInt32(18 - 6 * place) & 63)]
                result.append(place <= count ? letter : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
