// A number that was written as a fraction, for code of the field: answers are numbers here. Results and files have
// the number, as the field writes it; a person wants to read the fraction again.

/// A fraction of whole numbers, and the number that it was made of.
public struct RSDFraction: Hashable, Sendable {
    public var numerator: Int { didSet { exact = nil } }
    /// Below the line; of 0 the fraction is infinite, or no number.
    public var denominator: Int { didSet { exact = nil } }
    /// The number that it was made of, where the fraction is near it and not the same.
    private var exact: Double?

    /// A fraction as it is, not reduced.
    public init(numerator: Int, denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction of the smallest whole numbers that is a number to nine digits; the number is kept beside it.
    public init(_ value: Double) {
        guard value.isFinite else {
            self.init(numerator: value.isNaN ? 0 : value < 0 ? -1 : 1, denominator: 0)
            return
        }
        // Continued: each step comes closer, and none is closer with smaller numbers.
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

    /// The fraction that a text says: `3/4`, `1 1/2`, `½`, or a number with a point; `nil` for any other text.
    public init?(_ text: String) {
        guard let value = NumberText.fraction(text, separator: ".") else { return nil }
        self.init(value)
    }

    /// All whole numbers up to this one are numbers of a `Double`.
    private static let most = 9_007_199_254_740_992.0

    /// The number, with all its digits.
    public var doubleValue: Double { exact ?? Double(numerator) / Double(denominator) }

    /// The fraction as it is read: `3/4`, or a whole number.
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

    /// A fraction in code; a literal that is none ends the program.
    public init(stringLiteral value: String) {
        guard let fraction = RSDFraction(value) else {
            preconditionFailure("'\(value)' is no fraction; write it as \"3/4\".")
        }
        self = fraction
    }

    public var description: String { stringValue }
}

extension RSDFraction: Codable {
    /// Reads a number, or a text that says a fraction.
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

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(doubleValue)
    }
}
