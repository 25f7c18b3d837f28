// Estimates when readings were taken. The timestamps of many sources show only when readings arrived: a whole
// batch arrives at once, or a busy machine delays some. Integration needs the instants at which they were
// taken.
//
// A sensor reads at a steady rate; its readings may arrive late or not at all, but never early. The estimator
// therefore extrapolates a line through the readings that were in time. A reading that is later than the line
// predicts waits until the following ones show the cause: they catch up with the line if that reading was only late,
// and stay late if readings are missing. A batch is the usual case of lateness: its last reading is in time.
//
// The timestamps in the file are not changed. The same timestamps always give the same instants, to the
// nanosecond.

/// Estimates when each reading of one sensor was taken, from the readings' timestamps.
struct InstantEstimator {
    /// The distance between readings, as far as it is known.
    private(set) var periodInSeconds: Double

    private struct Waiting {
        var timestamp: Int64
        /// How many periods after the previous reading; more than one if readings are known to be missing
        /// between.
        var step: Double
    }

    private var instants = Queue<Int64>(limit: 2 * InstantEstimator.most)
    private var waiting = Queue<Waiting>(limit: InstantEstimator.most)
    private var isLearning = true
    private let nominalPeriodInSeconds: Double
    private var missing = 0.0
    private var lastTimestamp = Int64.min

    // The line through the readings that were in time.
    private var line: Int64 = 0
    private var lastInstant = Int64.min
    private var jitter = 0.0
    /// How many readings the line's fit takes into account.
    private var memory = InstantEstimator.firstMemory
    private var mostMemory = 0.0
    private var memorySteps = 0.0
    private var gains = (position: 0.0, slope: 0.0)
    /// Since the last reading in time: how many periods the line advanced, and how many readings arrived or are
    /// known to be missing.
    private var stepsSinceTimely = 0.0
    private var countSinceTimely = 0.0
    private var lastTimely: Int64 = 0

    // The lateness of the least late waiting reading, compared with the line.
    private var least = Double.infinity
    private var leastIndex = 0
    private var lastNumber = 0.0
    /// The recent lateness of readings that caught up with the line.
    private var usualLatenessInSeconds = 0.0

    private var rateWatch = RateWatch()

    /// - Parameter rate: The expected number of readings a second; the real one is learnt from the timestamps.
    init(rateInHertz rate: Double) {
        // A comparison with NaN is false.
        let rate = rate >= 1e-3 ? min(rate, 1e9) : 1e-3
        nominalPeriodInSeconds = 1 / rate
        periodInSeconds = 1 / rate
    }

    /// True if a reading has no instant yet.
    var isWaiting: Bool { waiting.count > 0 }

    /// Notes that readings are missing before the next one.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - isEstimated: Whether the count is an estimate; it is then ignored, since the timestamps show more.
    mutating func skip(_ count: Int64, isEstimated: Bool) {
        guard count > 0, !isEstimated else { return }
        missing += Double(count)
    }

    /// Processes the next timestamp if it is clearly in time and no other reading waits.
    ///
    /// - Returns: The reading's instant; `nil` if the caller must pass it to `add`.
    mutating func place(_ timestamp: Int64) -> Int64? {
        guard waiting.count == 0, instants.count == 0, !isLearning, line != .min,
            timestamp >= lastTimestamp
        else { return nil }
        let reading = Waiting(timestamp: timestamp, step: 1 + missing)
        let lateness = self.lateness(of: timestamp, number: reading.step)
        guard lateness < Self.late else { return nil }
        missing = 0
        lastTimestamp = timestamp
        return timely(reading, steps: reading.step, lateness)
    }

    /// Adds the next timestamp; `next` returns its instant once it is known.
    mutating func add(_ timestamp: Int64) {
        // If the clock was set back, begin a new line.
        if timestamp < lastTimestamp, !isTremble(timestamp) { breakOff() }
        let reading = Waiting(timestamp: timestamp, step: 1 + missing)
        missing = 0
        lastTimestamp = timestamp
        if waiting.isFull { settle() }
        if isLearning {
            waiting.append(reading)
            learn()
        } else {
            take(reading)
        }
    }

    /// Returns the oldest instant that was not returned yet; `nil` if no further instant is known.
    mutating func next() -> Int64? {
        guard let first = instants.first else { return nil }
        instants.removeFirst()
        return first
    }

    /// Decides all waiting readings now, without waiting for later ones.
    mutating func settle() {
        guard waiting.count > 0 else { return }
        if isLearning { start(guess() ?? nominalGuess) }
        while waiting.count > 0 { releaseLeast() }
    }

    private static let most = 1 << 12
}

// MARK: - Learning

extension InstantEstimator {
    /// After how many seconds it is clear whether timestamps are even.
    private static let learningInSeconds = 2.0
    private static let longestLearningInSeconds = 5.0
    private static let fewest = 16
    private static let fewestOfSlow = 4
    private static let slowPeriodInSeconds = 0.1

