// Counts the samples of a recording as a whole. While a machine is busy, and shortly afterwards, one missing
// sample may go unnoticed. Minutes of even samples before and after that time show it.

/// Compares the number of samples in a recording with their time.
///
/// At the end of the recording, this shows losses that could not be found before.
///
/// It keeps the least late sample of each block. A loss is a lasting step of the lateness by whole samples,
/// with lateness following straight lines (`Course`) of the same slope before and after it.
struct WholeCount: Sendable {
    /// A sample with its number, which also counts the samples known to be lost.
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
    /// The numbers of the latest single samples that were found missing during the recording.
    private var known: [Int64] = []

    /// The most blocks; then each two become one, so memory does not grow with a recording.
    private static let most = 512
    /// How many blocks show the course before and after a step: at most and at least.
    private static let window = 16
    private static let leastWindow = 8
    /// How many blocks next to the step must be on the course.
    private static let near = 4
    /// The largest relative change of a rate from one window to the next.
    private static let wandering = 2e-5
    /// The most blocks between the course before a step and the course after it: a machine may be busy for so long.
    private static let longestBusy = 64
    /// How far the points next to the step (`clean`), and most of the others (`calm`), may be off their course,
    /// in samples.
    private static let clean = 0.2
    private static let calm = 0.3
    /// At least `beats` steps, and more than one for each `pointsOfStep` points, are the beat of two clocks or
    /// another rate, not losses.
    private static let beats = 4
    private static let pointsOfStep = 16
    private static let mostKnown = 64

    /// A count without samples.
    ///
    /// - Parameter samplesOfBlock: How many samples make a point at the beginning; uneven ones need more.
    init(samplesOfBlock: Int) {
        self.samplesOfBlock = samplesOfBlock
        points.reserveCapacity(Self.most)
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - time: The device's progress by this sample, on its own clock, in nanoseconds.
    ///   - period: The distance between samples, as far as it is known.
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

    /// Uses more samples for each point from now on, because the samples have become uneven.
    mutating func coarsen(toSamplesOfBlock samples: Int) {
        samplesOfBlock = max(samplesOfBlock, samples)
    }

    /// Counts samples whose times are not used: those that were held back, and those that are lost.
    mutating func pass(_ samples: Int64) { number &+= samples }

    /// Counts `lost` samples that were just found to be missing, `ago` samples before the newest one.
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

    /// How many more samples are missing than those already known.
    ///
    /// Lateness that lasts may still end; then its two steps, up and down, add up to nothing.
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

    /// The lateness of each point, in samples, at the usual period of all points.
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

    /// By how many samples the points after a boundary are later than the course before it predicts.
    ///
    /// - Parameters:
    ///   - lateness: The lateness of all points.
    ///   - last: The first point after the course before the step.
    /// - Returns: The first point of the course after the step, and the step; `nil` unless both are certain.
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
            // If the rate changed at the boundary, the two differences would not be equal.
            let (first, final) = (points[boundary].number, points[last - 1].number)
            let atFirst = behind.at(first) - ahead.at(first)
            let atFinal = behind.at(final) - ahead.at(final)
            let samples = (atFirst + atFinal) / 2
            let allowed = boundary == last ? Self.clean : 2 * Self.clean
            guard abs(atFirst - atFinal) <= allowed, samples.magnitude < 1e15,
                abs(samples - samples.rounded()) <= Self.clean
            else { continue }
            // During a busy time, some points are almost on the earlier course: they do not end the search.
            if samples.rounded() == 0, max(abs(atFirst), abs(atFinal)) > Self.clean { continue }
            // Apart from the drift of a rate, the two courses must be parallel; otherwise the step was lateness that
            // passes, not a loss.
            let end = points[window.upperBound - 1].number
            let apart = behind.at(end) - ahead.at(end) - samples.rounded()
            guard abs(apart) <= 2 * Self.clean + Self.wandering * Double(end &- final) else {
                continue
            }
            return (boundary, Int64(samples.rounded()))
        }
        return nil
    }

    /// A straight line of lateness over sample numbers.
    private struct Course {
        var number: Int64
        var lateness: Double
        var slope: Double

        func at(_ number: Int64) -> Double { lateness + slope * Double(number &- self.number) }
    }

    /// The course through some points; `nil` if those next to the boundary are not on it, or if too few of the
    /// others are.
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

    /// True if the steps are so frequent, or single ones (including the known ones) so regular, that they must
    /// be beats: they occur when a sensor is queried slightly more often than it measures.
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
