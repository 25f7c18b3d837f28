// Measures how many readings a recorder writes in a second. The timestamps of the samples count, so a replay at ten
// times the speed has the rate at which it was recorded. A recorder that delivers nothing more has the rate zero.

internal import Timebase

/// Measures the rate of one recorder over the last seconds.
struct RateMeter: Sendable {
    private static let window = Duration.seconds(10)

    private struct Mark: Sendable {
        var real: BootInstant
        var samples: Int
        var last: BootInstant?
    }

    private var marks: [Mark] = []

    /// The rate after this reading; `nil` as long as it is unknown.
    mutating func rate(_ samples: Int, upTo last: BootInstant?, at now: BootInstant) -> Double? {
        marks.append(Mark(real: now, samples: samples, last: last))
        while marks.count > 2, marks[1].real.duration(to: now) >= Self.window {
            marks.removeFirst()
        }
        guard let first = marks.first, first.real.duration(to: now) >= .seconds(1) else {
            return nil
        }
        guard let last, samples > first.samples else {
            // Samples are written in batches, so only five seconds without any count as the rate zero.
            return first.real.duration(to: now) >= .seconds(5) ? 0 : nil
        }
        guard let begin = first.last else { return nil }
        let recorded = begin.duration(to: last) / .seconds(1)
        guard recorded > 0 else { return nil }
        return Double(samples - first.samples) / recorded
    }
}
