// The rates that a device offers: a list, or a range with a step. A recording uses the nearest rate that is not
// below the requested one: it may be finer than requested, but never coarser.

/// The sampling rates that a device offers, in hertz.
enum AvailableRates: Sendable, Hashable {
    case list([Double])
    case range(minimum: Double, step: Double, maximum: Double)

    /// Parses `12.5 26 52` or `[1 1 100]`; `nil` for anything else.
    init?(_ text: String) {
        let trimmed = UnitConversion.trimmed(text)
        let isRange = trimmed.hasPrefix("[") && trimmed.hasSuffix("]")
        let inner = isRange ? trimmed.dropFirst().dropLast() : Substring(trimmed)
        var rates: [Double] = []
        for word in inner.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
            guard let rate = UnitConversion.number(String(word)), rate >= 0 else { return nil }
            rates.append(rate)
        }
        if isRange {
            guard rates.count == 3, rates[0] <= rates[2] else { return nil }
            self = .range(minimum: rates[0], step: rates[1], maximum: rates[2])
        } else {
            // A rate of 0 means "off".
            let real = rates.filter { $0 > 0 }
            guard !real.isEmpty else { return nil }
            self = .list(real.sorted())
        }
    }

    /// The nearest rate that is not below the requested one; `nil` if all are below it.
    func nearest(notBelow asked: Double) -> Double? {
        // Tolerates rounding: a device may write 833.3 for 833.333.
        let enough = asked * (1 - 1e-4)
        switch self {
        case .list(let rates):
            return rates.first { $0 >= enough }
        case .range(let minimum, let step, let maximum):
            guard maximum >= enough else { return nil }
            guard asked > minimum else { return minimum }
            guard step > 0 else { return min(asked, maximum) }
            // Subtracts a tiny margin, so that a rounding error of the division does not add a step.
            let steps = ((asked - minimum) / step - 1e-6).rounded(.up)
            return min(minimum + steps * step, maximum)
        }
    }

    /// True if a rate that a device reports is the intended one, apart from rounding.
    static func isSame(_ present: Double?, _ meant: Double) -> Bool {
        present.map { abs($0 - meant) <= 1e-4 * meant } ?? false
    }

    /// The highest rate that the device offers.
    var highest: Double {
        switch self {
        case .list(let rates): rates.last ?? 0
        case .range(_, _, let maximum): maximum
        }
    }

    /// The rates as text for the user.
    var text: String {
        switch self {
        case .list(let rates):
            rates.map(Self.text(of:)).joined(separator: ", ")
        case .range(let minimum, let step, let maximum):
            "\(Self.text(of: minimum)) to \(Self.text(of: maximum)) in steps of "
                + Self.text(of: step)
        }
    }

    /// A rate as the kernel parses it: without a decimal point if it is whole.
    static func text(of rate: Double) -> String {
        guard let whole = Int(exactly: rate) else {
            let millionths = (rate * 1e6).rounded() / 1e6
            return "\(millionths)"
        }
        return "\(whole)"
    }
}
