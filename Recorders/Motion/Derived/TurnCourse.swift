// Decides what happened between two readings of a gyroscope. A reading shows how the sensor turned during one
// period; any further time since the last reading is a hole. A short hole is bridged from the rates before and after
// it. After a longer hole, the rotation during it is unknown.

internal import Orientation

/// Classifies, for each reading of a gyroscope, the time since the last one.
struct TurnCourse {
    /// A reading of the gyroscope, and when it was taken.
    struct Turn {
        var rate: SIMD3<Double>
        var time: Int64
    }

    /// How the sensor came from one reading to the next.
    enum Passage {
        /// There was no hole: the sensor turned at the reading's rate for this time.
        case turn(seconds: Double)
        /// After a hole that can be bridged, followed by the reading's own period.
        case bridge(RateBridge, holeInSeconds: Double, steps: Int)
        /// After a hole that is too long; with the rate at its beginning, unless a clock was set back.
        case hole(seconds: Double, from: SIMD3<Double>?)
    }

    /// How much time one reading covers.
    private(set) var spanInSeconds: Double
    private var last: Turn?
    /// Readings far enough apart to show how the rate was changing: the newest such reading, and one before it.
    private var trail: (newer: Turn?, older: Turn?)

    /// The longest hole that is bridged: a guess over a longer one would be worse than none.
    static let longestBridgeInSeconds = 0.2
    /// A clock that was set back by less than this does not count as a hole.
    private static let longestSetBackInSeconds = 1.0
    /// A part of a period that counts as jitter, not as a hole.
    private static let tremble = 0.25
    /// Two readings show how the rate is changing if they are at most `near` periods and at least `nearest`
    /// seconds apart: neighbours of a fast sensor differ mostly by noise.
    private static let near = 4.0
    private static let nearest = 0.007
    /// The most steps into which a bridge is divided.
    private static let mostSteps = 8.0

    /// - Parameter span: How much time one reading covers, as far as it is known.
    init(spanInSeconds span: Double) { spanInSeconds = span }

    /// Updates how much time one reading covers.
    ///
    /// If readings arrive more often, each covers less time. If they arrive less often, some are missing, so
    /// the time stays.
    @inline(__always)
    mutating func follow(periodInSeconds period: Double) {
        if period < spanInSeconds { spanInSeconds = 1 / FilterRate.possible(1 / period) }
    }

    /// The instant up to which a reading must wait for later ones, which show how the rate of rotation was
    /// changing.
    ///
    /// - Parameter time: The reading's instant.
    /// - Returns: The earliest instant from which a later reading shows that; `nil` if none is needed.
    @inline(__always)
    func nextNeeded(at time: Int64) -> Int64? {
        guard let last else { return nil }
        let hole = time.seconds(since: last.time) - spanInSeconds
        guard hole > Self.tremble * spanInSeconds, hole <= Self.longestBridgeInSeconds else {
            return nil
        }
        return time.advanced(bySeconds: Self.nearest)
    }

    /// Decides how the sensor came from the last reading to this one.
    ///
    /// - Parameters:
    ///   - turn: The reading.
    ///   - next: The next reading that shows how the rate was changing, if one was needed.
    /// - Returns: A turn, a bridge, or a hole.
    @inline(__always)
    func passage(to turn: Turn, next: Turn?) -> Passage {
        guard let last else { return .turn(seconds: spanInSeconds) }
        let elapsed = turn.time.seconds(since: last.time)
        guard elapsed >= 0 else {
            // If the clock was set back a little, the elapsed time is unknown: assume one period.
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

    /// Remembers a reading as the last one.
    @inline(__always)
    mutating func remember(_ turn: Turn) {
        last = turn
        let isFar = trail.newer.map { abs(turn.time.seconds(since: $0.time)) >= Self.nearest }
        if isFar ?? true { trail = (turn, trail.newer) }
    }

    private func bridge(from last: Turn, to turn: Turn, next: Turn?) -> RateBridge {
        let span = spanInSeconds
        func point(_ turn: Turn) -> RateBridge.Point {
            // A reading is the mean rate of its period, so it belongs to the period's middle.
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
