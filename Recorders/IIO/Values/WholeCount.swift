// The count of a recording as a whole. Whether one sample is missing may not be seen while the machine is busy, nor
// soon behind it; from minutes of even samples ahead of it and behind it, it is.

/// Counts all samples of a recording against their time, to find at its end what nobody could tell before.
///
/// Of each block of samples it keeps the least late. A loss is a step of the lateness by whole samples that stays, with
/// the same course ahead of it and behind it.
struct WholeCount: Sendable {
    /// A sample by its number, with those that are known to be lost.
    private struct Point {
        var number: Int64
        var time: Int64
    }

    private var points: [Point] = []
    private var number: Int64 = 0
    private var samplesOfBlock: Int
    private var inBlock = 0
    private var start = Point(number: 0, time: 0)
    private var best: (point: Point, lateness: Double)?
    /// Single samples that were found to be missing meanwhile, the latest of them.
    private var known: [Int64] = []

    /// As many blocks, and then two become one: memory does not grow with a recording.
    private static let most = 512
    /// Blocks that show the course ahead of a step, and behind it, at most and at least.
    private static let window = 16
    private static let leastWindow = 8
    /// The nearest of them, which have to lie on it.
    private static let near = 4
    /// By how much of itself a rate may change from one window to the next.
    private static let wandering = 2e-5
    /// For how many blocks there may be no course between.
    private static let longestBusy = 64
    /// How far the nearest points are off their course at most, in samples, and the most of the others.
    private static let clean = 0.2
    private static let calm = 0.3
    /// As many steps among so many points are no losses, but the beat of two clocks, or another rate.
    private static let beats = 4
    private static let pointsOfStep = 16
    private static let mostKnown = 64

