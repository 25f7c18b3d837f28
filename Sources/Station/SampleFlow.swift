// Detects sensors that have stopped sending samples. While all have stopped, the station does not feed systemd's
// watchdog, so that systemd restarts the station. Nothing else would show the fault: the process of a recording that
// hangs is alive, its threads sleep, and its file is valid. While other sensors send samples, the process does not
// hang: a restart every minute would cut what works into pieces, and would not mend the sensor.

public import Timebase

/// Detects stalled sensors from their sample counts.
public struct SampleFlow: Sendable, Hashable {
    private struct Mark: Sendable, Hashable {
        var samples: Int
        var at: BootInstant
    }

    private let limit: Duration
    private var marks: [String: Mark] = [:]
    /// Whether there are sensors, and all of them had stalled when they were last noted.
    public private(set) var isStill = false

    /// Starts without any sensor.
    ///
    /// - Parameter limit: How long a sensor may send nothing before it counts as stalled.
    public init(limit: Duration) { self.limit = limit }

    /// Notes the sample counts of all sensors that send samples steadily.
    ///
    /// - Parameters:
    ///   - samples: The count of each sensor by name; a sensor that is missing here is no longer watched.
    ///   - now: The time.
    /// - Returns: The names of the sensors that have sent nothing for too long.
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
        isStill = !stalled.isEmpty && stalled.count == samples.count
        return stalled.sorted()
    }
}
