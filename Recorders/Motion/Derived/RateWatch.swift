// Somebody may set another rate in the middle of a recording, or a link give every second reading only. One step
// of another length is no rate: it may be lateness, or a loss. Many in a row that are all too long, or all too
// short, are.

/// Notices that a sensor reads at another rate than it did.
struct RateWatch {
    /// Readings from one that was in time to another.
    private struct Stretch {
        var seconds = 0.0
        var readings = 0.0

        static func + (one: Stretch, other: Stretch) -> Stretch {
            Stretch(seconds: one.seconds + other.seconds, readings: one.readings + other.readings)
        }
    }

    /// The newest readings: others of their batch may follow.
    private var newest: Stretch?
    /// All of those that were too long, or too short, in a row.
    private var odd: (stretch: Stretch, isFaster: Bool, count: Int)?
    /// The steps since one between which something may be missing.
    private var usual = Stretch()

    /// A step that differs by so much of itself is no tremble.
    private static let tolerance = 0.04
    /// As many steps, and readings, are another rate.
    private static let (fewestSteps, fewestReadings) = (4, 64.0)
    /// A rate that differs by less shows in the mean of so many readings, by so much of itself.
    private static let (readingsOfMean, toleranceOfMean) = (256.0, 0.004)
    /// What a step may differ by that counts for the mean.
    private static let unusual = 0.25
    /// Nearer to the one before, as a part of a period, a reading has come with it.
    private static let together = 0.2

    /// Takes readings, up to one that is in time.
    ///
    /// - Parameters:
    ///   - readings: How many came since the last one in time, with those told to be missing.
    ///   - seconds: From the stamp of that one to this one's.
    ///   - period: How far readings are apart, as far as it is known.
    /// - Returns: How far they are apart now, if that is another.
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

    /// Forgets what it has seen.
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

    /// Adds a step to those that are too long, or too short; answers how long they are, when there are enough.
    private mutating func row(with step: Stretch, isFaster: Bool) -> Double? {
        guard var row = odd, row.isFaster == isFaster else {
            // The first one may be of both rates.
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

    /// Adds a step to the mean; answers that when it is of another rate.
    private mutating func mean(with step: Stretch, periodInSeconds period: Double) -> Double? {
        usual = usual + step
        guard usual.readings >= Self.readingsOfMean else { return nil }
        let found = usual.seconds / usual.readings
        usual = Stretch()
        return abs(found - period) > Self.toleranceOfMean * period ? found : nil
    }
}
