// The one table that a run prints: median times, and how many times as long as we each peer takes,
// which is the median over the rounds and so need not be the quotient of the two medians.

enum Table {
    static func lines(of standings: [Standing]) -> [String] {
        var lines = [row("contest", "program", "ns each", "MB/s", "ratio")]
        for standing in standings {
            for contender in standing.contest.contenders {
                guard let median = standing.median(of: contender.name) else {
                    lines.append(row(standing.contest.name, contender.name, "missing", "", ""))
                    continue
                }
                let isOurs = contender.name == standing.contest.ours.name
                lines.append(
                    row(
                        standing.contest.name,
                        contender.name,
                        decimals(median.nanoseconds, 1),
                        median.megabytesPerSecond.map { decimals($0, 0) } ?? "",
                        isOurs
                            ? "" : standing.ratio(to: contender.name).map { decimals($0, 2) } ?? ""
                    )
                )
            }
        }
        return lines
    }

    /// A number with so many digits after the point.
    static func decimals(_ number: Double, _ places: Int) -> String {
        guard number.isFinite else { return "\(number)" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let whole = Int64((number.magnitude * scale).rounded())
        var digits = String(whole)
        while digits.count <= places { digits = "0" + digits }
        let point = digits.index(digits.endIndex, offsetBy: -places)
        let sign = number < 0 ? "-" : ""
        return sign + digits[..<point] + (places > 0 ? "." : "") + digits[point...]
    }

    private static func row(
        _ contest: String,
        _ program: String,
        _ time: String,
        _ speed: String,
        _ ratio: String
    ) -> String {
        left(contest, 14) + left(program, 22) + right(time, 10) + right(speed, 8) + right(ratio, 9)
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
