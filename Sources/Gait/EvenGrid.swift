// Gait filters count in samples, but sensors run at 50 or 200 Hz, jitter, and lose samples. So all later processing
// works on one grid of 100 Hz, in which interpolated points over long holes are marked.

/// One point of the grid.
struct GridPoint: Sendable, Hashable {
    /// Vertical acceleration in g, upward, without gravity.
    var vertical: Double
    /// Horizontal acceleration in g, in a frame that does not turn with the body.
    var level: SIMD2<Double>
    /// Rotation about the vertical in rad/s, positive to the left; `nil` without a gyroscope.
    var turning: Double?
    /// How many seconds of samples were missing so far.
    var lostSeconds = 0.0
    /// True in a hole that is too long to be interpolated well.
    var isLost = false
}

/// Interpolates samples linearly on an even grid.
struct EvenGrid: Sendable {
    static let rateInHertz = 100.0
    /// A hole longer than this may hide a contact, or shift it.
    static let longestFilledHoleInSeconds = 0.15
    /// Samples jitter; one that is later than this many periods has a missing one before it.
    private static let latePeriods = 1.6

    private let period: Double
    private var origin = 0.0
    private var before: LevelSample?
    private var last: LevelSample?
    private var lostBefore = 0.0
    private var lostUntilLast = 0.0
    /// How many points were returned so far.
    private(set) var count = 0

    init(sampleRateInHertz rate: Double) {
        period = 1 / rate
    }

    /// The time of the last sample.
    var lastSeconds: Double? { last?.seconds }

    /// The time of a point.
    func seconds(ofPoint index: Double) -> Double { origin + index / Self.rateInHertz }

    /// The point closest to a time, even if it has not been reached yet.
    func point(atSeconds seconds: Double) -> Int {
        Int(((seconds - origin) * Self.rateInHertz).rounded())
    }

    /// Adds a sample; `next` then returns its points.
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

    /// The next point, up to the last sample.
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
