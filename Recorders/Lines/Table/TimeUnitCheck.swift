// Checks whether a file's times can be in the unit that the map gives them. A wrong unit makes a session a thousand
// times too short or too long, and only the rate of its rows shows that.

internal import RecorderKinds

/// Checks the unit of a file's times by its first rows.
struct TimeUnitCheck: Sendable {
    private let unit: LineTimeUnit
    /// Rows per second, if the user gave that.
    private let given: Double?
    private var first: Int64?
    private var last: Int64 = 0
    /// The steps from row to row at which the time goes on, in nanoseconds.
    private var steps: [Int64] = []
    /// How many rows have the same time as the row before.
    private var standing = 0

    /// How many steps are enough, and how many are needed.
    private static let enough = 100
    private static let fewest = 10
    /// The rates of rows that are not doubted, if the user gave none.
    private static let plausible = 1.0...10_000
    /// The usual rates; units differ by a factor of a thousand, so at most one gives such a rate.
    private static let usual = 10.0...2000
    /// From this factor on, a rate contradicts the one that the user gave; only a wrong unit explains that.
    private static let contradiction = 500.0
    /// Within this factor, a rate agrees with the one that the user gave; at most one unit does.
    private static let agreement = 30.0

    /// The check of a mapping; `nil` if it has no time, or if nothing shows which rates its readings may have.
    init?(_ mapping: LineMapping, rateInHertz: Double?) {
        let hasBodySensor = mapping.kinds.contains { LineAxes(rawValue: $0.sensorType) != nil }
        guard let unit = mapping.time, rateInHertz != nil || hasBodySensor else { return nil }
        self.unit = unit
        given = rateInHertz
    }

    /// Adds the time of the next row, in nanoseconds.
    mutating func add(_ time: Int64) {
        guard steps.count + standing < Self.enough else { return }
        if first == nil {
            first = time
        } else if time == last {
            standing += 1
        } else if time > last {
            steps.append(time &- last)
        }
        last = time
    }

    /// The note for the user; `nil` if the unit may be right.
    var note: String? {
        // A time that is a date of these years is in the right unit, however slow the rows are.
        guard let first, !TimeGuess.years.contains(Double(first) / 1e9), let rate else {
            return nil
        }
        let isWrong =
            given.map { max(rate / $0, $0 / rate) >= Self.contradiction }
            ?? !Self.plausible.contains(rate)
        guard isWrong else { return nil }
        let likely = given.map { $0 / Self.agreement...$0 * Self.agreement } ?? Self.usual
        let other = LineTimeUnit.allCases.first { likely.contains(rate * factor(to: $0)) }
        let expected =
            given.map { "--rate gives \(Self.words($0))" }
            ?? "sensors on a body make 1 to 10000 rows a second"
        let remedy =
            other.map { other in
                "as \(other.rawValue) they make \(Self.words(rate * factor(to: other))): if that is right, "
                    + "import the file again with \(other.rawValue) in place of \(unit.rawValue)"
            } ?? "check what their column counts" + (given == nil ? "" : ", and --rate")
        return
            "taken as \(unit.rawValue), the times of the first rows make \(Self.words(rate)), where "
            + "\(expected); \(remedy)"
    }

    /// The rows per second; `nil` if too few have come.
    private var rate: Double? {
        let count = steps.count + standing
        guard count >= Self.fewest, !steps.isEmpty else { return nil }
        let step = Double(steps.sorted()[steps.count / 2]) / 1e9
        // Rows with the same time arrived together, or are closer than a nanosecond.
        return Double(count) / (step * Double(steps.count))
    }

    private func factor(to other: LineTimeUnit) -> Double { other.inASecond / unit.inASecond }

    private static func words(_ rate: Double) -> String {
        rate < 1 ? "one row in \(number(1 / rate)) s" : "\(number(rate)) rows a second"
    }

    private static func number(_ value: Double) -> String {
        let rounded = value < 10 ? (value * 10).rounded() / 10 : min(value, 1e15).rounded()
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
