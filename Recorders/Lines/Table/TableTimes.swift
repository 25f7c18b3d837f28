// Computes when the rows of a file were measured: from the file's own time; otherwise from its counter or the
// position of its rows, and the rate that the user gave. A row whose own time contradicts its neighbours gets
// another time, and is marked as estimated.

internal import SystemCalls

/// Gives rows their times.
struct TableTimes: Sendable {
    /// The time of a row.
    struct Instant: Sendable, Equatable {
        var nanoseconds: Int64
        /// Whether the row's own time contradicts its neighbours.
        var isBehind: Bool
        /// Whether the file's clock was set back before, so that this time differs from the row's own.
        var isShifted = false
    }

    /// The first row's own time, in nanoseconds.
    private(set) var firstOwn: Int64?
    /// How many rows have a time that contradicts their neighbours.
    private(set) var behind: Int64 = 0
    /// How many times the file's clock was set back, and how many rows since then have an earlier own time than a
    /// row before them.
    private(set) var setBacks: (count: Int64, rows: Int64) = (0, 0)
    /// The newest time given.
    private(set) var newest: Int64?

    private var ticks: DeviceTicks
    private let hasTime: Bool
    private let turnOfCounter: Int64?
    private let rateInHertz: Double?
    /// The offset that is added to the file's own times.
    private var offset: Int64 = 0
    /// The offset as it was before the file's clock was set back.
    private var plainOffset: Int64 = 0
    /// The latest of the file's own times.
    private var latestOwn = Int64.min
    private var last: Int64?
    private var place: Int64 = 0
    private var lastCount: Int64?
    /// The time from which missing rows are counted, and how many rows have come since without advancing it.
    private var anchor: (time: Int64, rows: Int64)?

    /// The times of rows with this mapping.
    init(_ mapping: LineMapping, rateInHertz: Double?) {
        ticks = DeviceTicks(turn: mapping.time?.turn)
        hasTime = mapping.hasTime
        turnOfCounter = mapping.counterBits.flatMap { $0 < 64 ? 1 << Int64($0) : nil }
        self.rateInHertz = rateInHertz
    }

    /// Whether the first row's time is a calendar date; if so, it dates the session, and times count from it.
    static func isDate(_ first: Int64) -> Bool { first >= 300_000_000_000_000_000 }

    /// Whether a time can be computed with: it is within 142 years of 1970, or of the device's start.
    static func isInReach(_ own: Int64) -> Bool { own.magnitude <= 4_500_000_000_000_000_000 }

    /// Notes that the times are times of day, which begin again at midnight.
    mutating func takeTimesOfDay() { ticks = DeviceTicks(turn: 86_400_000_000_000) }

    /// Counts unreadable rows in the positions, unless a counter gives the positions.
    mutating func pass(_ rows: Int64, isCounted: Bool) {
        if !isCounted { place += rows }
    }

    // MARK: Counters

    /// How many rows the counter shows to be missing before this one.
    func lost(ahead count: Int64) -> Int64 {
        guard let lastCount else { return 0 }
        return max(0, step(from: lastCount, to: count) - 1)
    }

    /// The previous count, if this one is less and the counter has not wrapped; otherwise `nil`.
    func fall(to count: Int64) -> Int64? {
        lastCount.flatMap { step(from: $0, to: count) < 0 ? $0 : nil }
    }

    /// Whether the next row's time, from its counter or position, is within the range of clocks.
    func isInReach(count: Int64?) -> Bool {
        let steps = count.flatMap { count in lastCount.map { step(from: $0, to: count) } } ?? 0
        return abs(Double(place.addingClamped(steps)) / (rateInHertz ?? 1)) < 9e9
    }

    /// The time of the next row, from its counter or position; `isInReach(count:)` must be true.
    mutating func take(count: Int64?) -> Instant {
        if let count {
            if let lastCount { place += step(from: lastCount, to: count) }
            lastCount = count
        }
        let seconds = Double(place) / (rateInHertz ?? 1)
        if count == nil { place += 1 }
        firstOwn = firstOwn ?? 0
        return settle(Int64((seconds * 1e9).rounded()))
    }

    /// Notes the count of a row that has its own time.
    mutating func takeCount(_ count: Int64) { lastCount = count }

