// A clock that cannot be read shows itself only by when its samples arrive, and they arrive late. How
// late differs; the shortest delays of a while lie on a line, and that line is the relation of the two
// clocks, drift included.

/// Learns from arrivals how a device's clock runs against boot time.
///
/// Of each block of arrivals only the shortest delay counts. The shortest of so many is longer than the
/// shortest possible by about as much as the second shortest is longer still: that is taken off.
struct ArrivalEnvelope: Sendable {
    /// The relation as it is known: the delay to add to a stamp, and how fast it grows.
    struct Line: Sendable {
        var stamp: Int64
        var delay: Int64
        var drift: Double
        var errorNanoseconds: Double
    }

    /// The shortest delay of a block, corrected.
    private struct Point: Sendable {
        var seconds: Double
        var delay: Double
        var spacing: Double
        var isOutlier = false
    }

    private struct Block: Sendable {
        var start: Int64
        var count = 0
        var best: Int64
        var bestStamp: Int64
        var second: Int64 = .max
        var longest: Int64

        var spacing: Double { second == .max ? 0 : Double(second &- best) }

        func isWhole(at stamp: Int64) -> Bool {
            let length = stamp &- start
            return length >= blockNanoseconds && count >= blockCount
                || length >= longBlockNanoseconds && count >= longBlockCount
        }
    }

    /// Enough for a short delay among them, and too short for a drift to change much.
    private static let blockNanoseconds: Int64 = 2_000_000_000
    private static let blockCount = 32
    /// Of rare batches fewer do: in a longer time a drift makes more than the next short delay is worth.
    private static let longBlockNanoseconds: Int64 = 8_000_000_000
    private static let longBlockCount = 4
    private static let window = 12
    /// What a quartz may be off by: in its first seconds a clock is believed to run no worse.
    private static let likelyDrift = 100e-6

    private var origin: ClockArrival
    private var block: Block
    private var points: [Point] = []
    /// Up to here arrivals were given to begin with: they come again as the batches of the recording.
    private var givenUntil: Int64
    private(set) var line: Line

    /// An envelope of the first arrivals.
    init(_ first: ClockArrival, _ others: some Sequence<ClockArrival> = []) {
        origin = first
        givenUntil = .min
        points.reserveCapacity(Self.window + 1)
        let delay = first.seen &- first.stamp
        block = Block(
            start: first.stamp,
            count: 1,
            best: delay,
            bestStamp: first.stamp,
            longest: delay
        )
        line = Line(stamp: first.stamp, delay: delay, drift: 0, errorNanoseconds: 1e9)
        var newest = first.stamp
        for arrival in others {
            _ = add(arrival)
            newest = max(newest, arrival.stamp)
        }
        givenUntil = newest
    }

    /// True for the first three blocks: then every arrival may better the line.
    var isYoung: Bool { points.count < 3 }

    /// The shortest delay of this block and the one before it, as it has become by a stamp.
    func shortestDelay(at stamp: Int64) -> Int64? {
        var shortest = block.count > 0 ? drifted(block.best, from: block.bestStamp, to: stamp) : nil
        if let last = points.last {
            let place = origin.stamp &+ Int64(bounded: last.seconds * 1e9)
            let delay = (origin.seen &- origin.stamp) &+ Int64(bounded: last.delay)
            shortest = min(shortest ?? .max, drifted(delay, from: place, to: stamp))
        }
        return shortest
    }

    private func drifted(_ delay: Int64, from place: Int64, to stamp: Int64) -> Int64 {
        delay &+ Int64(bounded: line.drift * Double(stamp &- place))
    }

    /// Takes that the device's clock was set ahead by so much: its stamps go on from there, and all else holds.
    mutating func set(aheadBy step: Int64) {
        origin.stamp &+= step
        givenUntil &+= step
        block.start &+= step
        block.bestStamp &+= step
        block.best &-= step
        block.longest &-= step
        if block.second != .max { block.second &-= step }
        line.stamp &+= step
        line.delay &-= step
    }

    /// Takes an arrival, once; answers whether the line is another now.
    mutating func add(_ arrival: ClockArrival) -> Bool {
        guard arrival.stamp > givenUntil else { return false }
        let delay = arrival.seen &- arrival.stamp
        if block.count == 0 {
            block = Block(
                start: arrival.stamp,
                count: 1,
                best: delay,
                bestStamp: arrival.stamp,
                longest: delay
            )
            return false
        }
        block.count += 1
        block.longest = max(block.longest, delay)
        if delay < block.best {
            block.second = block.best
            (block.best, block.bestStamp) = (delay, arrival.stamp)
        } else {
            block.second = min(block.second, delay)
        }
        if block.isWhole(at: arrival.stamp) {
            points.append(point(of: block))
            if points.count > Self.window { points.removeFirst() }
            block.count = 0
            fit(at: arrival.stamp)
            return true
        }
        guard isYoung else { return false }
        fitYoung(at: arrival.stamp)
        return true
    }

    private func point(of block: Block) -> Point {
        Point(
            seconds: Double(block.bestStamp &- origin.stamp) / 1e9,
            delay: Double(block.best &- (origin.seen &- origin.stamp)),
            spacing: block.spacing
        )
    }

