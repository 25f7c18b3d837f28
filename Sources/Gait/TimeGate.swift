// A time that jumps far ahead is either a hole or a wrong time. The next sample decides: after a hole it continues from
// there, after a wrong time from before. Accepting the jump at once would make the gate refuse all later samples. The
// time of the first sample may be wrong, too, so it counts as a jump.

/// Holds back the first sample, and one whose time jumps ahead, until the next one confirms it.
struct TimeGate<Sample: Sendable>: Sendable {
    /// The result of one call.
    struct Passed {
        var samples: [Sample] = []
        /// How many samples were dropped.
        var refused = 0
    }

    private let longestStepInSeconds: Double
    private var last: Double?
    private var held: (sample: Sample, seconds: Double)?

    /// A gate for samples that are at most this far apart, except at holes.
    init(longestStepInSeconds longest: Double) {
        longestStepInSeconds = longest
    }

    /// Adds a sample; returns the samples whose order is now certain.
    mutating func take(_ sample: Sample, at seconds: Double) -> Passed {
        var passed = Passed()
        let agrees = held.map { 0...longestStepInSeconds ~= seconds - $0.seconds } ?? false
        if let held, agrees, seconds > held.seconds {
            passed.samples = [held.sample, sample]
            self.held = nil
            self.last = seconds
        } else if let last, seconds <= last {
            passed.refused = 1
        } else if let last, seconds - last <= longestStepInSeconds {
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
