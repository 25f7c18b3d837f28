// Searches for common shakes, within the range that clocks and marks leave open.

internal import SystemCalls

extension AlignmentMeasurement {
    /// Derives measurements from the bursts of two boards' sensors.
    ///
    /// - Parameters:
    ///   - bursts: The bursts of a sensor of the first board.
    ///   - first: The first board.
    ///   - others: The bursts of a sensor of the second board.
    ///   - second: The second board.
    ///   - sofar: The solution without them.
    ///   - search: The largest assumed error of the machines' times of day if nothing is known, in seconds.
    /// - Returns: The measurements, and the reasons why other bursts were not used.
    public static func shakes(
        _ bursts: [ShakeBurst],
        of first: Int,
        _ others: [ShakeBurst],
        of second: Int,
        _ sofar: AlignmentSolution,
        search: Double
    ) -> (used: [AlignmentMeasurement], refused: [ShakeSearch.Refusal]) {
        let found = ShakeSearch(
            bursts,
            others,
            within: { instant in
                let known = sofar.offset(of: first, to: second, at: instant)
                // Twice the 95 % error: only one offset in 10,000 exceeds it by chance.
                return known.map { min(search, max(leastReach, 2 * $0.error)) } ?? search
            },
            around: { instant in
                instant.addingClamped(sofar.guess(of: first, to: second, at: instant).nanoseconds)
            }
        )
        let used = found.matches.map { match in
            let deviation = match.deviation / 2.0.squareRoot()
            return AlignmentMeasurement(
                .shake,
                Timestamp(board: first, instant: match.first, deviation: deviation),
                Timestamp(board: second, instant: match.second, deviation: deviation)
            )
        }
        return (used, found.refusals)
    }

    /// The smallest search range in seconds: a smaller one would never find a shake that contradicts a clock.
    static let leastReach = 0.05
}
