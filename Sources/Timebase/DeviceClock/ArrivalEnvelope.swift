// Learns how boot time relates to a device's clock that cannot be read. Only the arrival times of its samples are
// known, and samples arrive late by varying amounts. The shortest delays over a while lie on a line. That line is
// the relation of the two clocks, drift included.

/// Learns from arrivals how a device's clock runs against boot time.
///
/// Of each block of arrivals only the shortest delay counts. It is still longer than the shortest possible delay,
/// on average by as much as the second shortest is longer than the shortest. The envelope subtracts that
/// difference.
struct ArrivalEnvelope: Sendable {
    /// The relation learned so far: the delay to add to a timestamp, and how fast that delay grows.
    struct Line: Sendable {
        var timestamp: Int64
        var delay: Int64
        var drift: Double
        var errorNanoseconds: Double
    }

    /// The shortest delay of one block, and how much longer the second shortest was (`spacing`).
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
        var bestTimestamp: Int64
        var second: Int64 = .max
        var longest: Int64

        var spacing: Double { second == .max ? 0 : Double(second &- best) }

        func isWhole(at timestamp: Int64) -> Bool {
            let length = timestamp &- start
            return length >= blockNanoseconds && count >= blockCount
                || length >= longBlockNanoseconds && count >= longBlockCount
        }
    }

    /// Long enough to contain a short delay, and too short for drift to matter.
    private static let blockNanoseconds: Int64 = 2_000_000_000
    private static let blockCount = 32
    /// If batches are rare, a block closes with fewer of them: waiting longer would add more drift than it gains.
    private static let longBlockNanoseconds: Int64 = 8_000_000_000
    private static let longBlockCount = 4
    private static let window = 12
    /// With at least this many points, their median spacing is a good measure of their noise.
    private static let manyPoints = 6.0
    /// The greatest likely drift of a quartz; assumed while there are too few points to measure drift.
    private static let likelyDrift = 100e-6

    private var origin: ClockArrival
    private var block: Block
    private var points: [Point] = []
    /// The newest timestamp of the initial arrivals; the recording delivers these arrivals again, and `add` skips
    /// them.
    private var givenUntil: Int64
    private(set) var line: Line

    /// Starts with the first arrivals.
    init(_ first: ClockArrival, _ others: some Sequence<ClockArrival> = []) {
        origin = first
        givenUntil = .min
        points.reserveCapacity(Self.window + 1)
        let delay = first.seen &- first.timestamp
        block = Block(
            start: first.timestamp,
            count: 1,
            best: delay,
            bestTimestamp: first.timestamp,
            longest: delay
        )
        line = Line(timestamp: first.timestamp, delay: delay, drift: 0, errorNanoseconds: 1e9)
        var newest = first.timestamp
        for arrival in others {
            _ = add(arrival)
            newest = max(newest, arrival.timestamp)
        }
        givenUntil = newest
    }

    /// True during the first three blocks, when every arrival may improve the line.
    var isYoung: Bool { points.count < 3 }

    /// The shortest delay of this block and the one before it, adjusted by the drift up to `timestamp`; `nil` if
    /// neither has an arrival.
    func shortestDelay(at timestamp: Int64) -> Int64? {
        var shortest =
            block.count > 0 ? drifted(block.best, from: block.bestTimestamp, to: timestamp) : nil
        if let last = points.last {
            let place = origin.timestamp &+ Int64(bounded: last.seconds * 1e9)
            let delay = (origin.seen &- origin.timestamp) &+ Int64(bounded: last.delay)
            shortest = min(shortest ?? .max, drifted(delay, from: place, to: timestamp))
        }
        return shortest
    }

    private func drifted(_ delay: Int64, from place: Int64, to timestamp: Int64) -> Int64 {
        delay &+ Int64(bounded: line.drift * Double(timestamp &- place))
    }

    /// Adjusts everything learned so far to a device's clock that was set ahead by `step`.
    mutating func set(aheadBy step: Int64) {
        origin.timestamp &+= step
        givenUntil &+= step
        block.start &+= step
        block.bestTimestamp &+= step
        block.best &-= step
        block.longest &-= step
        if block.second != .max { block.second &-= step }
        line.timestamp &+= step
        line.delay &-= step
    }

    /// Adds an arrival unless it was given at the start; returns true if the line changed.
    mutating func add(_ arrival: ClockArrival) -> Bool {
        guard arrival.timestamp > givenUntil else { return false }
        let delay = arrival.seen &- arrival.timestamp
        if block.count == 0 {
            block = Block(
                start: arrival.timestamp,
                count: 1,
                best: delay,
                bestTimestamp: arrival.timestamp,
                longest: delay
            )
            return false
        }
        block.count += 1
        block.longest = max(block.longest, delay)
        if delay < block.best {
            block.second = block.best
            (block.best, block.bestTimestamp) = (delay, arrival.timestamp)
        } else {
            block.second = min(block.second, delay)
        }
        if block.isWhole(at: arrival.timestamp) {
            points.append(point(of: block))
            if points.count > Self.window { points.removeFirst() }
            block.count = 0
            fit(at: arrival.timestamp)
            return true
        }
        guard isYoung else { return false }
        fitYoung(at: arrival.timestamp)
        return true
    }

    private func point(of block: Block) -> Point {
        Point(
            seconds: Double(block.bestTimestamp &- origin.timestamp) / 1e9,
            delay: Double(block.best &- (origin.seen &- origin.timestamp)),
            spacing: block.spacing
        )
    }

    /// Estimates the line from the open block and at most two complete ones, which are too few to measure drift.
    private mutating func fitYoung(at timestamp: Int64) {
        let open = point(of: block)
        var delay = open.delay - min(open.spacing, Double(block.longest &- block.best))
        var error = open.spacing + 3 * Double(block.longest &- block.best) / Double(block.count)
        var since = open.seconds
        if let whole = earliestPoint {
            let known = whole.delay - whole.spacing
            // The known delay of the earlier block counts more until this block has enough arrivals.
            let share = min(1, Double(block.count) / Double(2 * Self.blockCount))
            // The part of the difference that drift cannot explain is lateness.
            let most = whole.spacing + 2 * Self.likelyDrift * Double(timestamp &- block.start)
            delay = known + min(delay - known, most) * share
            let wholeError = 3 * whole.spacing
            error = wholeError + share * (min(error, wholeError) - wholeError)
            since = whole.seconds
        }
        error += unknownDrift(from: since, to: timestamp) + 1000
        set(delay, drift: 0, error: error, at: timestamp)
    }

    /// How far an unknown drift may have moved the clock since a point, in nanoseconds.
    private func unknownDrift(from seconds: Double, to timestamp: Int64) -> Double {
        Self.likelyDrift * (Double(timestamp &- origin.timestamp) - seconds * 1e9)
    }

    private mutating func fit(at timestamp: Int64) {
        guard points.count > 2 else { return fitYoung(earliestPoint ?? points[0], at: timestamp) }
        for index in points.indices { points[index].isOutlier = false }
        var result = regress(at: timestamp)
        // A block in which every batch was late stands out from the line through the others. Two such blocks would
        // hide each other, so the points with the greatest delays are removed first, and those that fit the
        // resulting line are added again.
        for _ in 0..<points.count / 3 {
            guard let latest = latestPoint(beside: result) else { break }
            points[latest].isOutlier = true
            result = regress(at: timestamp)
        }
        let limit = 6 * result.deviation + 20_000
        for index in points.indices where points[index].isOutlier {
            points[index].isOutlier = residual(points[index], result) > limit
        }
        result = regress(at: timestamp)
        set(result.delay - result.spacing, drift: result.drift, error: result.error, at: timestamp)
    }

    private mutating func fitYoung(_ point: Point, at timestamp: Int64) {
        set(
            point.delay - point.spacing,
            drift: 0,
            error: 3 * point.spacing + unknownDrift(from: point.seconds, to: timestamp),
            at: timestamp
        )
    }

    private mutating func set(_ delay: Double, drift: Double, error: Double, at timestamp: Int64) {
        line = Line(
            timestamp: timestamp,
            delay: (origin.seen &- origin.timestamp) &+ Int64(bounded: delay),
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

    /// The mean difference of the two shortest delays of a block.
    ///
    /// It is estimated from the median, because one block with a stall can have any difference.
    private var usualSpacing: Double {
        for point in points where !point.isOutlier {
            var (shorter, count, alike) = (0, 0, 0)
            for other in points where !other.isOutlier {
                count += 1
                if other.spacing < point.spacing { shorter += 1 }
                if other.spacing == point.spacing { alike += 1 }
            }
            // The median of an exponential distribution is log 2 of its mean.
            if shorter <= count / 2, shorter + alike > count / 2 { return point.spacing / 0.693 }
        }
        return 0
    }

    private var greatestSpacing: Double {
        points.reduce(0) { $1.isOutlier ? $0 : max($0, $1.spacing) }
    }

    /// The point with the shortest delay.
    private var earliestPoint: Point? { points.min { $0.delay < $1.delay } }

    /// The index of the point with the greatest delay relative to a line.
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

    /// Fits a line through the points by least squares, and evaluates it at a timestamp.
    private func regress(at timestamp: Int64) -> Fit {
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
        // Few noisy points could give any drift, so the fit is pulled towards a quartz's likely drift. The noise of
        // few points is estimated by the greatest spacing among them.
        let noise = max(count < Self.manyPoints ? greatestSpacing : spacing, 1000)
        let prior = (noise / (Self.likelyDrift * 1e9)) * (noise / (Self.likelyDrift * 1e9))
        let drift = product / (spread + prior) / 1e9
        var fit = Fit(delay: delay, drift: drift, seconds: seconds)
        var sum = 0.0
        for point in points where !point.isOutlier {
            let rest = residual(point, fit)
            sum += rest * rest
        }
        let freedom = max(1, count - 2)
        let deviation = (sum / freedom).squareRoot()
        let ahead = Double(timestamp &- origin.timestamp) / 1e9 - seconds
        // The line is used until the next block ends, so its error covers that time too.
        let farthest = ahead + Double(timestamp &- block.start) / 1e9
        // The deviation of few points from a line through them is small by chance.
        let doubt = 1 + 3 / (freedom * freedom)
        fit.deviation = max(deviation, noise / 2)
        fit.error =
            Self.errorFactor * doubt * fit.deviation
            * (1 / count + farthest * farthest / max(spread + prior, 1)).squareRoot()
        fit.delay = delay + drift * 1e9 * ahead
        fit.seconds = Double(timestamp &- origin.timestamp) / 1e9
        fit.spacing = spacing
        return fit
    }

    /// How many standard deviations the reported error covers.
    private static let errorFactor = 5.2
}
