// Finds the times at which a user shook a sensor, in one pass and in constant memory.
//
// It uses the magnitude of the acceleration, which does not depend on the sensor's orientation; gravity is a constant
// part of it. A shake is a burst: some seconds in which the magnitude varies strongly, with rest before and after.
// Continuous walking has no such rests, so it is not a burst.

/// The magnitude of the acceleration at one instant.
public struct MagnitudeReading: Sendable, Hashable {
    /// The instant in nanoseconds of boot time.
    public var instant: Int64
    /// In g.
    public var magnitude: Double

    /// A reading.
    public init(instant: Int64, magnitude: Double) {
        (self.instant, self.magnitude) = (instant, magnitude)
    }
}

/// A burst of movement between two rests, with its readings.
public struct ShakeBurst: Sendable, Hashable {
    /// The start and the end of the movement, in nanoseconds of boot time.
    public var start: Int64
    public var end: Int64
    /// The standard deviation of the magnitude, in g, over the movement and the rest after it.
    public var spread: Double
    /// The readings of the burst, and of some seconds before and after it.
    public var readings: [MagnitudeReading]

    var middle: Int64 { start + (end - start) / 2 }
    /// The strength: if there are too many bursts, the strongest are kept.
    var energy: Double { spread * spread * Double(end - start) }
}

/// Finds bursts in readings, which must be in order of time.
public struct ShakeFinder {
    /// The bursts so far, in order of time.
    public private(set) var bursts: [ShakeBurst] = []
    /// True if there were more bursts than are kept.
    public private(set) var isCut = false

    /// The standard deviation of the magnitude, in g, above which half a second counts as movement.
    public static let leastSpread = 0.3
    /// The accepted durations of a shake, in seconds.
    public static let durations = 1.5...20.0
    /// The largest number of bursts kept.
    public static let most = 32
    /// How many of the first and of the last bursts are kept even if they are weak: users shake at the start and at the
    /// end.
    public static let mostAtEnds = 8

    private static let window: Int64 = 500_000_000
    /// How many windows of rest a burst needs before it; after it, one more is needed, so that they fill `margin`.
    private static let rest = 3
    /// How much time before and after a burst is kept, in nanoseconds, since the two sensors' shakes may be this far
    /// apart.
    private static let margin: Int64 = 2_000_000_000
    private static let fewestInWindow = 5
    /// Readings closer than this, in nanoseconds, are averaged: half of the grid's step on which shakes are compared.
    ///
    /// So a burst has at most 500 readings a second, however fast the sensor.
    private static let closest: Int64 = 2_000_000
    /// Instants in this range can be subtracted without overflow; readings outside it are ignored.
    private static let instants: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// The burst in progress, with its sums.
    private struct Found {
        var start: Int64
        var lastActive: Int64
        var count = 0.0
        var sum = 0.0
        var squares = 0.0
    }

    /// Readings that are averaged to one.
    private struct Close {
        var first: Int64
        var last: Int64
        var count: Int64 = 1
        /// The sum of the times since the first.
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

    /// A finder without readings.
    public init() {}

    /// Adds the next reading; ignores one that is not later than the one before, or not a plausible number.
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
                // What happened in the gap is unknown, so the burst is dropped.
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

    /// Ends the readings; a burst without rest after it is dropped.
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

    /// Drops readings that no burst needs.
    private mutating func trim() {
        guard let last = recent.last, let first = recent.first else { return }
        let longest = Int64(Self.durations.upperBound * 1e9) + 3 * Self.margin
        let needed = burst.map { $0.start - Self.margin } ?? (last.instant - 2 * Self.margin)
        let from = max(needed, last.instant - longest)
        // Done only now and then, since removing from the front moves all other readings.
        guard from - first.instant > Self.margin else { return }
        recent.removeFirst(recent.partitioningIndex { $0.instant >= from })
    }
}
