// Finds missing samples if the timestamps are only the times of arrival. A late sample may merely have been delayed.
// Only if all later samples stay late by the same amount is a sample really missing.

/// Counts samples by their arrival times to find out how many are missing.
///
/// It groups arrivals into blocks and uses only the least late arrival of each, because transport delays show
/// nothing about the device. The lateness of successive blocks then shows the cause: a loss is a lasting step of
/// whole periods, a changed rate is a slope, and a busy machine is a temporary rise.
struct ArrivalCount: Sendable {
    /// The distance between samples, in nanoseconds.
    private(set) var periodInNanoseconds: Double

    private var count: Int64 = 0
    private var block: Block?
    private var points: [Point] = []
    /// The first boundary between blocks that is not decided yet.
    private var undecided = 1
    private var newest: Point?
    /// How many of the next blocks may be short.
    private var shortBlocks = 0
    /// The losses that the last call found: how many samples ago (counting lost ones), and how many.
    private(set) var found: [(ago: Int64, lost: Int64)] = []
    /// The numbers of the samples before which, most recently, a single sample seemed to be missing.
    private var singles: [Int64] = []

    /// The least late arrival of a block.
    ///
    /// `number` counts all samples up to it, including those known to be lost.
    private struct Point {
        var number: Int64
        var time: Int64
        /// How much later the latest arrival of its block was, in periods.
        var spread = 0.0
    }

    private struct Block {
        var start: Int64
        var samples: Int
        var best: Point
        var lateness: Double
        var greatest: Double

        /// True once the block is longer than a machine stays busy, yet not too long for a slow sensor.
        ///
        /// - Parameters:
        ///   - time: The newest arrival.
        ///   - isShort: Whether a shorter block will do, so that there are soon enough blocks to show a loss.
        /// - Returns: Whether the block is complete.
        func isWhole(at time: Int64, isShort: Bool) -> Bool {
            let length = time &- start
            if isShort, samples >= ArrivalCount.shortBlock, length >= 60_000_000 { return true }
            return samples >= 64 && length >= 250_000_000 || samples >= 4 && length >= 2_000_000_000
        }
    }

    /// How many blocks are examined together; half of them must show that a step stays.
    private static let window = 16
    /// How many blocks after a time of even samples may be shorter, and how many samples those need.
    private static let mostShortBlocks = 24
    private static let shortBlock = 16
    /// The part of a period from which a step counts as a missing sample (`step`), and below which it counts as no
    /// step (`none`).
    private static let step = 0.75
    private static let none = 0.3
    /// The jitter of the points, in periods, above which whole periods cannot be recognised.
    private static let jitter = 0.1
    /// How many steps after a loss must be almost zero; if the rate has changed, none is.
    private static let clean = 3
    /// This many equal distances between losses are no coincidence.
    private static let beats = 3
    /// A step this much greater than any lateness needs no other evidence.
    private static let farBeyond = (factor: 2.0, periods: 5.0)

    init(periodInNanoseconds: Double) {
        self.periodInNanoseconds = max(1, periodInNanoseconds)
        points.reserveCapacity(Self.window + 1)
    }

    /// Continues from samples that were in time.
    ///
    /// - Parameters:
    ///   - period: The distance between samples.
    ///   - line: When the newest of them was due.
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
    ///   - lost: How many samples are known to be lost before it.
    /// - Returns: How many more samples are now found to be missing.
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

    /// Decides the remaining boundaries, as far as possible without further blocks; returns how many samples are
    /// missing.
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
        // Average the middle third of the distances: late or lost samples are at the ends. Of two distances
        // take the shorter, since lateness and losses only make them longer in the long run.
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

    /// Decides each boundary up to `last`; returns how many samples are missing there.
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

    /// How many samples are missing before a point.
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
        // Lateness only adds to what a loss causes, so the loss is no greater than the least late point after the
        // step shows.
        let lost = Int64(min(step, lowestBehind - lowestAhead).rounded())
        if isFarBeyondLateness(step) { return lost }
        guard steps[boundary...].count(where: { abs($0) < Self.none }) >= Self.clean else {
            return 0
        }
        // What follows must be as even as the rest. A machine that becomes busy also causes a step, but the samples
        // after it are late by arbitrary parts of a period.
        guard Self.usualFraction(of: steps) <= Self.jitter,
            Self.usualFraction(of: steps[boundary...]) <= Self.jitter
        else { return 0 }
        return lost == 1 && isBeat(at: points[boundary].number) ? 0 : lost
    }

    /// The median distance of steps from whole periods.
    private static func usualFraction(of steps: some Sequence<Double>) -> Double {
        let fractions = steps.map { abs($0 - $0.rounded()) }.sorted()
        return fractions.isEmpty ? 0 : fractions[fractions.count / 2]
    }

    /// True if no lateness seen so far came near to this step.
    ///
    /// The largest spread is left out, since the block that contains the step looks late itself.
    private func isFarBeyondLateness(_ step: Double) -> Bool {
        let spreads = points.map(\.spread).sorted()
        let usual = spreads.count > 1 ? spreads[spreads.count - 2] : 0
        return step > Self.farBeyond.factor * usual + Self.farBeyond.periods
    }

    /// True if single samples seem to be missing at regular distances, as when two clocks beat.
    ///
    /// A sensor that is queried every millisecond but measures slightly less often has lost nothing.
    private mutating func isBeat(at number: Int64) -> Bool {
        let distances = zip(singles.dropFirst() + [number], singles).map { Double($0 &- $1) }
        singles = singles.suffix(Self.beats - 1) + [number]
        guard distances.count == Self.beats, let least = distances.min(), let most = distances.max()
        else { return false }
        // Equal to within a block or two, because the positions of the missing samples are known no better.
        return most - least <= 0.35 * most
    }
}
