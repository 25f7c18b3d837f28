// Repeats one kind of trial: two simulated boards run for an hour, and are aligned at a random instant.

internal import RandomWords
internal import SessionAlignment

/// Trials of alignment with known truth.
package struct AlignmentTrial {
    package var network: MadeNetwork
    /// True if the clocks are synchronized.
    package var isDisciplined = true
    package var marks = 0
    package var shakes = 0
    /// The standard deviation of the delay that all marks to one board share, in seconds.
    package var delayDeviation = 2.5e-4
    /// The largest error in seconds of the guess where a shake is, if clocks and marks say nothing.
    package var search = 30.0

    package init(_ network: MadeNetwork) { self.network = network }

    static let start = 10_000.0
    static let seconds = 3600.0
    private static let rates = [50.0, 100, 104, 200, 208, 400]

    /// Simulates and aligns so many pairs.
    package func figures(pairs: Int, seed: UInt64) -> AlignmentFigures {
        var figures = AlignmentFigures()
        for pair in 0..<pairs {
            let own = seed &* 1_000_003 &+ UInt64(pair) &* 101
            var random = RandomWords(seed: own)
            let boards = [1, 2].map {
                MadeBoard(
                    seed: own &+ $0,
                    network,
                    start: Self.start,
                    seconds: Self.seconds,
                    isDisciplined: isDisciplined
                )
            }
            // The network delays all marks to one board equally, so averaging marks does not reduce this delay.
            let delays = boards.map { _ in marks > 0 ? random.normal(delayDeviation) : 0 }
            var seen = (0..<marks).map { mark(boards, $0, delays, &random) }
            if shakes > 0 {
                let sofar = AlignmentSolution(boards.map(\.clock), seen)
                seen += shaken(boards, sofar, &random, &figures)
            }
            let solution = AlignmentSolution(boards.map(\.clock), seen)
            let time = Self.start + random.uniform(0...Self.seconds)
            let second = boards[1].boot(at: time)
            guard let offset = solution.offset(of: 1, to: 0, at: second) else {
                figures.refused += 1
                continue
            }
            let truth = boards[0].boot(at: time) - second
            figures.add(error: Double(offset.nanoseconds - truth) / 1e9, stated: offset.error)
        }
        return figures
    }

    private func mark(
        _ boards: [MadeBoard],
        _ number: Int,
        _ delays: [Double],
        _ random: inout RandomWords
    ) -> AlignmentMeasurement {
        let time = Self.start + random.uniform(0...Self.seconds - 100)
        let timestamps = boards.indices.map { board in
            AlignmentMeasurement.Timestamp(
                board: board,
                instant: boards[board].boot(at: time)
                    + Int64((delays[board] + random.normal(0.0003)) * 1e9),
                deviation: 0.0003
            )
        }
        return AlignmentMeasurement(.mark("\(number)"), timestamps[0], timestamps[1])
    }

    /// Simulates shakes at even intervals from start to end, or one in the middle; returns those found.
    private func shaken(
        _ boards: [MadeBoard],
        _ sofar: AlignmentSolution,
        _ random: inout RandomWords,
        _ figures: inout AlignmentFigures
    ) -> [AlignmentMeasurement] {
        var bursts: [[ShakeBurst]] = [[], []]
        let sensors = (0..<2).map { _ in
            MadeSensor(
                rate: Self.rates.randomElement(using: &random) ?? 100,
                range: [4.0, 8, 16].randomElement(using: &random) ?? 8
            )
        }
        for shake in 0..<shakes {
            let share = shakes == 1 ? 0.5 : Double(shake) / Double(shakes - 1)
            let from = Self.start + 30 + share * (Self.seconds - 120)
            var motion = MadeMotion(start: from, seconds: 20)
            motion.shake(at: from + random.uniform(5...7), &random)
            for board in 0..<2 {
                let readings = sensors[board].readings(
                    of: motion,
                    from: from,
                    seconds: 20,
                    &random,
                    boot: boards[board].boot(at:)
                )
                bursts[board] += ShakeFinder.bursts(of: readings)
            }
        }
        let found = AlignmentMeasurement.shakes(
            bursts[0],
            of: 0,
            bursts[1],
            of: 1,
            sofar,
            search: search
        )
        figures.expected += shakes
        figures.found += found.used.count
        for refusal in found.refused { figures.refusals[refusal, default: 0] += 1 }
        return found.used
    }
}
