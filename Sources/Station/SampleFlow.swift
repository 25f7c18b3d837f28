// The watchdog of systemd is fed while samples come. A capture that hangs looks well from everywhere else: the process
// lives, its threads sleep, the file is whole, and nothing is in it.

public import Timebase

/// Judges whether samples come.
public struct SampleFlow: Sendable, Hashable {
    private struct Mark: Sendable, Hashable {
        var samples: Int
        var at: BootInstant
    }

    private let limit: Duration
    private var marks: [String: Mark] = [:]

    /// A judge of nothing yet.
    ///
    /// - Parameter limit: How long a sensor may give nothing.
    public init(limit: Duration) { self.limit = limit }

    /// Takes how many samples each sensor has given that gives them steadily.
    ///
    /// - Parameters:
    ///   - samples: The count of each by its name; a sensor that is no longer named is over.
    ///   - now: The time.
    /// - Returns: The sensors that have given none for too long, by their names.
    public mutating func stalled(_ samples: [String: Int], at now: BootInstant) -> [String] {
        var next: [String: Mark] = [:]
        var stalled: [String] = []
        for (name, count) in samples {
            let mark =
                marks[name].flatMap { $0.samples == count ? $0 : nil }
                ?? Mark(samples: count, at: now)
            next[name] = mark
            if mark.at.duration(to: now) >= limit { stalled.append(name) }
        }
        marks = next
        return stalled.sorted()
    }
}
