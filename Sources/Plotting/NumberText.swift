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

    /// Formats a number with few digits; with an exponent if the number shown is below 0.001 or at least 100,000.
    ///
    /// The text has at most three significant digits. Without an exponent, it has all digits of the whole part: 12345.6
    /// becomes "12346". The rounded number decides whether there is an exponent, so 99999.6 becomes "1e5", like
    /// 100000. Infinity and NaN become a dash.
    package static func short(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        guard value != 0 else { return "0" }
        // The powers of ten of subnormal numbers cannot be divided by; the shift makes such numbers normal.
        let shift = value.magnitude < 1e-280 ? 30 : 0
        let size = value.magnitude * AxisTicks.powerOfTen(shift)
        let exponent = AxisTicks.floorOfLogarithm(of: size)
        // A number with the exponent -4 may round up to 0.001.
        if shift == 0, (-4..<5).contains(exponent) {
            let decimals = max(0, 2 - exponent)
            let scale = AxisTicks.powerOfTen(decimals)
            let rounded = (size * scale).rounded()
            if rounded >= 0.001 * scale, rounded < 100_000 * scale {
                return trimmed(fixed(value, decimals: decimals))
            }
        }
        let unit = AxisTicks.powerOfTen(abs(exponent - 2))
        var hundredths = (exponent < 2 ? size * unit : size / unit).rounded()
        var power = exponent - shift
        // Rounding gives 10.00 for a factor from 9.995, which is 1 with the next power.
        if hundredths >= 1000 { (hundredths, power) = (100, power + 1) }
        let digits = trimmed(fixed(hundredths / 100, decimals: 2))
        return "\(value < 0 ? "-" : "")\(digits)e\(power)"
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
    /// The form of an axis's times, which decides both the labels and the unit beside them.
    private enum Form {
        case seconds, minutes, hours

        /// The form for an axis whose greatest time, in seconds, is `greatest`.
        init(greatest: Double) {
            self =
                switch greatest {
                case 120..<3600: .minutes
                case 3600..<1e9: .hours
                default: .seconds
                }
        }
    }

    /// Formats a time as seconds if `greatest` is below two minutes, as min:s if it is below an hour, else as h:min:s.
    ///
    /// If `greatest` is 1e9 s or more, the time is formatted as seconds, too. The label has as many decimals as the
    /// first digit of `step` needs, at most 6.
    ///
    /// - Parameters:
    ///   - seconds: The time, whose magnitude is at most `greatest`.
    ///   - step: The distance between two labels, in seconds.
    ///   - greatest: The greatest magnitude of the axis's times.
    /// - Returns: The label, without its unit.
    package static func label(_ seconds: Double, step: Double, greatest: Double) -> String {
        let decimals = step >= 1 ? 0 : min(6, -AxisTicks.floorOfLogarithm(of: step * 1.000_001))
        let form = Form(greatest: greatest)
        // `Int64` has room for any time of such an axis, but not for any number.
        guard form != .seconds, seconds.magnitude < 1e12 else {
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
        if form == .minutes { return "\(sign)\(whole / 60):\(two(whole % 60))\(rest)" }
        return "\(sign)\(hours):\(two(minutes)):\(two(whole % 60))\(rest)"
    }

    /// The unit that an axis names beside its time labels; depends on the greatest time of the axis.
    package static func unit(greatest: Double) -> String {
        switch Form(greatest: greatest) {
        case .seconds: "s"
        case .minutes: "min:s"
        case .hours: "h:min:s"
        }
    }
}
