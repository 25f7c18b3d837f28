// Formats numbers for axes and curves: as many digits as distinguish two marks, and no more.

/// Formats numbers for a plot.
package enum NumberText {
    /// A number with exactly `decimals` decimals; formatted by `short` if it is too large or too small for that.
    package static func fixed(_ value: Double, decimals: Int) -> String {
        guard value.isFinite else { return "–" }
        let size = value.magnitude
        guard decimals <= 6, size < 1e9, size == 0 || size >= 1e-6 else {
            return short(value)
        }
        let scale = AxisTicks.powerOfTen(decimals)
        let whole = Int64((size * scale).rounded())
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let unit = Int64(scale)
        let digits = String(whole % unit)
        let zeros = String(repeating: "0", count: max(0, decimals - digits.count))
        return "\(sign)\(whole / unit).\(zeros)\(digits)"
    }

    /// A number in few digits, with an exponent if it is below 0.001 or at least 100,000.
    ///
    /// It has at most three significant digits, except that the whole part is never shortened: 12345.6 becomes "12346".
    package static func short(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let size = value.magnitude
        guard size > 0 else { return "0" }
        let exponent = AxisTicks.floorOfLogarithm(of: size)
        if (-3..<5).contains(exponent) {
            return trimmed(fixed(value, decimals: max(0, 2 - exponent)))
        }
        let factor = size / AxisTicks.powerOfTen(exponent)
        let digits = trimmed(fixed(factor, decimals: 2))
        return "\(value < 0 ? "-" : "")\(digits)e\(exponent < 0 ? "-" : "")\(exponent.magnitude)"
    }

    private static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        var text = text
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}

/// Formats times for a plot.
package enum TimeText {
    /// Seconds below two minutes, and minutes or hours beyond, with the precision of the axis's step.
    package static func label(_ seconds: Double, step: Double, greatest: Double) -> String {
        let decimals = step >= 1 ? 0 : min(6, -AxisTicks.floorOfLogarithm(of: step * 1.000_001))
        guard greatest >= 120, max(greatest, seconds.magnitude) < 1e9 else {
            return NumberText.fixed(seconds, decimals: decimals)
        }
        // Rounds before dividing, so that a carry reaches the minutes.
        let scale = AxisTicks.powerOfTen(decimals)
        let total = Int64((seconds.magnitude * scale).rounded())
        let (whole, part) = total.quotientAndRemainder(dividingBy: Int64(scale))
        let sign = seconds < 0 && total > 0 ? "-" : ""
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let digits = String(part)
        let zeros = String(repeating: "0", count: max(0, decimals - digits.count))
        let rest = decimals == 0 ? "" : ".\(zeros)\(digits)"
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        if greatest < 3600 { return "\(sign)\(whole / 60):\(two(whole % 60))\(rest)" }
        return "\(sign)\(hours):\(two(minutes)):\(two(whole % 60))\(rest)"
    }

    /// The unit of an axis's labels.
    package static func unit(greatest: Double) -> String {
        greatest < 120 ? "s" : greatest < 3600 ? "min:s" : "h:min:s"
    }
}
