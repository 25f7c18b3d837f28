// Which unit a column of times has that does not say it: milliseconds taken for seconds make a walk of an hour. It is
// told only where the first rows leave one choice.

/// What the first rows tell of a time's unit.
enum TimeGuess {
    /// Sensors of movement are read from 5 to 2,000 times a second: at each distance of rows, one unit fits at most.
    private static let periods = 0.0005...0.2
    /// Years from 2001 to 2039, in seconds since 1970.
    private static let years = 1e9...2.2e9
    /// Rows of a date are not farther apart.
    private static let longestStep = 60.0

    /// The unit of times of rows that follow each other; `nil` where more than one fits, or none.
    static func unit(of times: [Double]) -> LineTimeUnit? {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        guard let first = times.first, !steps.isEmpty else { return nil }
        let step = steps[steps.count / 2]
        // Rows that are one apart may be counted, and no time.
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
    /// How many make a second.
    fileprivate var inASecond: Double {
        switch self {
        case .seconds: 1
        case .milliseconds: 1e3
        case .microseconds: 1e6
        case .nanoseconds: 1e9
        }
    }
}