    private mutating func learn() {
        let count = waiting.count
        guard let first = waiting.first else { return }
        let seconds = lastTimestamp.seconds(since: first.timestamp)
        let isSlow = nominalPeriodInSeconds >= Self.slowPeriodInSeconds
        let enough = isSlow ? Self.fewestOfSlow : Self.fewest
        // Tried only at powers of two, to limit the work.
        if count >= enough, count & (count - 1) == 0,
            let even = PeriodGuess.even(points, nominalInSeconds: nominalPeriodInSeconds)
        {
            start(even)
        } else if seconds >= Self.learningInSeconds,
            count >= Self.fewest
                || seconds >= Self.longestLearningInSeconds
        {
            start(guess() ?? nominalGuess)
        }
    }

    private var points: [PeriodGuess.Point] {
        guard let first = waiting.first else { return [] }
        var number = 0.0
        return (0..<waiting.count).map { index in
            let reading = waiting[index]
            if index > 0 { number += reading.step }
            return PeriodGuess.Point(
                number: number,
                seconds: reading.timestamp.seconds(since: first.timestamp)
            )
        }
    }

    private func guess() -> PeriodGuess? {
        let points = points
        guard points.count >= Self.fewestOfSlow else { return nil }
        return PeriodGuess.even(
            points,
            nominalInSeconds: isLong(points) ? nil : nominalPeriodInSeconds
        )
            ?? PeriodGuess.ofArrivals(points)
    }

    /// True if there are enough readings to no longer rely on the stated period.
    private func isLong(_ points: [PeriodGuess.Point]) -> Bool {
        points.last.map { $0.seconds >= Self.learningInSeconds } ?? false
    }

    private var nominalGuess: PeriodGuess {
        PeriodGuess(
            periodInSeconds: nominalPeriodInSeconds,
            jitter: 0,
            firstInSeconds: 0
        )
    }

    /// Begins a line from what was learnt, and processes the readings that waited.
    private mutating func start(_ guess: PeriodGuess) {
        isLearning = false
        guard let first = waiting.first else { return }
        periodInSeconds = min(max(guess.periodInSeconds, 1e-9), 1e3)
        jitter = guess.jitter
        line = first.timestamp.advanced(bySeconds: guess.firstInSeconds - periodInSeconds)
        lastInstant = .min
        forgetLine()
        lastTimely = line
        stepsSinceTimely = 0
        countSinceTimely = 0
        rateWatch.begin()
        let learnt = waiting
        forgetWaiting()
        for index in 0..<learnt.count {
            var reading = learnt[index]
            // Readings missing before the first one do not matter.
            if index == 0 { reading.step = 1 }
            take(reading)
        }
    }

    private mutating func forgetWaiting() {
        waiting = Queue(limit: Self.most)
        least = .infinity
        leastIndex = 0
        lastNumber = 0
    }

    /// Ends the line, because the clock was set; keeps the period.
    private mutating func breakOff() {
        settle()
        line = .min
        lastInstant = .min
    }

    /// True if a timestamp is at most two periods before the last one, which counts as jitter.
    private func isTremble(_ timestamp: Int64) -> Bool {
        lastTimestamp.seconds(since: timestamp) <= 2 * periodInSeconds
    }
}

// MARK: - Deciding

extension InstantEstimator {
    /// If a reading is later than the line predicts by at least this part of a period, it is late, or others are
    /// missing.
    private static let late = 0.5
    /// If uneven readings stay late by this part of a period, others are missing; for even ones `late` is enough.
    private static let lost = 0.75
    /// How many readings must follow the least late one, and how much later than the first waiting one the newest
    /// must be, before it is clear that none will catch up.
    private static let followers = 3
    private static let patienceInSeconds = 0.06
    /// This many times the usual lateness of readings that caught up replaces `patienceInSeconds` if it is longer.
    private static let patienceInLateness = 2.5
    private static let forgettingOfLateness = 0.95

    private mutating func take(_ reading: Waiting) {
        guard line != .min else {
            (line, lastTimely) = (reading.timestamp, reading.timestamp)
            (stepsSinceTimely, countSinceTimely) = (0, 0)
            return instants.append(inOrder(reading.timestamp))
        }
        let number = lastNumber + reading.step
        let lateness = self.lateness(of: reading.timestamp, number: number)
        guard waiting.count > 0 || lateness >= Self.late else {
            return instants.append(timely(reading, steps: reading.step, lateness))
        }
        waiting.append(reading)
        lastNumber = number
        if lateness < least {
            least = lateness
            leastIndex = waiting.count - 1
        }
        while waiting.count > 0, least < Self.late || isClear { releaseLeast() }
    }

    /// By how many periods a timestamp is later than the line predicts for reading `number`.
    private func lateness(of timestamp: Int64, number: Double) -> Double {
        timestamp.seconds(since: line) / periodInSeconds - number
    }

    /// True if later readings have shown that no waiting reading will catch up with the line.
    private var isClear: Bool {
        guard let first = waiting.first else { return false }
        let patience = max(
            Self.patienceInSeconds,
            Self.patienceInLateness * usualLatenessInSeconds
        )
        return waiting.count - 1 - leastIndex >= Self.followers
            && lastTimestamp.seconds(since: first.timestamp) >= patience
    }

