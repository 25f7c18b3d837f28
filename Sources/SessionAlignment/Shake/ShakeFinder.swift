// Finds the moments in which somebody shook a sensor, in one pass and in memory that does not grow with the recording.
//
// The magnitude of the acceleration is the same however a sensor lies, and gravity is a constant of it. A shake is a burst:
// some seconds in which the magnitude spreads much, with rest before and behind. Walking on and on is no burst.

/// The magnitude of an acceleration at one instant.
public struct MagnitudeReading: Sendable, Hashable {
    /// In nanoseconds of boot time.
    public var instant: Int64
    /// In g.
    public var magnitude: Double

    /// A reading.
    public init(instant: Int64, magnitude: Double) {
        (self.instant, self.magnitude) = (instant, magnitude)
    }
}

/// A burst of movement between two times of rest, with its readings.
public struct ShakeBurst: Sendable, Hashable {
    /// Where the movement begins and ends, in nanoseconds of boot time.
    public var start: Int64
    public var end: Int64
    /// The standard deviation of the magnitude, in g.
    public var spread: Double
    /// The readings of the burst, and some seconds before and behind it.
    public var readings: [MagnitudeReading]

    var middle: Int64 { start + (end - start) / 2 }
    /// How strong it is: of too many bursts, the strongest are kept.
    var energy: Double { spread * spread * Double(end - start) }
}

/// Finds bursts in readings that come in the order of time.
public struct ShakeFinder {
    /// The bursts so far, in the order of time.
    public private(set) var bursts: [ShakeBurst] = []
    /// Whether there were more bursts than are kept.
    public private(set) var isCut = false

    /// A half second in which the magnitude spreads by more is one of movement, in g.
    public static let leastSpread = 0.3
    /// Movement that takes less or more is no shake, in seconds.
    public static let durations = 1.5...20.0
    /// So many are kept.
    public static let most = 32
    /// So many of the first and of the last are kept however weak they are: a shake is done at the start and at the end.
    public static let mostAtEnds = 8

    private static let window: Int64 = 500_000_000
    /// So many windows of rest end a burst, and there are as many before it.
    private static let rest = 3
    /// Readings of this time before and behind a burst are kept with it: shakes of two sensors may be found so far apart.
    private static let margin: Int64 = 2_000_000_000
    private static let fewestInWindow = 5
    /// Readings closer together become their mean, in nanoseconds: twice as close as the grid that shakes are compared on.
    ///
    /// So a burst has 500 readings a second at most, however often a sensor measures.
    private static let closest: Int64 = 2_000_000
    /// Differences of such instants are in range, whatever a file says.
    private static let instants: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// A burst that goes on, with its sums.
    private struct Found {
        var start: Int64
        var lastActive: Int64
        var count = 0.0
        var sum = 0.0
        var squares = 0.0
    }

    /// Readings that become one.
    private struct Close {
        var first: Int64
        var last: Int64
        var count: Int64 = 1
        /// Since the first.
        var nanoseconds: Int64 = 0
        var magnitudes: Double

        var mean: MagnitudeReading {
            MagnitudeReading(
                instant: first + nanoseconds / count,
                magnitude: magnitudes / Double(count)
            )
        }
    }

    private var close: Close?
    private var recent: [MagnitudeReading] = []
    private var windowStart: Int64?
    private var windowCount = 0
    private var sum = 0.0
    private var squares = 0.0
    private var restBefore = 0
    private var burst: Found?
    private var restInside = 0

    /// Finds nothing yet.
    public init() {}

    /// Takes the next reading; one that is not later than the one before, or no number, is passed over.
    public mutating func add(_ reading: MagnitudeReading) {
        guard reading.magnitude.isFinite, reading.magnitude.magnitude < 1e3,
            Self.instants ~= reading.instant,
            close.map({ $0.last < reading.instant }) ?? true
        else { return }
        if var close, reading.instant - close.first < Self.closest {
            close.last = reading.instant
            close.count += 1
            close.nanoseconds += reading.instant - close.first
            close.magnitudes += reading.magnitude
            self.close = close
            return
        }
        if let close { addMean(close.mean) }
        close = Close(
            first: reading.instant,
            last: reading.instant,
            magnitudes: reading.magnitude
        )
    }

    private mutating func addMean(_ reading: MagnitudeReading) {
        if let start = windowStart, reading.instant - start >= Self.window {
            closeWindow(endingAt: start + Self.window)
            let behind = reading.instant - start - Self.window
            if behind >= Self.window {
                // Nobody knows what was in a hole.
                abandon()
                windowStart = reading.instant
            } else {
                windowStart = start + Self.window
            }
        } else if windowStart == nil {
            windowStart = reading.instant
        }
        recent.append(reading)
        windowCount += 1
        sum += reading.magnitude
        squares += reading.magnitude * reading.magnitude
        trim()
    }

    /// Ends: a burst without rest behind it is none.
    public mutating func finish() {
        if let close { addMean(close.mean) }
        close = nil
        if let start = windowStart { closeWindow(endingAt: start + Self.window) }
        abandon()
        recent = []
    }

    private mutating func abandon() {
        burst = nil
        (restBefore, restInside) = (0, 0)
        (windowCount, sum, squares) = (0, 0, 0)
    }

    private mutating func closeWindow(endingAt end: Int64) {
        defer { (windowCount, sum, squares) = (0, 0, 0) }
        let count = Double(max(1, windowCount))
        let variance = max(0, squares / count - (sum / count) * (sum / count))
        let isActive =
            windowCount >= Self.fewestInWindow
            && variance > Self.leastSpread * Self.leastSpread
        if isActive {
            if burst == nil, restBefore >= Self.rest {
                burst = Found(start: end - Self.window, lastActive: end)
            }
            burst?.lastActive = end
            (restBefore, restInside) = (0, 0)
        } else {
            restBefore += 1
            if burst != nil { restInside += 1 }
        }
        burst?.count += Double(windowCount)
        burst?.sum += sum
        burst?.squares += squares
        if let burst, restInside > Self.rest {
            keep(burst)
            self.burst = nil
            restInside = 0
        }
    }

    private mutating func keep(_ found: Found) {
        let seconds = Double(found.lastActive - found.start) / 1e9
        guard Self.durations ~= seconds else { return }
        let mean = found.sum / max(1, found.count)
        let from = found.start - Self.margin
        let until = found.lastActive + Self.margin
        bursts.append(
            ShakeBurst(
                start: found.start,
                end: found.lastActive,
                spread: max(0, found.squares / max(1, found.count) - mean * mean).squareRoot(),
                readings: recent.filter { from...until ~= $0.instant }
            )
        )
        guard bursts.count > Self.most else { return }
        isCut = true
        let between = Self.mostAtEnds..<bursts.count - Self.mostAtEnds
        if let weakest = between.min(by: { bursts[$0].energy < bursts[$1].energy }) {
            bursts.remove(at: weakest)
        }
    }

    /// Forgets what no burst needs.
    private mutating func trim() {
        guard let last = recent.last, let first = recent.first else { return }
        let longest = Int64(Self.durations.upperBound * 1e9) + 3 * Self.margin
        let needed = burst.map { $0.start - Self.margin } ?? (last.instant - 2 * Self.margin)
        let from = max(needed, last.instant - longest)
        // Not at each reading: what is forgotten is moved.
        guard from - first.instant > Self.margin else { return }
        recent.removeFirst(recent.partitioningIndex { $0.instant >= from })
    }
}
