// Detects that a sensor's rate changes during a recording: a user may set another rate, or a link may drop
// every second reading. One odd step proves nothing: it may be lateness or a loss. Many steps in a row that are
// all too long, or all too short, do.

/// Detects that a sensor reads at another rate than before.
struct RateWatch {
    /// The time and the number of readings from one reading in time to another.
    private struct Stretch {
        var seconds = 0.0
        var readings = 0.0

        static func + (one: Stretch, other: Stretch) -> Stretch {
            Stretch(seconds: one.seconds + other.seconds, readings: one.readings + other.readings)
        }
    }

    /// The newest stretch, to which later readings of its batch may be added.
    private var newest: Stretch?
    /// The sum of the recent steps, if all were too long or all too short.
    private var odd: (stretch: Stretch, isFaster: Bool, count: Int)?
    /// The sum of the normal steps, for the mean.
    private var usual = Stretch()

    /// A step that differs from the expected one by more than this part is not jitter.
    private static let tolerance = 0.04
    /// How many odd steps, with how many readings, prove another rate.
    private static let (fewestSteps, fewestReadings) = (4, 64.0)
    /// A rate that differs less shows in the mean of this many readings, if that differs by this part of
    /// itself.
    private static let (readingsOfMean, toleranceOfMean) = (256.0, 0.004)
    /// How much a step may differ to count for the mean.
    private static let unusual = 0.25
    /// A reading that follows the one before it by less than this part of a period has arrived together with
    /// it.
    private static let together = 0.2

    /// Adds the readings up to one that is in time.
    ///
    /// - Parameters:
    ///   - readings: How many arrived since the last one in time, including those known to be missing.
    ///   - seconds: The time between the timestamps of those two readings in time.
    ///   - period: The distance between readings, as far as it is known.
    /// - Returns: The new distance between readings, if it has changed.
    mutating func add(
        _ readings: Double,
        inSeconds seconds: Double,
        periodInSeconds period: Double
    ) -> Double? {
        let step = Stretch(seconds: seconds, readings: readings)
        if let batch = newest, seconds < Self.together * readings * period {
            newest = batch + step
            return nil
        }
        let known = newest
        newest = step
        return known.flatMap { look(at: $0, periodInSeconds: period) }
    }

    /// Starts again, without any readings.
    mutating func begin() { (newest, odd, usual) = (nil, nil, Stretch()) }

    private mutating func look(at step: Stretch, periodInSeconds period: Double) -> Double? {
        let due = step.readings * period
        let off = step.seconds - due
        guard abs(off) > Self.tolerance * due else {
            odd = nil
            return mean(with: step, periodInSeconds: period)
        }
        if abs(off) <= Self.unusual * due {
            _ = mean(with: step, periodInSeconds: period)
        } else {
            usual = Stretch()
        }
        return row(with: step, isFaster: off < 0)
    }

    /// Adds a step to those that are too long or too short; returns their mean length once there are enough.
    private mutating func row(with step: Stretch, isFaster: Bool) -> Double? {
        guard var row = odd, row.isFaster == isFaster else {
            // Ignore the first odd step: it may be partly of the old rate.
            odd = (Stretch(), isFaster, 0)
            return nil
        }
        row.stretch = row.stretch + step
        row.count += 1
        odd = row
        guard row.count >= Self.fewestSteps, row.stretch.readings >= Self.fewestReadings else {
            return nil
        }
        (odd, usual) = (nil, Stretch())
        let found = row.stretch.seconds / row.stretch.readings
        return found > 0 ? found : nil
    }

    /// Adds a step to the mean; returns the mean if it shows another rate.
    private mutating func mean(with step: Stretch, periodInSeconds period: Double) -> Double? {
        usual = usual + step
        guard usual.readings >= Self.readingsOfMean else { return nil }
        let found = usual.seconds / usual.readings
        usual = Stretch()
        return abs(found - period) > Self.toleranceOfMean * period ? found : nil
    }
}
