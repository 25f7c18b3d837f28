// Colours that people with any colour vision can distinguish, also in greyscale: the high-contrast scheme of Paul Tol
// (Colour Schemes, SRON/EPS/TN/09-002, 2021), with black as a fourth.

/// A colour with components from 0 to 1.
package struct Colour: Sendable, Hashable {
    package var red: Double
    package var green: Double
    package var blue: Double

    /// A colour given as `0xRRGGBB`.
    package init(_ bits: UInt32) {
        red = Double(bits >> 16 & 255) / 255
        green = Double(bits >> 8 & 255) / 255
        blue = Double(bits & 255) / 255
    }

    /// The luminance, from 0 for black to 1 for white, with the weights of BT.709 in linear light.
    package var luminance: Double {
        func linear(_ part: Double) -> Double { part * part * (0.7 + 0.3 * part) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

/// The colours of a picture on a light background.
package enum Palette {
    /// The colours of a panel's lines; repeated if there are more lines.
    package static let series: [UInt32] = [0x004488, 0xBB5566, 0xDDAA33, 0x000000]

    /// The colour for an element's purpose.
    package static func colour(of ink: Ink) -> Colour {
        switch ink {
        case .background: Colour(0xFFFFFF)
        case .text: Colour(0x1A1A1A)
        case .mutedText: Colour(0x555555)
        case .frame: Colour(0x999999)
        case .grid: Colour(0xE6E6E6)
        case .gap: Colour(0xF3DCDC)
        case .gapFlag: Colour(0xA01C1C)
        case .series(let place): Colour(series[place % series.count])
        case .step: Colour(0x555555)
        case .mark: Colour(0x7A3E9D)
        case .contact: Colour(0x1A1A1A)
        case .event: Colour(0x004488)
        }
    }
}
