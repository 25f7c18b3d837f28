// Formats numbers and times for plots. `AxisTicks` chooses the decimals of an axis's numbers.

/// Formats numbers for a plot.
package enum NumberText {
    /// Formats a number with exactly `decimals` decimals, if the number allows that.
    ///
    /// `short` formats the number instead if `decimals` is above 6, if the magnitude is 1e9 or more, or if the
    /// magnitude is below 1e-6 and not 0. Infinity and NaN become a dash.
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

    /// Formats a number with few digits; with an exponent if its magnitude is below 0.001 or at least 100,000.
    ///
    /// The text has at most three significant digits. Without an exponent, it has all digits of the whole part: 12345.6
    /// becomes "12346". Infinity and NaN become a dash.
    package static func short(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let size = value.magnitude
        guard size > 0 else { return "0" }
        let exponent = AxisTicks.floorOfLogarithm(of: size)
        if (-3..<5).contains(exponent) {
            return trimmed(fixed(value, decimals: max(0, 2 - exponent)))
        }
        var (factor, power) = (size / AxisTicks.powerOfTen(exponent), exponent)
        // Two decimals round a factor from 9.995 up to 10, which is 1 with the next power.
        if (factor * 100).rounded() >= 1000 { (factor, power) = (1, exponent + 1) }
        let digits = trimmed(fixed(factor, decimals: 2))
        return "\(value < 0 ? "-" : "")\(digits)e\(power < 0 ? "-" : "")\(power.magnitude)"
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
    /// Formats a time as seconds if `greatest` is below two minutes, as min:s if it is below an hour, else as h:min:s.
    ///
    /// The label has as many decimals as the first digit of `step` needs, at most 6. A time of 1e9 s or more, in
    /// `seconds` or `greatest`, is formatted as seconds.
    package static func label(_ seconds: Double, step: Double, greatest: Double) -> String {
        let decimals = step >= 1 ? 0 : min(6, -AxisTicks.floorOfLogarithm(of: step * 1.000_001))
        guard greatest >= 120, max(greatest, seconds.magnitude) < 1e9 else {
            return NumberText.fixed(seconds, decimals: decimals)
        }
        // Rounds the whole time before dividing it: 119.96 s with one decimal is 2:00.0, not 1:60.0.
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

    /// The unit that an axis names beside its time labels; depends on the greatest time of the axis.
    package static func unit(greatest: Double) -> String {
        greatest < 120 ? "s" : greatest < 3600 ? "min:s" : "h:min:s"
    }
}
