// Guesses the unit of a time column whose name does not show it. Milliseconds mistaken for seconds would turn a short
// walk into hours. So a unit is proposed only if the first rows leave one choice.

/// What the first rows show about the unit of a time.
enum TimeGuess {
    /// Motion sensors are read 5 to 2,000 times per second, so at most one unit fits each spacing of rows.
    private static let periods = 0.0005...0.2
    /// Years from 2001 to 2039, in seconds since 1970.
    static let years = 1e9...2.2e9
    /// Rows with dates are never further apart than this, in seconds.
    private static let longestStep = 60.0

    /// The unit of the times of consecutive rows; `nil` if several units fit, or none.
    static func unit(of times: [Double]) -> LineTimeUnit? {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        guard let first = times.first, !steps.isEmpty else { return nil }
        let step = steps[steps.count / 2]
        // Times that increase by exactly one may be a counter.
        guard step != 1 else { return nil }
        let fitting = LineTimeUnit.allCases.filter { unit in
            let isDate = years.contains(first / unit.inASecond)
            return periods.contains(step / unit.inASecond)
                || isDate && step / unit.inASecond <= longestStep
        }
        return fitting.count == 1 ? fitting[0] : nil
    }
}

extension LineTimeUnit {
    /// How many of these units make a second.
    var inASecond: Double {
        switch self {
        case .seconds: 1
        case .milliseconds: 1e3
        case .microseconds: 1e6
        case .nanoseconds: 1e9
        }
    }
}
