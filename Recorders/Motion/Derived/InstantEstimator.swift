// When readings were taken. The stamps of many sources tell when they arrived: a batch comes together, a busy
// machine lets some wait. Whoever integrates has to know when each was taken.
//
// A sensor reads steadily, and its readings come late or not at all, but never early. So a reading that is
// behind its place on the line of those before it is kept until those that follow show what it is: they catch
// up with the line if it was only late, and stay behind if readings are missing. A batch is the usual case of
// the first: its last reading is in time.
//
// The stamps in the file stay as they are. The same stamps give the same instants, to the nanosecond.

/// Estimates when each reading of one sensor was taken, from when it was stamped.
struct InstantEstimator {
    /// How far readings are apart, as far as it is known.
    private(set) var periodInSeconds: Double

    private struct Waiting {
        var stamp: Int64
        /// How many readings after the one before it; more than one where some are told to be missing.
        var step: Double
    }

    private var instants = Queue<Int64>(limit: 2 * InstantEstimator.most)
    private var waiting = Queue<Waiting>(limit: InstantEstimator.most)
    private var isLearning = true
    private let nominalPeriodInSeconds: Double
    private var missing = 0.0
    private var lastStamp = Int64.min

    // The line of those in time.
    private var line: Int64 = 0
    private var lastInstant = Int64.min
    private var jitter = 0.0
    /// How many readings the line was learnt from, of those that count.
    private var memory = InstantEstimator.firstMemory
    private var mostMemory = 0.0
    private var memorySteps = 0.0
    private var gains = (position: 0.0, slope: 0.0)
    /// Since a reading was in time: how far the line went on, and how many readings came or are told to be missing.
    private var stepsSinceTimely = 0.0
    private var countSinceTimely = 0.0
    private var lastTimely: Int64 = 0

    // Of those that wait: how late the least late is, by the line.
    private var least = Double.infinity
    private var leastIndex = 0
    private var lastNumber = 0.0
    /// How late readings were that caught up, of late.
    private var usualLatenessInSeconds = 0.0

    private var rateWatch = RateWatch()

    /// - Parameter rate: How many readings a second there should be; the stamps say more.
    init(rateInHertz rate: Double) {
        // A comparison with what is no number is false.
        let rate = rate >= 1e-3 ? min(rate, 1e9) : 1e-3
        nominalPeriodInSeconds = 1 / rate
        periodInSeconds = 1 / rate
    }

    /// Whether there is a reading that has no instant yet.
    var isWaiting: Bool { waiting.count > 0 }

    /// Takes note that readings are missing before the next one.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - isEstimated: Whether that is an estimate: then the stamps know more.
    mutating func skip(_ count: Int64, isEstimated: Bool) {
        guard count > 0, !isEstimated else { return }
        missing += Double(count)
    }

    /// Takes the stamp of the next reading, if it is plainly in time and no other is waiting.
    ///
    /// - Returns: Its instant; `nil` where `add` has to take it.
    mutating func place(_ stamp: Int64) -> Int64? {
        guard waiting.count == 0, instants.count == 0, !isLearning, line != .min,
            stamp >= lastStamp
        else { return nil }
        let reading = Waiting(stamp: stamp, step: 1 + missing)
        let lateness = self.lateness(of: stamp, number: reading.step)
        guard lateness < Self.late else { return nil }
        missing = 0
        lastStamp = stamp
        return timely(reading, steps: reading.step, lateness)
    }

    /// Takes the stamp of the next reading; `next` gives its instant, when it is known.
    mutating func add(_ stamp: Int64) {
        // A clock that was set back begins anew.
        if stamp < lastStamp, !isTremble(stamp) { breakOff() }
        let reading = Waiting(stamp: stamp, step: 1 + missing)
        missing = 0
        lastStamp = stamp
        if waiting.isFull { settle() }
        if isLearning {
            waiting.append(reading)
            learn()
        } else {
            take(reading)
        }
    }

    /// The instant of the oldest reading that was not asked for.
    mutating func next() -> Int64? {
        guard let first = instants.first else { return nil }
        instants.removeFirst()
        return first
    }

    /// Decides of all that wait: there is nothing to be waited for.
    mutating func settle() {
        guard waiting.count > 0 else { return }
        if isLearning { start(guess() ?? nominalGuess) }
        while waiting.count > 0 { releaseLeast() }
    }

    private static let most = 1 << 12
}

// MARK: - Learning

extension InstantEstimator {
    /// Seconds after which it is clear whether stamps are even.
    private static let learningInSeconds = 2.0
    private static let longestLearningInSeconds = 5.0
    private static let fewest = 16
    private static let fewestOfSlow = 4
    private static let slowPeriodInSeconds = 0.1