    /// Nothing is counted yet.
    ///
    /// - Parameter samplesOfBlock: How many samples give a point to begin with: of uneven ones it takes more.
    init(samplesOfBlock: Int) {
        self.samplesOfBlock = samplesOfBlock
        points.reserveCapacity(Self.most)
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - time: How far the device had come, in nanoseconds.
    ///   - period: How far samples are apart, as far as it is known.
    @inline(__always)
    mutating func add(_ time: Int64, period: Double) {
        number &+= 1
        inBlock &+= 1
        if best == nil { start = Point(number: number, time: time) }
        let lateness = Double(time &- start.time) - Double(number &- start.number) * period
        if best.map({ lateness < $0.lateness }) ?? true {
            best = (Point(number: number, time: time), lateness)
        }
        if inBlock >= samplesOfBlock { close(period: period) }
    }

    /// Takes more samples for a point from here on, as they are uneven.
    mutating func coarsen(toSamplesOfBlock samples: Int) {
        samplesOfBlock = max(samplesOfBlock, samples)
    }

    /// Counts samples that say nothing of the time: those that were kept back, and those that are lost.
    mutating func pass(_ samples: Int64) { number &+= samples }

    /// Counts samples of which it has just come to be known that they were missing some samples ago.
    mutating func pass(_ lost: Int64, ago: Int64) {
        let place = number &- ago
        for index in points.indices.reversed() {
            guard points[index].number >= place else { break }
            points[index].number &+= lost
        }
        if best.map({ $0.point.number >= place }) ?? false { best?.point.number &+= lost }
        if start.number >= place { start.number &+= lost }
        number &+= lost
        guard lost == 1 else { return }
        if known.count >= Self.mostKnown { known.removeFirst() }
        known.append(place)
    }

    private mutating func close(period: Double) {
        inBlock = 0
        guard let best else { return }
        self.best = nil
        points.append(best.point)
        guard points.count >= Self.most else { return }
        for index in 0..<points.count / 2 {
            let (first, second) = (points[2 * index], points[2 * index + 1])
            let time = Double(second.time &- first.time)
            let isLater = time >= Double(second.number &- first.number) * period
            points[index] = isLater ? first : second
        }
        points.removeLast(points.count - points.count / 2)
        samplesOfBlock *= 2
    }

    /// How many samples more are missing than are known to be.
    ///
    /// Lateness that stays may go after all: then its steps ahead and back come to nothing.
    mutating func missing() -> Int64 {
        if let best {
            points.append(best.point)
            self.best = nil
        }
        guard points.count > 2 * Self.near, var lateness else { return 0 }
        var steps: [(number: Int64, samples: Int64)] = []
        var boundary = Self.near
        while boundary <= points.count - Self.near {
            guard let step = step(lateness, behind: boundary), step.samples != 0 else {
                boundary += 1
                continue
            }
            for index in step.boundary..<points.count { lateness[index] -= Double(step.samples) }
            steps.append((points[step.boundary].number, step.samples))
            boundary = step.boundary + Self.near
        }
        return isBeat(steps) ? 0 : max(0, steps.reduce(0) { $0 &+ $1.samples })
    }

    /// How late each point is, in samples, by the usual period of all.
    private var lateness: [Double]? {
        guard let first = points.first else { return nil }
        let periods = zip(points.dropFirst(), points).map { later, earlier in
            Double(later.time &- earlier.time) / Double(max(1, later.number &- earlier.number))
        }
        let period = Self.median(periods)
        guard period >= 1 else { return nil }
        return points.map {
            Double($0.time &- first.time) / period - Double($0.number &- first.number)
        }
    }

    /// By how many samples what is behind a boundary is later than what is ahead of it lets expect.
    ///
    /// - Parameters:
    ///   - lateness: That of all points.
    ///   - last: The first point that need not be on the course ahead.
    /// - Returns: The first point of the course behind, and the step, where both are certain.
    private func step(
        _ lateness: [Double],
        behind last: Int
    ) -> (boundary: Int, samples: Int64)? {
        let window = max(0, last - Self.window)..<last
        guard let ahead = course(lateness, window, near: window.suffix(Self.near)) else {
            return nil
        }
        let latest = min(points.count - Self.near, last + Self.longestBusy)
        for boundary in last...latest {
            let window = boundary..<min(points.count, boundary + Self.window)
            guard let behind = course(lateness, window, near: window.prefix(Self.near)) else {
                continue
            }
            // With another rate behind it, the one would be greater than the other.
            let (first, final) = (points[boundary].number, points[last - 1].number)
            let atFirst = behind.at(first) - ahead.at(first)
            let atFinal = behind.at(final) - ahead.at(final)
            let samples = (atFirst + atFinal) / 2
            let allowed = boundary == last ? Self.clean : 2 * Self.clean
            guard abs(atFirst - atFinal) <= allowed, samples.magnitude < 1e15,
                abs(samples - samples.rounded()) <= Self.clean
            else { continue }
            // Within a busy time there are places that are nearly on the course ahead: none ends the search.
            if samples.rounded() == 0, max(abs(atFirst), abs(atFinal)) > Self.clean { continue }
            // Lateness that passes has no course that goes on as the one ahead does, but for what a rate wanders.
            let end = points[window.upperBound - 1].number
            let apart = behind.at(end) - ahead.at(end) - samples.rounded()
            guard abs(apart) <= 2 * Self.clean + Self.wandering * Double(end &- final) else {
                continue
            }
            return (boundary, Int64(samples.rounded()))
        }
        return nil
    }

    /// A straight line of lateness by number.
    private struct Course {
        var number: Int64
        var lateness: Double
        var slope: Double

        func at(_ number: Int64) -> Double { lateness + slope * Double(number &- self.number) }
    }

    /// The course of some points; `nil` where those next to the boundary do not lie on it, or too few others.
    private func course(_ lateness: [Double], _ all: Range<Int>, near: Range<Int>) -> Course? {
        guard near.count == Self.near, all.count >= Self.leastWindow else { return nil }
        let lag = all.count / 2
        let slopes = all.dropFirst(lag).map { index in
            (lateness[index] - lateness[index - lag])
                / Double(max(1, points[index].number &- points[index - lag].number))
        }
        var course = Course(
            number: points[near.lowerBound].number,
            lateness: 0,
            slope: Self.median(slopes)
        )
        let rests = near.map { lateness[$0] - course.at(points[$0].number) }
        guard let least = rests.min(), let most = rests.max(), most - least <= Self.clean else {
            return nil
        }
        course.lateness = rests.reduce(0, +) / Double(rests.count)
        let calm = all.count { abs(lateness[$0] - course.at(points[$0].number)) <= Self.calm }
        return 4 * calm >= 3 * all.count ? course : nil
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    /// Whether steps are as frequent, or single ones (the known ones among them) as even, as where a sensor is asked
    /// a little more often than it measures.
    private func isBeat(_ steps: [(number: Int64, samples: Int64)]) -> Bool {
        let numbers = (steps.map(\.number) + known).sorted()
        guard !steps.isEmpty, numbers.count >= Self.beats else { return false }
        if steps.count >= Self.beats, steps.count * Self.pointsOfStep > points.count { return true }
        guard steps.allSatisfy({ $0.samples == 1 }) else { return false }
        let distances = zip(numbers.dropFirst(), numbers).map { Double($0 &- $1) }
        guard let least = distances.min(), let most = distances.max() else { return false }
        return most - least <= 0.35 * most
    }
}
