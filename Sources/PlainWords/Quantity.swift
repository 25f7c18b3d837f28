// Formats numbers, durations and sizes for people.

/// Writes quantities for people.
package enum Quantity {
    /// As in "1,234,567".
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return number < 0 ? "-\(result)" : result
    }

    /// As in "0:42.1", "12:05.0", "1:02:03.4".
    package static func clock(_ duration: Duration) -> String {
        let (seconds, attoseconds) = max(duration, .zero).components
        let tenths = attoseconds / 100_000_000_000_000_000
        let minutes = seconds / 60
        let rest = "\(twoDigits(seconds % 60)).\(tenths)"
        guard minutes >= 60 else { return "\(minutes):\(rest)" }
        return "\(minutes / 60):\(twoDigits(minutes % 60)):\(rest)"
    }

    /// The length of something that is over: like `clock`, but rounded to the nearest tenth of a second.
    package static func length(_ duration: Duration) -> String {
        clock(duration + .milliseconds(50))
    }

    /// As in "999 B", "1.2 MB".
    package static func bytes(_ count: Int64) -> String {
        var value = Double(count)
        var unit = "B"
        for larger in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
            value /= 1000
            unit = larger
        }
        return unit == "B" ? "\(count) B" : "\(oneDecimal(value)) \(unit)"
    }

    /// As in "1.2" and "1.0".
    package static func oneDecimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(grouped(abs(tenths) / 10)).\(abs(tenths) % 10)"
    }

    /// As in "100" and "0.001": a whole number has no ".0".
    package static func plain(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    /// As in "1 sample", "2 samples".
    package static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(grouped(number)) \(number == 1 ? one : many)"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
