// The rates that a device says it has: a list, or a range with a step. What is set is the nearest
// that is not below what was asked: a recording may be finer than wished, never coarser.

/// The sampling rates that a device offers, in hertz.
enum AvailableRates: Sendable, Hashable {
    case list([Double])
    case range(minimum: Double, step: Double, maximum: Double)

    /// Reads `12.5 26 52` or `[1 1 100]`; `nil` when it is anything else.
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
            // A rate of 0 stands for "off".
            let real = rates.filter { $0 > 0 }
            guard !real.isEmpty else { return nil }
            self = .list(real.sorted())
        }
    }

    /// The nearest rate that is not below the one asked; `nil` when all are.
    func nearest(notBelow asked: Double) -> Double? {
        // A device that writes 833.3 for what is 833.333 is not below it.
        let enough = asked * (1 - 1e-4)
        switch self {
        case .list(let rates):
            return rates.first { $0 >= enough }
        case .range(let minimum, let step, let maximum):
            guard maximum >= enough else { return nil }
            guard asked > minimum else { return minimum }
            guard step > 0 else { return min(asked, maximum) }
            // Not by a hair's breadth more than asked, which the division may have made.
            let steps = ((asked - minimum) / step - 1e-6).rounded(.up)
            return min(minimum + steps * step, maximum)
        }
    }

    /// Whether a device that says it is set to a rate has the one that is meant.
    static func isSame(_ present: Double?, _ meant: Double) -> Bool {
        present.map { abs($0 - meant) <= 1e-4 * meant } ?? false
    }

    /// The highest of them.
    var highest: Double {
        switch self {
        case .list(let rates): rates.last ?? 0
        case .range(_, _, let maximum): maximum
        }
    }

    /// The rates as a person reads them.
    var text: String {
        switch self {
        case .list(let rates):
            rates.map(Self.text(of:)).joined(separator: ", ")
        case .range(let minimum, let step, let maximum):
            "\(Self.text(of: minimum)) to \(Self.text(of: maximum)) in steps of "
                + Self.text(of: step)
        }
    }

    /// A rate as the kernel reads it: without a point where there is nothing behind it.
    static func text(of rate: Double) -> String {
        guard let whole = Int(exactly: rate) else {
            let millionths = (rate * 1e6).rounded() / 1e6
            return "\(millionths)"
        }
        return "\(whole)"
    }
}
