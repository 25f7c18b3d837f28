// Filters of gait count in samples, sensors do not: they run at 50 or 200 Hz, jitter, and lose some.
// So everything behind this stands on one grid of 100 Hz, and what was filled in is known as such.

/// One point of the grid.
struct GridPoint: Sendable, Hashable {
    /// Upward, in g, without gravity.
    var vertical: Double
    /// In g, in a level frame that does not turn with the body.
    var level: SIMD2<Double>
    /// About the vertical, in rad/s, to the left positive; `nil` where there is no gyroscope.
    var turning: Double?
    /// How many seconds of samples were missing from the beginning to here.
    var lostSeconds = 0.0
    /// Whether it lies in a hole that is too long to be filled in well.
    var isLost = false
}

/// Puts samples on an even grid, in a straight line from one to the next.
struct EvenGrid: Sendable {
    static let rateInHertz = 100.0
    /// A longer hole than this hides a contact, or moves it.
    static let longestFilledHoleInSeconds = 0.15
    /// Samples jitter; one that is later than this many periods has another missing before it.
    private static let latePeriods = 1.6

    private let period: Double
    private var origin = 0.0
    private var before: LevelSample?
    private var last: LevelSample?
    private var lostBefore = 0.0
    private var lostUntilLast = 0.0
    /// How many points there have been.
    private(set) var count = 0

    init(sampleRateInHertz rate: Double) {
        period = 1 / rate
    }

    /// When the last sample was.
    var lastSeconds: Double? { last?.seconds }

    /// When a point is.
    func seconds(ofPoint index: Double) -> Double { origin + index / Self.rateInHertz }

    /// The point next to a time, whether there is one already or not.
    func point(atSeconds seconds: Double) -> Int {
        Int(((seconds - origin) * Self.rateInHertz).rounded())
    }

    /// Takes a sample in, whose points `next` then answers.
    mutating func add(_ sample: LevelSample) {
        if let last {
            let elapsed = sample.seconds - last.seconds
            lostBefore = lostUntilLast
            if elapsed > Self.latePeriods * period { lostUntilLast += elapsed - period }
        } else {
            origin = sample.seconds
        }
        before = last
        last = sample
    }

    /// The next point up to the last sample.
    mutating func next() -> GridPoint? {
        guard let last else { return nil }
        let seconds = seconds(ofPoint: Double(count))
        guard seconds <= last.seconds else { return nil }
        count += 1
        guard let before else {
            return GridPoint(
                vertical: last.vertical,
                level: last.level,
                turning: last.turning
            )
        }
        let elapsed = last.seconds - before.seconds
        let share = (seconds - before.seconds) / elapsed
        return GridPoint(
            vertical: before.vertical + share * (last.vertical - before.vertical),
            level: before.level + share * (last.level - before.level),
            turning: before.turning.flatMap { from in
                last.turning.map { from + share * ($0 - from) }
            },
            lostSeconds: lostBefore + share * (lostUntilLast - lostBefore),
            isLost: elapsed > Self.longestFilledHoleInSeconds && share < 1
        )
    }
}
