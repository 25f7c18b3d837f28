// Parses numbers in a device's text. At a thousand lines per second with seven numbers each, it must not copy the
// text. The results are exactly those of the standard library.

/// A decimal number in a text: its digits and its power of ten.
struct DecimalText: Sendable, Hashable {
    /// The significant digits, the first 19 of them.
    private(set) var digits: UInt64 = 0
    /// The power of ten.
    private(set) var exponent = 0
    private(set) var isNegative = false
    /// Whether the text has more digits than `digits`.
    private var isCut = false
    /// Where the number begins in the text.
    private var start = 0
    private var end = 0

    private static let mostDigits = 19
    private static let farExponent = 10_000

    /// Parses the number that begins at an index.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - place: The index at which it begins; on return, the index after it.
    /// - Returns: The number; `nil` if there is none.
    @inline(__always)
    static func scan(_ bytes: Span<UInt8>, from place: inout Int) -> DecimalText? {
        var number = DecimalText()
        var at = place
        number.start = at
        if at < bytes.count, bytes[at] == .minus || bytes[at] == .plus {
            number.isNegative = bytes[at] == .minus
            at += 1
        }
        var (count, hasDigit, isFraction) = (0, false, false)
        while at < bytes.count {
            let byte = bytes[at]
            let digit = byte &- .zero
            if digit <= 9 {
                hasDigit = true
                if count < mostDigits {
                    number.digits = number.digits &* 10 &+ UInt64(digit)
                    // Leading zeros do not count.
                    if number.digits != 0 { count += 1 }
                    if isFraction { number.exponent -= 1 }
                } else {
                    if digit != 0 { number.isCut = true }
                    if !isFraction { number.exponent += 1 }
                }
            } else if byte == .point, !isFraction {
                isFraction = true
            } else {
                break
            }
            at += 1
        }
        guard hasDigit else { return nil }
        if at < bytes.count, bytes[at] | 0x20 == .exponentSign {
            guard let power = power(bytes, from: &at) else { return nil }
            number.exponent += power
        }
        number.end = at
        place = at
        return number
    }

    private static func power(_ bytes: Span<UInt8>, from at: inout Int) -> Int? {
        at += 1
        var isNegative = false
        if at < bytes.count, bytes[at] == .minus || bytes[at] == .plus {
            isNegative = bytes[at] == .minus
            at += 1
        }
        var (power, hasDigit) = (0, false)
        while at < bytes.count, bytes[at] &- .zero <= 9 {
            power = min(power * 10 + Int(bytes[at] &- .zero), farExponent)
            hasDigit = true
            at += 1
        }
        return hasDigit ? (isNegative ? -power : power) : nil
    }
}

// MARK: - As a double

extension DecimalText {
    /// The nearest double.
    ///
    /// - Parameter bytes: The text from which it was parsed.
    /// - Returns: The same value as the standard library's.
    @inline(__always)
    func double(in bytes: Span<UInt8>) -> Double {
        if !isCut, digits <= 1 << 53, exponent <= 0, exponent >= -22 {
            // Both operands are exact doubles, so the quotient is rounded only once.
            let value = Double(digits) / Self.tens[-exponent]
            return isNegative ? -value : value
        }
        return unusualDouble(in: bytes)
    }

    private func unusualDouble(in bytes: Span<UInt8>) -> Double {
        let value: Double
        if !isCut, digits == 0 || exponent == 0 {
            value = Double(digits)
        } else if !isCut, (-27..<0).contains(exponent) {
            value = Self.quotient(digits, byTenTo: -exponent)
        } else {
            return Double(String(decoding: (start..<end).map { bytes[$0] }, as: UTF8.self)) ?? .nan
        }
        return isNegative ? -value : value
    }

    /// Divides by a power of ten with a single rounding.
    private static func quotient(_ dividend: UInt64, byTenTo power: Int) -> Double {
        // The power of two is set aside; the power of five has at most 63 bits.
        var divisor: UInt64 = 1
        for _ in 0..<power { divisor &*= 5 }
        let (left, right) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (top, bottom) = (dividend << UInt64(left), divisor << UInt64(right))
        let (bits, rest) = bottom.dividingFullWidth((high: top >> 1, low: top << 63))
        // The quotient has at least ten bits more than a double; its last bit records whether there is a remainder.
        let rounded = Double(bits | (rest == 0 ? 0 : 1))
        return Double(sign: .plus, exponent: right - left - power - 63, significand: rounded)
    }

    private static let tens: InlineArray<23, Double> = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

// MARK: - As a whole number

extension DecimalText {
    /// The number times a power of ten, rounded to an integer; `nil` if it does not fit.
    ///
    /// - Parameter power: The power of ten, such as 3 to turn microseconds into nanoseconds.
    /// - Returns: The nearest integer.
    @inline(__always)
    func rounded(timesTenTo power: Int) -> Int64? {
        let shift = exponent + power
        if shift >= 0 {
            guard digits != 0 else { return 0 }
            guard shift <= 18, !isCut else { return nil }
            var value = digits
            for _ in 0..<shift {
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                guard !overflow else { return nil }
                value = product
            }
            return Int64(exactly: value).map { isNegative ? -$0 : $0 }
        }
        guard shift >= -19 else { return 0 }
        var divisor: UInt64 = 1
        for _ in 0..<(-shift) { divisor &*= 10 }
        let (quotient, rest) = digits.quotientAndRemainder(dividingBy: divisor)
        let value = Int64(exactly: rest >= divisor - rest ? quotient + 1 : quotient)
        return value.map { isNegative ? -$0 : $0 }
    }

    /// The number as an integer; `nil` for a fraction or if it does not fit.
    @inline(__always)
    var whole: Int64? {
        if exponent == 0, !isCut, let value = Int64(exactly: digits) {
            return isNegative ? -value : value
        }
        guard exponent > -19, !isCut, let value = rounded(timesTenTo: 0) else { return nil }
        guard exponent < 0 else { return value }
        var product = value.magnitude
        for _ in 0..<(-exponent) { product &*= 10 }
        return product == digits ? value : nil
    }
}
