// What is missing among samples that are stamped only when they arrive. One that is late may have
// waited; only when all that follow stay as late for long, and no later, has one not come at all.

/// Counts samples by when they arrive, and finds out how many did not come.
///
/// Of each block of samples only the one that was least late counts, for the way of the others says
/// nothing about the device. A loss is a step between two blocks that stays, in whole periods; a
/// sensor that changes its rate is a slope, and a busy machine a hill.
struct ArrivalCount: Sendable {
    /// How far samples are apart, in nanoseconds.
    private(set) var periodInNanoseconds: Double

    private var count: Int64 = 0
    private var block: Block?
    private var points: [Point] = []
    /// The first boundary between blocks that nothing has been decided of.
    private var undecided = 1
    private var newest: Point?
    /// Short blocks that are still to come.
    private var shortBlocks = 0
    /// What the last call has found: how many samples ago, with those that are lost, and how many.
    private(set) var found: [(ago: Int64, lost: Int64)] = []
    /// Where single samples seemed to be missing last.
    private var singles: [Int64] = []

    /// The arrival that was least late of its block, by its number with all that is known to be lost.
    private struct Point {
        var number: Int64
        var time: Int64
        /// How much later than it others of its block were, in periods.
        var spread = 0.0
    }

    private struct Block {
        var start: Int64
        var samples: Int
        var best: Point
        var lateness: Double
        var greatest: Double

        /// Long enough that no machine is busy for a whole one, and not too long for a slow sensor.
        ///
        /// - Parameters:
        ///   - time: The newest arrival.
        ///   - isShort: Whether it may be shorter, so that there are soon enough of them to show a loss.
        /// - Returns: Whether no more arrivals belong to it.
        func isWhole(at time: Int64, isShort: Bool) -> Bool {
            let length = time &- start
            if isShort, samples >= ArrivalCount.shortBlock, length >= 60_000_000 { return true }
            return samples >= 64 && length >= 250_000_000 || samples >= 4 && length >= 2_000_000_000
        }
    }

    /// Blocks that are looked at together; half of them have to show that a step stays.
    private static let window = 16
    /// So many blocks may be shorter behind a time in which samples were even, and of so many samples.
    private static let mostShortBlocks = 24
    private static let shortBlock = 16
    /// What is as good as a whole period, and as good as none.
    private static let step = 0.75
    private static let none = 0.3
    /// The jitter of points, in periods, above which whole periods cannot be told.
    private static let jitter = 0.1
    /// Clean boundaries behind a step that a slope does not have.
    private static let clean = 3
    /// As many equal distances between losses are no chance.
    private static let beats = 3
    /// How much more than any lateness a step is that needs no other evidence.
    private static let farBeyond = (factor: 2.0, periods: 5.0)

    init(periodInNanoseconds: Double) {
        self.periodInNanoseconds = max(1, periodInNanoseconds)
        points.reserveCapacity(Self.window + 1)
    }

    /// A count that goes on from samples that were in time.
    ///
    /// - Parameters:
    ///   - period: How far samples are apart.
    ///   - line: Where the newest of them was due.
    ///   - samples: How many there were.
    init(periodInNanoseconds period: Double, after line: Int64, samples: Int) {
        self.init(periodInNanoseconds: period)
        shortBlocks = Self.mostShortBlocks
        let distance = Double(Self.shortBlock) * periodInNanoseconds
        let blocks = min(Self.window / 2, samples / Self.shortBlock)
        for block in (0...max(0, blocks)).reversed() {
            points.append(
                Point(
                    number: Int64(-block * Self.shortBlock),
                    time: line &- Int64(min(Double(block) * distance, 1e18))
                )
            )
        }
    }

    /// Adds an arrival.
    ///
    /// - Parameters:
    ///   - time: When it arrived.
    ///   - lost: Samples known to be lost before it.
    /// - Returns: How many more are found to be missing by now.
    mutating func add(_ time: Int64, lost: Int64 = 0) -> Int64 {
        if !found.isEmpty { found.removeAll(keepingCapacity: true) }
        count &+= 1 &+ lost
        let point = Point(number: count, time: time)
        newest = point
        let lateness = Double(time) - Double(count) * periodInNanoseconds
        guard var open = block else {
            block = Block(
                start: time,
                samples: 1,
                best: point,
                lateness: lateness,
                greatest: lateness
            )
            return 0
        }
        open.samples += 1
        open.greatest = max(open.greatest, lateness)
        if lateness < open.lateness {
            open.best = point
            open.lateness = lateness
        }
        guard open.isWhole(at: time, isShort: shortBlocks > 0) else {
            block = open
            return 0
        }
        block = nil
        open.best.spread = (open.greatest - open.lateness) / periodInNanoseconds
        return close(open.best)
    }

