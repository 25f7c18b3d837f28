// The alignment as text: the sessions with their clocks, a line for each pair, and the contradictions.

internal import PlainWords
internal import SessionFolder
internal import SystemCalls

/// Formats an alignment as lines.
public enum AlignmentText {
    /// The lines.
    ///
    /// - Parameter alignment: The alignment.
    /// - Returns: Lines for a terminal.
    public static func lines(of alignment: AlignmentReport) -> [String] {
        var lines: [String] = []
        for (place, session) in alignment.sessions.enumerated() {
            lines.append("\(place + 1)  \(session.session.path)")
            lines.append("   \(words(about: alignment.clocks[place], session))")
        }
        lines.append("")
        lines.append(
            "pair   offset in s          drift      95 % error at start, middle, end   by"
        )
        for pair in alignment.pairs { lines += self.lines(of: pair) }
        lines.append("An offset is added to the second session's uptime to get the first's.")
        if alignment.solution.passedOver > 0 {
            let count = alignment.solution.passedOver + alignment.solution.used.count
            lines.append(
                "Of \(count) marks and shakes \(alignment.solution.used.count) are used, of each pair evenly in time."
            )
        }
        lines += alignment.contradictions.map { "does not fit: \($0)" }
        lines += alignment.unread.map { "not read: \($0)" }
        lines += alignment.shakeProblems.map { "no shake: \($0)" }
        return lines.map(\.printable)
    }

    private static func words(about clock: BoardClock, _ session: AlignedSession) -> String {
        if let problem = session.problem { return problem }
        switch clock.absence {
        case .neverTold: return "nothing says how exact its clock was"
        case .neverSynchronized: return "its clock was never synchronized"
        case .withoutReadings: return "its clock was set whenever it was read"
        case nil:
            return
                "its clock as \(clock.source ?? "kernel") tells: within \(milliseconds(clock.bound)) ms, "
                + "spread \(milliseconds(clock.scatter)) ms, "
                + Quantity.count(clock.knotCount, "reading", "readings")
        }
    }

    private static func lines(of pair: SessionPair) -> [String] {
        let name = padded("\(pair.first + 1)-\(pair.second + 1)", 6)
        guard let start = pair.points.first, let end = pair.points.last else {
            return ["\(name) not aligned"] + details(of: pair)
        }
        let middle = pair.points[pair.points.count / 2]
        let errors = [start, middle, end].map { milliseconds($0.error) }
            .joined(separator: ", ")
        let drift = pair.driftPPM.map { "\(digits($0, 2)) ppm" } ?? ""
        let how = pair.methods.map { method in
            switch method {
            case .sameBoot: "one clock: the same start of a machine"
            case .clocks: "clocks"
            case .marks: Quantity.count(pair.marks, "mark", "marks")
            case .shakes: Quantity.count(pair.shakes, "shake", "shakes")
            case .others: "way of other sessions"
            }
        }
        let line =
            "\(name) \(padded(seconds(middle.offset), 20)) \(padded(drift, 10)) "
            + "\(padded("\(errors) ms", 32)) \(how.joined(separator: ", "))"
        return [line] + (pair.overlaps ? [] : ["       the two did not record at one time"])
            + details(of: pair)
    }

    private static func details(of pair: SessionPair) -> [String] {
        let refused = pair.refusedShakes.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { reason, count in
                let shakes = Quantity.count(count, "burst", "bursts")
                return switch reason {
                case .noCounterpart: "\(shakes) of one sensor only"
                case .unlike: "\(shakes) not alike in both"
                case .ambiguous:
                    "\(shakes) about as alike at another time: shake irregularly, with pauses of different length"
                case .tooShort: "\(shakes) too short, or with too many losses"
                }
            }
        return (pair.reasons + refused).map { "       \($0)" }
    }

    /// Whole nanoseconds as seconds with nine decimals.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let zeros = String(repeating: "0", count: 9 - String(rest).count)
        return "\(nanoseconds < 0 ? "-" : "+")\(whole).\(zeros)\(rest)"
    }

    private static func milliseconds(_ seconds: Double) -> String {
        digits(seconds * 1e3, seconds < 0.1 ? 2 : 0)
    }

    private static func digits(_ number: Double, _ count: Int) -> String {
        let scale = (0..<count).reduce(1.0) { scale, _ in scale * 10 }
        guard number.isFinite, number.magnitude < 1e12 else { return "\(number)" }
        let rounded = (number * scale).rounded() / scale
        return count == 0 ? "\(Int64(rounded))" : "\(rounded == 0 ? 0 : rounded)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
