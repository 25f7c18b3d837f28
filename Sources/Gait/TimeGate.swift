// A time that jumps far ahead is a hole, or one wrong time. The next sample tells: behind a hole it goes on from there,
// behind a wrong time it goes on from before. To believe the jump at once would refuse all that comes behind.

/// Keeps back a sample whose time jumps ahead until the next one agrees.
struct TimeGate<Sample: Sendable>: Sendable {
    /// What passes the gate.
    struct Passed {
        var samples: [Sample] = []
        /// How many were left out.
        var refused = 0
    }

    private let longestStepInSeconds: Double
    private var last: Double?
    private var held: (sample: Sample, seconds: Double)?

    /// A gate for samples that are no farther apart than this, but for holes.
    init(longestStepInSeconds longest: Double) {
        longestStepInSeconds = longest
    }

    /// Takes a sample in; answers those that are known to be in order now.
    mutating func take(_ sample: Sample, at seconds: Double) -> Passed {
        var passed = Passed()
        guard let last else {
            self.last = seconds
            passed.samples = [sample]
            return passed
        }
        let agrees = held.map { 0...longestStepInSeconds ~= seconds - $0.seconds } ?? false
        if let held, agrees, seconds > held.seconds {
            passed.samples = [held.sample, sample]
            self.held = nil
            self.last = seconds
        } else if seconds <= last {
            passed.refused = 1
        } else if seconds - last <= longestStepInSeconds {
            passed.samples = [sample]
            if held != nil { passed.refused = 1 }
            held = nil
            self.last = seconds
        } else {
            if held != nil { passed.refused = 1 }
            held = (sample, seconds)
        }
        return passed
    }
}
