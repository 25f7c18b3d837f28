// A colour that a host can draw, by its components. Names of colours belong to the task and the design system: a host
// in another language has no table of them.

/// A colour by its components, each from 0 to 255.
public struct ViewColor: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 0 for a fully transparent colour.
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Parses `#rgb`, `#rrggbb` or `#rrggbbaa`; returns `nil` for any other text.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), [3, 6, 8].contains(digits.count) else {
            return nil
        }
        var values: [UInt8] = []
        for digit in digits {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            // One digit of `#rgb` stands for two.
            for _ in 0..<(digits.count == 3 ? 2 : 1) { values.append(UInt8(value)) }
        }
        let parts = stride(from: 0, to: values.count, by: 2).map {
            values[$0] * 16 + values[$0 + 1]
        }
        self.init(
            red: parts[0],
            green: parts[1],
            blue: parts[2],
            alpha: parts.count == 4 ? parts[3] : 255
        )
    }

    /// The colour with another opacity: 0 is transparent, 1 is opaque.
    public func withAlpha(_ alpha: Double) -> ViewColor {
        var color = self
        color.alpha = UInt8(min(max(alpha, 0), 1) * 255 + 0.5)
        return color
    }
}

extension ViewColor: CustomStringConvertible {
    public var description: String {
        let parts = [red, green, blue] + (alpha == 255 ? [] : [alpha])
        return parts.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}

extension ViewColor: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = ViewColor(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text.prefix(64))' is no colour such as #1d7a3c or #0000001a"
            )
        }
        self = color
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
