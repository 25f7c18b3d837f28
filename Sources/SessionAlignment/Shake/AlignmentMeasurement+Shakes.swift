// Where to look for a shake, clocks and marks tell, as far as they tell anything.

internal import SystemCalls

extension AlignmentMeasurement {
    /// What the bursts of two boards' sensors say of the boards' clocks.
    ///
    /// - Parameters:
    ///   - bursts: Of a sensor of the first board.
    ///   - first: The first board.
    ///   - others: Of a sensor of the second board.
    ///   - second: The second board.
    ///   - sofar: What is known without them.
    ///   - search: How far off the machines' own times of day may be where nothing is known, in seconds.
    /// - Returns: The measurements, and why other bursts say nothing.
    public static func shakes(
        _ bursts: [ShakeBurst],
        of first: Int,
        _ others: [ShakeBurst],
        of second: Int,
        _ sofar: AlignmentSolution,
        search: Double
    ) -> (used: [AlignmentMeasurement], refused: [ShakeSearch.Refusal]) {
        let known = bursts.first.flatMap { sofar.offset(of: first, to: second, at: $0.middle) }
        // Twice the 95 % error: by chance, one in 10,000 lies beyond.
        let reach = known.map { min(search, max(leastReach, 2 * $0.error)) } ?? search
        let found = ShakeSearch(bursts, others, within: reach) { instant in
            instant.addingClamped(sofar.guess(of: first, to: second, at: instant).nanoseconds)
        }
        let used = found.matches.map { match in
            let deviation = match.deviation / 2.0.squareRoot()
            return AlignmentMeasurement(
                .shake,
                Stamp(board: first, instant: match.first, deviation: deviation),
                Stamp(board: second, instant: match.second, deviation: deviation)
            )
        }
        return (used, found.refusals)
    }

    /// A clock may contradict a shake: it is looked for at least so far around, in seconds.
    static let leastReach = 0.05
}