    private mutating func learn() {
        let count = waiting.count
        guard let first = waiting.first else { return }
        let seconds = lastStamp.seconds(since: first.stamp)
        let isSlow = nominalPeriodInSeconds >= Self.slowPeriodInSeconds
        let enough = isSlow ? Self.fewestOfSlow : Self.fewest
        // Looked at a few times only.
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
                seconds: reading.stamp.seconds(since: first.stamp)
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

    /// Whether there are enough that the period that is said to be no longer counts.
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

    /// Begins a line with what was learnt, and takes what has waited.
    private mutating func start(_ guess: PeriodGuess) {
        isLearning = false
        guard let first = waiting.first else { return }
        periodInSeconds = min(max(guess.periodInSeconds, 1e-9), 1e3)
        jitter = guess.jitter
        line = first.stamp.advanced(bySeconds: guess.firstInSeconds - periodInSeconds)
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
            // What is missing ahead of the first is no matter.
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

    /// Ends the line, for what comes is of another time; the period stays.
    private mutating func breakOff() {
        settle()
        line = .min
        lastInstant = .min
    }

    /// Whether a stamp is before the last one by no more than stamps tremble.
    private func isTremble(_ stamp: Int64) -> Bool {
        lastStamp.seconds(since: stamp) <= 2 * periodInSeconds
    }
}

// MARK: - Deciding

extension InstantEstimator {
    /// Half a period behind its place, a reading is late, or others are missing.
    private static let late = 0.5
    /// As much behind, for good, readings are missing.
    private static let lost = 0.75
    /// So many readings have to follow the least late one, and so long, until it is clear that none catches up.
    private static let followers = 3
    private static let patienceInSeconds = 0.06
    /// Nor is it clear before those that caught up earlier would have.
    private static let patienceInLateness = 2.5
    private static let forgettingOfLateness = 0.95

    private mutating func take(_ reading: Waiting) {
        guard line != .min else {
            (line, lastTimely) = (reading.stamp, reading.stamp)
            (stepsSinceTimely, countSinceTimely) = (0, 0)
            return instants.append(inOrder(reading.stamp))
        }
        let number = lastNumber + reading.step
        let lateness = self.lateness(of: reading.stamp, number: number)
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

    /// How far a stamp is behind the place of a number on the line, in periods.
    private func lateness(of stamp: Int64, number: Double) -> Double {
        stamp.seconds(since: line) / periodInSeconds - number
    }

    /// Whether those that follow have shown that the line is not caught up with.
    private var isClear: Bool {
        guard let first = waiting.first else { return false }
        let patience = max(
            Self.patienceInSeconds,
            Self.patienceInLateness * usualLatenessInSeconds
        )
        return waiting.count - 1 - leastIndex >= Self.followers
            && lastStamp.seconds(since: first.stamp) >= patience
    }

    /// Decides of those up to the least late: they were late only if it is in time, or else others are missing
    /// ahead of them.
    private mutating func releaseLeast() {
        guard least >= Self.late else {
            noteLateness()
            return release(missing: 0)
        }
        release(missing: least < Self.lost && isUneven ? 0 : least.rounded())
    }

    private mutating func noteLateness() {
        guard let first = waiting.first else { return }
        let lateness = lateness(of: first.stamp, number: first.step) * periodInSeconds
        usualLatenessInSeconds = max(
            min(lateness, Self.longestLatenessInSeconds),
            usualLatenessInSeconds * Self.forgettingOfLateness
        )
    }

    private static let longestLatenessInSeconds = 2.0

    /// Gives instants to those that wait, up to the least late, and looks at the others anew.
    private mutating func release(missing: Double) {
        var missing = missing
        for _ in 0...leastIndex {
            guard let reading = waiting.first else { break }
            waiting.removeFirst()
            let steps = reading.step + missing
            missing = 0
            let lateness = self.lateness(of: reading.stamp, number: steps)
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
            let lateness = self.lateness(of: reading.stamp, number: lastNumber)
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
    /// Stamps that tremble by less are believed as they are.
    private static let even = 0.01
    private static let jitterMemory = 32.0
    /// A step that differs by so much of itself is no tremble.
    private static let odd = 0.25

    private var isUneven: Bool { jitter > Self.even }

    /// The instant of a reading that is in time; the line learns from it.
    ///
    /// - Parameters:
    ///   - reading: What was stamped.
    ///   - steps: How many periods after the line's last reading it is.
    ///   - lateness: How far behind its place it is, in periods; far below zero where more are told to be
    ///     missing than had time to be, or others were taken for missing.
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
            : reading.stamp
        // Of a batch it is its rate that may be a little another; one reading that is early was taken for late.
        if !isEarly || -lateness < Self.odd * since {
            let change = gains.slope * lateness * period
            periodInSeconds += since == 1 ? change : change / since
            periodInSeconds = min(max(periodInSeconds, 1e-9), 1e3)
            jitter += (min(abs(lateness), Self.late) - jitter) / Self.jitterMemory
        }
        let other = rateWatch.add(
            countSinceTimely + reading.step,
            inSeconds: reading.stamp.seconds(since: lastTimely),
            periodInSeconds: periodInSeconds
        )
        if let other {
            periodInSeconds = min(max(other, 1e-9), 1e3)
            line = reading.stamp
            forgetLine()
        }
        lastTimely = reading.stamp
        (stepsSinceTimely, countSinceTimely) = (0, 0)
        return inOrder(line)
    }

    /// Learns from one more point of the line, up to as many as count; the gains are those of a line by least
    /// squares through them.
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

    /// Within a line no instant is before another.
    private mutating func inOrder(_ instant: Int64) -> Int64 {
        lastInstant = max(lastInstant, instant)
        return lastInstant
    }
}
