// A number that was written as a fraction, for code that was written for SageResearch; in Footfall, answers are plain
// numbers. Results and files hold the number, as in SageResearch, and a fraction is only shown to people.

/// A fraction of whole numbers, and the number from which it was made.
public struct RSDFraction: Hashable, Sendable {
    public var numerator: Int { didSet { exact = nil } }
    /// The denominator; with 0 the fraction is infinite or NaN.
    public var denominator: Int { didSet { exact = nil } }
    /// The number from which the fraction was made, if the fraction only approximates it.
    private var exact: Double?

    /// Creates a fraction, without reducing it.
    public init(numerator: Int, denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Creates the simplest fraction that equals a number to nine digits, and remembers the number.
    public init(_ value: Double) {
        guard value.isFinite else {
            self.init(numerator: value.isNaN ? 0 : value < 0 ? -1 : 1, denominator: 0)
            return
        }
        // A continued fraction: each step is the best approximation for the size of its denominator.
        var (above, below) = ((last: 1.0, now: value.rounded(.down)), (last: 0.0, now: 1.0))
        var rest = value - above.now
        while abs(above.now / below.now - value) > abs(value) * 1e-9, rest != 0 {
            let whole = (1 / rest).rounded(.down)
            rest = 1 / rest - whole
            let next = (whole * above.now + above.last, whole * below.now + below.last)
            guard abs(next.0) < Self.most, next.1 < Self.most else { break }
            above = (above.now, next.0)
            below = (below.now, next.1)
        }
        let whole = Int(exactly: above.now) ?? (value < 0 ? .min : .max)
        self.init(numerator: whole, denominator: Int(below.now))
        if doubleValue != value { exact = value }
    }

    /// Creates a fraction from a text such as `3/4`, `1 1/2`, `½` or a decimal number; `nil` for any other text.
    public init?(_ text: String) {
        guard let value = NumberText.fraction(text, separator: ".") else { return nil }
        self.init(value)
    }

    /// Up to here, a `Double` represents every whole number exactly.
    private static let most = 9_007_199_254_740_992.0

    /// The number in full precision.
    public var doubleValue: Double { exact ?? Double(numerator) / Double(denominator) }

    /// The fraction as a text: `3/4`, or a whole number.
    public var stringValue: String {
        switch denominator {
        case 0: numerator == 0 ? "NaN" : numerator > 0 ? "inf" : "-inf"
        case 1: "\(numerator)"
        default: "\(numerator)/\(denominator)"
        }
    }
}

extension RSDFraction: ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public init(floatLiteral value: Double) { self.init(value) }

    /// Creates a fraction from a literal; an invalid literal stops the program.
    public init(stringLiteral value: String) {
        guard let fraction = RSDFraction(value) else {
            preconditionFailure("'\(value)' is no fraction; write it as \"3/4\".")
        }
        self = fraction
    }

    public var description: String { stringValue }
}

extension RSDFraction: Codable {
    /// Decodes a number, or a text with a fraction.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Double.self) {
            self.init(value)
            return
        }
        let text = try container.decode(String.self)
        guard let fraction = RSDFraction(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "'\(text)' is no fraction; write a number, or a text such as \"3/4\""
            )
        }
        self = fraction
    }

    /// Encodes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(doubleValue)
    }
}