    /// From the open block, and one before it: too little for a drift.
    private mutating func fitYoung(at stamp: Int64) {
        let open = point(of: block)
        var delay = open.delay - min(open.spacing, Double(block.longest &- block.best))
        var error = open.spacing + Double(block.longest &- block.best) / Double(block.count)
        if let whole = earliestPoint {
            let known = whole.delay - whole.spacing
            // What is known of the block before is worth more until this one has as many arrivals.
            let share = min(1, Double(block.count) / Double(2 * Self.blockCount))
            // More than a drift could have made of it is lateness.
            let most = whole.spacing + 2 * Self.likelyDrift * Double(stamp &- block.start)
            delay = known + min(delay - known, most) * share
            error = whole.spacing + 2e9 * Self.likelyDrift
        }
        set(delay, drift: 0, error: error + 1000, at: stamp)
    }

    private mutating func fit(at stamp: Int64) {
        guard points.count > 2 else { return fitYoung(earliestPoint ?? points[0], at: stamp) }
        for index in points.indices { points[index].isOutlier = false }
        var result = regress(at: stamp)
        // Blocks in which every batch was late stand out from the line through the others. Two of them
        // would hide each other: so the latest are put aside first, and come back where they fit.
        for _ in 0..<points.count / 3 {
            guard let latest = latestPoint(beside: result) else { break }
            points[latest].isOutlier = true
            result = regress(at: stamp)
        }
        let limit = 6 * result.deviation + 20_000
        for index in points.indices where points[index].isOutlier {
            points[index].isOutlier = residual(points[index], result) > limit
        }
        result = regress(at: stamp)
        set(result.delay - result.spacing, drift: result.drift, error: result.error, at: stamp)
    }

    private mutating func fitYoung(_ point: Point, at stamp: Int64) {
        set(
            point.delay - point.spacing,
            drift: 0,
            error: 2 * point.spacing + 1e9 * Self.likelyDrift,
            at: stamp
        )
    }

    private mutating func set(_ delay: Double, drift: Double, error: Double, at stamp: Int64) {
        line = Line(
            stamp: stamp,
            delay: (origin.seen &- origin.stamp) &+ Int64(bounded: delay),
            drift: drift,
            errorNanoseconds: max(0, min(error, 1e12))
        )
    }

    private struct Fit {
        var delay = 0.0
        var drift = 0.0
        var seconds = 0.0
        var spacing = 0.0
        var deviation = 0.0
        var error = 0.0
    }

    /// The mean distance of the two shortest delays of a block, by its median: one block with a stall in it
    /// has any.
    private var usualSpacing: Double {
        for point in points where !point.isOutlier {
            var (shorter, count, alike) = (0, 0, 0)
            for other in points where !other.isOutlier {
                count += 1
                if other.spacing < point.spacing { shorter += 1 }
                if other.spacing == point.spacing { alike += 1 }
            }
            // Of an exponential distribution the median is log 2 of the mean.
            if shorter <= count / 2, shorter + alike > count / 2 { return point.spacing / 0.693 }
        }
        return 0
    }

    /// The point with the shortest delay.
    private var earliestPoint: Point? { points.min { $0.delay < $1.delay } }

    /// Which point lies farthest behind a line.
    private func latestPoint(beside fit: Fit) -> Int? {
        var latest: (index: Int, lateness: Double)?
        for index in points.indices where !points[index].isOutlier {
            let lateness = residual(points[index], fit)
            if latest.map({ lateness > $0.lateness }) ?? true { latest = (index, lateness) }
        }
        return latest?.index
    }

    private func residual(_ point: Point, _ fit: Fit) -> Double {
        point.delay - fit.delay - fit.drift * 1e9 * (point.seconds - fit.seconds)
    }

    /// The line through the points by least squares, as it is at a stamp.
    private func regress(at stamp: Int64) -> Fit {
        var (count, seconds, delay) = (0.0, 0.0, 0.0)
        for point in points where !point.isOutlier {
            count += 1
            seconds += point.seconds
            delay += point.delay
        }
        count = max(1, count)
        (seconds, delay) = (seconds / count, delay / count)
        let spacing = usualSpacing
        var (spread, product) = (0.0, 0.0)
        for point in points where !point.isOutlier {
            spread += (point.seconds - seconds) * (point.seconds - seconds)
            product += (point.seconds - seconds) * (point.delay - delay)
        }
        // Few points with much noise would give any drift: a quartz does not.
        let noise = max(spacing, 1000)
        let prior = (noise / (Self.likelyDrift * 1e9)) * (noise / (Self.likelyDrift * 1e9))
        let drift = product / (spread + prior) / 1e9
        var fit = Fit(delay: delay, drift: drift, seconds: seconds)
        var sum = 0.0
        for point in points where !point.isOutlier {
            let rest = residual(point, fit)
            sum += rest * rest
        }
        let deviation = (sum / max(1, count - 2)).squareRoot()
        let ahead = Double(stamp &- origin.stamp) / 1e9 - seconds
        fit.deviation = max(deviation, noise / 2)
        fit.error =
            Self.errorFactor * fit.deviation
            * (1 / count + ahead * ahead / max(spread + prior, 1)).squareRoot()
        fit.delay = delay + drift * 1e9 * ahead
        fit.seconds = Double(stamp &- origin.stamp) / 1e9
        fit.spacing = spacing
        return fit
    }

    /// How many standard deviations the stated error is.
    private static let errorFactor = 5.7
}
