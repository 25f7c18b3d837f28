// Detects sensors that have stopped sending samples. While all have stopped, the station does not feed systemd's
// watchdog, so that systemd restarts the station. Nothing else would show the fault: the process of a recording that
// hangs is alive, its threads sleep, and its file is valid. While anything else sends samples, such as a key, the
// process does not hang: a restart every minute would cut what works into pieces, and would not mend the sensor.

package import Timebase

/// Detects stalled sensors from their sample counts.
public struct SampleFlow: Sendable, Hashable {
    private struct Mark: Sendable, Hashable {
        var samples: Int
        var at: BootInstant
    }

    private let limit: Duration
    private var marks: [String: Mark] = [:]
    private var total: Mark?
    /// Whether nothing at all had come for too long when the counts were last noted.
    ///
    /// It is false without any steady sensor: what remains may be silent for long.
    package private(set) var isStill = false

    /// Starts without any sensor.
    ///
    /// - Parameter limit: How long a sensor may send nothing before it counts as stalled.
    public init(limit: Duration) { self.limit = limit }

    /// Notes the sample counts of all sensors that send samples steadily, and of everything together.
    ///
    /// - Parameters:
    ///   - samples: The count of each sensor by name; a sensor that is missing here is no longer watched.
    ///   - sum: The samples of everything that is recorded, also of sensors that may be silent for long.
    ///   - now: The time.
    /// - Returns: The names of the sensors that have sent nothing for too long.
    package mutating func stalled(
        _ samples: [String: Int],
        total sum: Int,
        at now: BootInstant
    ) -> [String] {
        var next: [String: Mark] = [:]
        var stalled: [String] = []
        for (name, count) in samples {
            let mark = Self.mark(count, after: marks[name], at: now)
            next[name] = mark
            if mark.at.duration(to: now) >= limit { stalled.append(name) }
        }
        marks = next
        let whole = Self.mark(sum, after: total, at: now)
        total = whole
        let nothingComes = whole.at.duration(to: now) >= limit
        isStill = nothingComes && !stalled.isEmpty && stalled.count == samples.count
        return stalled.sorted()
    }

    /// The mark of a count: the earlier one, unless the count has changed since.
    private static func mark(_ count: Int, after last: Mark?, at now: BootInstant) -> Mark {
        if let last, last.samples == count { return last }
        return Mark(samples: count, at: now)
    }
}