    /// Decides, as far as that can be done, of what no other blocks will follow.
    mutating func end() -> Int64 {
        found.removeAll(keepingCapacity: true)
        if let open = block {
            points.append(open.best)
            block = nil
        }
        if let newest, points.last.map({ newest.number > $0.number }) ?? false {
            points.append(newest)
        }
        return decide(upTo: points.count - 1)
    }

    private mutating func close(_ point: Point) -> Int64 {
        shortBlocks = max(0, shortBlocks - 1)
        points.append(point)
        learnPeriod()
        guard points.count >= Self.window else { return 0 }
        let missing = decide(upTo: Self.window / 2)
        if points.count > Self.window {
            points.removeFirst()
            undecided = max(1, undecided - 1)
        }
        return missing
    }

    private mutating func learnPeriod() {
        // Of all the distances the middle ones: what was late, or lost, is at the ends. Of two the
        // shorter: neither lateness nor a loss makes one too short for long.
        let sorted = steps.sorted()
        let trimmed = sorted.count / 3
        let middle = sorted.count == 2 ? sorted[..<1] : sorted[trimmed..<(sorted.count - trimmed)]
        guard !middle.isEmpty else { return }
        periodInNanoseconds = max(1, middle.reduce(0, +) / Double(middle.count))
    }

    /// The distance of samples between each point and the next.
    private var steps: [Double] {
        zip(points.dropFirst(), points).map { later, earlier in
            Double(later.time &- earlier.time) / Double(max(1, later.number &- earlier.number))
        }
    }

    /// Decides of each boundary up to one; answers what is missing there.
    private mutating func decide(upTo last: Int) -> Int64 {
        var missing: Int64 = 0
        while undecided <= last {
            let lost = missingSamples(at: undecided)
            if lost > 0 {
                found.append((count &- points[undecided].number, lost))
                for index in undecided..<points.count { points[index].number &+= lost }
                count &+= lost
                missing &+= lost
                learnPeriod()
            }
            undecided += 1
        }
        return missing
    }

    /// How many samples are missing ahead of a point.
    private mutating func missingSamples(at boundary: Int) -> Int64 {
        guard boundary > 0, boundary < points.count, let origin = points.first else { return 0 }
        let period = periodInNanoseconds
        let lateness = points.map { point in
            Double(point.time &- origin.time) / period - Double(point.number &- origin.number)
        }
        let steps = zip(lateness.dropFirst(), lateness).map { $0 - $1 }
        let step = steps[boundary - 1]
        guard step >= Self.step, step < 1e15,
            let lowestBehind = lateness[boundary...].min(),
            let highestAhead = lateness[..<boundary].max(),
            let lowestAhead = lateness[..<boundary].min(),
            lowestBehind - highestAhead >= Self.step
        else { return 0 }
        // Lateness only adds: the least late behind the step is as late as the loss, or later.
        let lost = Int64(min(step, lowestBehind - lowestAhead).rounded())
        if isFarBeyondLateness(step) { return lost }
        guard steps[boundary...].count(where: { abs($0) < Self.none }) >= Self.clean else {
            return 0
        }
        // What follows has to be as even as the rest: a machine that becomes busy makes a step, too, and what
        // comes behind it then is late by any part of a period.
        guard Self.usualFraction(of: steps) <= Self.jitter,
            Self.usualFraction(of: steps[boundary...]) <= Self.jitter
        else { return 0 }
        return lost == 1 && isBeat(at: points[boundary].number) ? 0 : lost
    }

    /// How far steps are from whole periods: the median.
    private static func usualFraction(of steps: some Sequence<Double>) -> Double {
        let fractions = steps.map { abs($0 - $0.rounded()) }.sorted()
        return fractions.isEmpty ? 0 : fractions[fractions.count / 2]
    }

    /// Whether nothing that was ever seen to be late was nearly as late as this; the block with the
    /// step in it looks late itself.
    private func isFarBeyondLateness(_ step: Double) -> Bool {
        let spreads = points.map(\.spread).sorted()
        let usual = spreads.count > 1 ? spreads[spreads.count - 2] : 0
        return step > Self.farBeyond.factor * usual + Self.farBeyond.periods
    }

    /// Whether single samples seem to be missing as regularly as when two clocks beat: a sensor that
    /// is asked every millisecond, and has a reading a little less often, has lost nothing.
    private mutating func isBeat(at number: Int64) -> Bool {
        let distances = zip(singles.dropFirst() + [number], singles).map { Double($0 &- $1) }
        singles = singles.suffix(Self.beats - 1) + [number]
        guard distances.count == Self.beats, let least = distances.min(), let most = distances.max()
        else { return false }
        // To the length of a block or two, which is as exact as the places are known.
        return most - least <= 0.35 * most
    }
}
