// What lies between one reading of a gyroscope and the next. A reading tells how the sensor turned in one period; what
// is between it and the last one beyond that is a hole. A short one is bridged, since the rate before and behind it
// tells how the sensor turned; after a longer one nothing is known.

internal import Orientation

/// Tells of each reading of a gyroscope how the sensor came there from the last one.
struct TurnCourse {
    /// What the gyroscope read, and when.
    struct Turn {
        var rate: SIMD3<Double>
        var time: Int64
    }

    /// How the sensor came to a reading.
    enum Passage {
        /// By turning for so long.
        case turn(seconds: Double)
        /// By a hole, and then by one reading's own time.
        case bridge(RateBridge, holeInSeconds: Double, steps: Int)
        /// By a hole that is too long; the rate at which it began, unless a clock was set back.
        case hole(seconds: Double, from: SIMD3<Double>?)
    }

    /// How much time one reading tells of.
    private(set) var spanInSeconds: Double
    private var last: Turn?
    /// Readings that are far enough apart to show how the rate was changing: the newest such, and one before it.
    private var trail: (newer: Turn?, older: Turn?)

    /// The longest hole that is bridged: beyond, a guess of the turn is worse than none.
    static let longestBridgeInSeconds = 0.2
    /// A clock that was set back by no more says nothing of a hole.
    private static let longestSetBackInSeconds = 1.0
    /// A part of a period that is no hole: instants tremble.
    private static let tremble = 0.25
    /// Two readings show how the rate is changing if they are no farther apart, in periods, and no nearer, for of
    /// fast sensors two neighbours differ by noise.
    private static let near = 4.0
    private static let nearest = 0.007
    /// The steps that a bridge is taken in, at the most.
    private static let mostSteps = 8.0

    /// - Parameter span: How much time one reading tells of, as far as it is known.
    init(spanInSeconds span: Double) { spanInSeconds = span }

    /// Takes note of how far readings are apart by now.
    ///
    /// Readings that come more often tell of less time each; of those that come less often some are missing.
    @inline(__always)
    mutating func follow(periodInSeconds period: Double) {
        if period < spanInSeconds { spanInSeconds = 1 / FilterRate.possible(1 / period) }
    }

    /// Until when a reading at an instant has to wait for later ones, which tell how the rate was changing.
    ///
    /// - Parameter time: The instant.
    /// - Returns: The earliest instant of the next that tells; `nil` where none is needed.
    @inline(__always)
    func nextNeeded(at time: Int64) -> Int64? {
        guard let last else { return nil }
        let hole = time.seconds(since: last.time) - spanInSeconds
        guard hole > Self.tremble * spanInSeconds, hole <= Self.longestBridgeInSeconds else {
            return nil
        }
        return time.advanced(bySeconds: Self.nearest)
    }

    /// Says how the sensor came to a reading.
    ///
    /// - Parameters:
    ///   - turn: The reading.
    ///   - next: The next one that tells how the rate was changing, if it was needed.
    /// - Returns: By a turn, over a bridge, or over a hole.
    @inline(__always)
    func passage(to turn: Turn, next: Turn?) -> Passage {
        guard let last else { return .turn(seconds: spanInSeconds) }
        let elapsed = turn.time.seconds(since: last.time)
        guard elapsed >= 0 else {
            // A clock that was set back says nothing of the step.
            guard elapsed < -Self.longestSetBackInSeconds else {
                return .turn(seconds: spanInSeconds)
            }
            return .hole(seconds: -elapsed, from: nil)
        }
        let hole = elapsed - spanInSeconds
        if hole <= Self.tremble * spanInSeconds { return .turn(seconds: elapsed) }
        guard hole <= Self.longestBridgeInSeconds else {
            return .hole(seconds: hole, from: last.rate)
        }
        let steps = min(max((hole / spanInSeconds).rounded(), 1), Self.mostSteps)
        return .bridge(
            bridge(from: last, to: turn, next: next),
            holeInSeconds: hole,
            steps: Int(steps)
        )
    }

    /// Goes on from a reading.
    @inline(__always)
    mutating func remember(_ turn: Turn) {
        last = turn
        let isFar = trail.newer.map { abs(turn.time.seconds(since: $0.time)) >= Self.nearest }
        if isFar ?? true { trail = (turn, trail.newer) }
    }

    private func bridge(from last: Turn, to turn: Turn, next: Turn?) -> RateBridge {
        let span = spanInSeconds
        func point(_ turn: Turn) -> RateBridge.Point {
            // A reading is the mean of its period.
            RateBridge.Point(
                rate: turn.rate,
                seconds: turn.time.seconds(since: last.time) - span / 2
            )
        }
        func isNear(_ one: Turn, _ other: Turn) -> Bool {
            let seconds = other.time.seconds(since: one.time)
            return seconds > 0 && seconds <= max(Self.near * span, 3 * Self.nearest)
        }
        func isFar(_ other: Turn) -> Bool {
            last.time.seconds(since: other.time) > Self.nearest / 2
        }
        let earlier = trail.newer.flatMap { isFar($0) ? $0 : trail.older }
        return RateBridge(
            earlier: earlier.flatMap { isNear($0, last) ? point($0) : nil },
            before: point(last),
            behind: point(turn),
            later: next.flatMap {
                isNear(turn, $0) && InclinationFilter.isRotation($0.rate) ? point($0) : nil
            }
        )
    }
}