    private func step(from first: Int64, to second: Int64) -> Int64 {
        let plain = second &- first
        guard let turnOfCounter else { return plain }
        let rest = plain & (turnOfCounter - 1)
        return rest >= turnOfCounter / 2 ? rest - turnOfCounter : rest
    }

    // MARK: The file's own times

    /// Whether the next two rows show that a time is wrong: they continue from the previous row, and this time is
    /// not between.
    func isStray(_ own: Int64, before next: Int64, _ second: Int64) -> Bool {
        guard next <= second else { return false }
        guard let last else {
            // A logger whose clock is not set yet begins with 0.
            if !Self.isDate(own), Self.isDate(next) { return true }
            return own > second && !ticks.comesRound(from: own, to: next)
        }
        return next >= last && (own < last || own > second)
    }

    /// Whether the file's clock was set back: this row and the next two are in order, all before the previous row.
    func isSetBack(_ own: Int64, before next: Int64, _ second: Int64) -> Bool {
        guard let last, own <= next, next <= second, second < last else { return false }
        return !ticks.comesRound(from: last, to: own)
    }

    /// The time of the next row, from its own time, for which `isInReach(_:)` must be true.
    mutating func take(own: Int64) -> Instant {
        if firstOwn == nil { begin(with: own) }
        last = own
        return put(ticks.take(own, seen: nil))
    }

    /// The time of a row at which the clock was set back: times continue from the previous row, with the file's own
    /// steps.
    mutating func takeSetBack(_ own: Int64, before next: Int64) -> Instant {
        last = own
        let time = ticks.take(own, seen: nil)
        offset = (newest ?? 0) &+ max(1, next &- own) &- time
        setBacks.count += 1
        return put(time)
    }

    private mutating func put(_ time: Int64) -> Instant {
        if time < latestOwn, setBacks.count > 0 { setBacks.rows += 1 }
        latestOwn = max(latestOwn, time)
        // If the clock was set right again, the original offset applies again.
        if let newest, offset != plainOffset, time &+ plainOffset >= newest { offset = plainOffset }
        var instant = settle(time &+ offset)
        instant.isShifted = offset != plainOffset
        return instant
    }

    /// The time of a row with a wrong own time: that of the previous row, or of the next row if there is none.
    mutating func takeStray(before next: Int64) -> Instant {
        if firstOwn == nil { begin(with: next) }
        let time = newest ?? next &+ offset
        newest = time
        behind += 1
        return Instant(nanoseconds: time, isBehind: true)
    }

    private mutating func begin(with own: Int64) {
        firstOwn = own
        // Negative times and dates are shifted to begin at 0: an uptime cannot be negative, and one of fifty years
        // would lose its last digits.
        if own < 0 || Self.isDate(own) { offset = 0 &- own }
        plainOffset = offset
    }

    private mutating func settle(_ time: Int64) -> Instant {
        let isBehind = newest.map { time < $0 } ?? false
        if isBehind { behind += 1 }
        let settled = max(time, newest ?? time)
        newest = settled
        return Instant(nanoseconds: settled, isBehind: isBehind)
    }

    // MARK: Missing rows

    /// How many rows are missing before this one, by its time and the rate that the user gave; 0 without a rate.
    ///
    /// Some loggers give one time to several rows that arrived together; all of these rows count. A busy logger may
    /// write one row late; nothing is missing if the next row is on time.
    ///
    /// - Parameters:
    ///   - instant: The time of the row.
    ///   - next: How much later the next row is; `nil` if there is none.
    /// - Returns: As many rows as fit into the time that has passed.
    mutating func missing(ahead instant: Instant, next: Int64?) -> Int64 {
        guard hasTime, let rateInHertz else { return 0 }
        let period = 1e9 / rateInHertz
        let time = instant.nanoseconds
        guard let anchor else {
            self.anchor = (time, 0)
            return 0
        }
        let passed = Double(time &- anchor.time) / period
        guard !instant.isBehind, passed >= 0.5 else {
            self.anchor = (anchor.time, anchor.rows + 1)
            return 0
        }
        self.anchor = (time, 0)
        // Clocks and loggers may round by up to a tenth of a period.
        guard passed >= 1.9 else { return 0 }
        var missing = min(passed, 1e15).rounded() - 1
        if let next, anchor.rows == 0 {
            missing = min(missing, (passed + Double(next) / period).rounded() - 2)
        }
        return max(0, Int64(missing) - anchor.rows)
    }
}
