// Tests alignment on hundreds of simulated pairs of boards, whose clocks are kept by a daemon like chrony over good
// and bad networks, or by none: how far it is from the truth, and whether the error that it states holds.

import AlignmentCases

struct AlignmentExamination {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    private struct Claim {
        var name: String
        var trial: AlignmentTrial
        /// The error that 95 of 100 cases must not exceed, in seconds.
        var limit: Double
    }

    private var claims: [Claim] {
        func trial(_ network: MadeNetwork, marks: Int = 0, shakes: Int = 0) -> AlignmentTrial {
            var trial = AlignmentTrial(network)
            (trial.marks, trial.shakes) = (marks, shakes)
            return trial
        }
        var free = trial(.home, shakes: 2)
        free.isDisciplined = false
        return [
            Claim(name: "clocks, a server in the house", trial: trial(.home), limit: 2e-3),
            Claim(name: "clocks, one in the town", trial: trial(.near), limit: 2e-3),
            Claim(name: "clocks, a bad network", trial: trial(.bad), limit: 0.1),
            Claim(name: "four marks", trial: trial(.home, marks: 4), limit: 1e-3),
            // Each board receives all marks with the same delay, which does not average out.
            Claim(name: "a hundred marks", trial: trial(.home, marks: 100), limit: 1e-3),
            Claim(
                name: "four marks, a bad network",
                trial: trial(.bad, marks: 4),
                limit: 0.02
            ),
            Claim(name: "two shakes", trial: trial(.home, shakes: 2), limit: 1e-3),
            Claim(
                name: "two shakes, a bad network",
                trial: trial(.bad, shakes: 2),
                limit: 0.02
            ),
            Claim(name: "two shakes, free clocks", trial: free, limit: 2e-3),
        ]
    }

    func run() throws {
        let pairs = try arguments.integer("pairs", 100)
        let seed = UInt64(try arguments.integer("seed", 1))
        var failures = 0
        for claim in claims {
            let figures = claim.trial.figures(pairs: pairs, seed: seed)
            // By chance a few more may exceed it: three standard deviations of a count of 5 in 100.
            let least = 0.95 - 3 * (0.95 * 0.05 / Double(pairs)).squareRoot()
            let isGood =
                figures.worst95 <= claim.limit && figures.held >= least
                && figures.medianStated <= 2 * figures.worst95 && figures.refused == 0
            if !isGood { failures += 1 }
            Report.line("align: \(claim.name): \(isGood ? "" : "FAILED, ")\(figures)")
        }
        if failures > 0 { throw BenchmarkError("\(failures) claims do not hold") }
    }
}