    /// Decides the readings up to the least late one.
    ///
    /// If that one is in time, the others were only late; otherwise readings are missing before them.
    private mutating func releaseLeast() {
        guard least >= Self.late else {
            noteLateness()
            return release(missing: 0)
        }
        release(missing: least < Self.lost && isUneven ? 0 : least.rounded())
    }

    private mutating func noteLateness() {
        guard let first = waiting.first else { return }
        let lateness = lateness(of: first.timestamp, number: first.step) * periodInSeconds
        usualLatenessInSeconds = max(
            min(lateness, Self.longestLatenessInSeconds),
            usualLatenessInSeconds * Self.forgettingOfLateness
        )
    }

    private static let longestLatenessInSeconds = 2.0

    /// Assigns instants to the waiting readings up to the least late one, then judges the others again.
    private mutating func release(missing: Double) {
        var missing = missing
        for _ in 0...leastIndex {
            guard let reading = waiting.first else { break }
            waiting.removeFirst()
            let steps = reading.step + missing
            missing = 0
            let lateness = self.lateness(of: reading.timestamp, number: steps)
            if lateness < Self.late {
                instants.append(timely(reading, steps: steps, lateness))
            } else {
                line = line.advanced(bySeconds: steps * periodInSeconds)
                stepsSinceTimely += steps
                countSinceTimely += reading.step
                instants.append(inOrder(line))
            }
        }
        lookAnew()
    }

    private mutating func lookAnew() {
        least = .infinity
        leastIndex = 0
        lastNumber = 0
        for index in 0..<waiting.count {
            let reading = waiting[index]
            lastNumber += reading.step
            let lateness = self.lateness(of: reading.timestamp, number: lastNumber)
            if lateness < least { (least, leastIndex) = (lateness, index) }
        }
    }
}

// MARK: - The line

extension InstantEstimator {
    private static let firstMemory = 8.0
    private static let longestMemory = 512.0
    private static let shortestMemory = 16.0
    private static let memoryInSeconds = 20.0
    /// Timestamps with less jitter than this part of a period are used as instants, unchanged.
    private static let even = 0.01
    private static let jitterMemory = 32.0
    /// A difference of at least this part of a step is not jitter.
    private static let odd = 0.25

    private var isUneven: Bool { jitter > Self.even }

    /// Returns the instant of a reading that is in time, and updates the line with it.
    ///
    /// - Parameters:
    ///   - reading: The reading.
    ///   - steps: How many periods it is after the line's last reading.
    ///   - lateness: By how many periods it is later than the line predicts. This is far below zero if more readings
    ///     were reported missing than fit into the time, or if late readings were mistaken for missing ones.
    /// - Returns: The instant.
    private mutating func timely(
        _ reading: Waiting,
        steps: Double,
        _ lateness: Double
    ) -> Int64 {
        let isEarly = lateness < -Self.late
        let since = stepsSinceTimely + steps
        remember(steps: since)
        let period = periodInSeconds
        line =
            isUneven && !isEarly
            ? line.advanced(bySeconds: (steps + gains.position * lateness) * period)
            : reading.timestamp
        // A reading that is early by a small part of the time since the last one in time, as after a batch, may show
        // a slightly different rate. One that is earlier than that only corrects a mistaken loss, and shows nothing
        // about the rate.
        if !isEarly || -lateness < Self.odd * since {
            let change = gains.slope * lateness * period
            periodInSeconds += since == 1 ? change : change / since
            periodInSeconds = min(max(periodInSeconds, 1e-9), 1e3)
            jitter += (min(abs(lateness), Self.late) - jitter) / Self.jitterMemory
        }
        let other = rateWatch.add(
            countSinceTimely + reading.step,
            inSeconds: reading.timestamp.seconds(since: lastTimely),
            periodInSeconds: periodInSeconds
        )
        if let other {
            periodInSeconds = min(max(other, 1e-9), 1e3)
            line = reading.timestamp
            forgetLine()
        }
        lastTimely = reading.timestamp
        (stepsSinceTimely, countSinceTimely) = (0, 0)
        return inOrder(line)
    }

    /// Adds one point to the line's fit, up to the number of points that count; the gains are those of a
    /// least-squares line through them.
    private mutating func remember(steps: Double) {
        guard steps != memorySteps || memory < mostMemory else { return }
        memorySteps = steps
        let points = Self.memoryInSeconds / (steps * periodInSeconds)
        mostMemory = min(max(points, Self.shortestMemory), Self.longestMemory)
        memory = min(memory + 1, mostMemory)
        let product = memory * (memory + 1)
        gains = (2 * (2 * memory - 1) / product, 6 / product)
    }

    private mutating func forgetLine() { (memory, mostMemory) = (Self.firstMemory, .infinity) }

    /// Keeps the instants of a line in ascending order.
    private mutating func inOrder(_ instant: Int64) -> Int64 {
        lastInstant = max(lastInstant, instant)
        return lastInstant
    }
}
