// When the rows of a file were measured: by the file's own time, else by its counter or the places of its rows, and the
// rate that somebody has given. A time is never made up: a row whose time the rows beside it contradict says that it is
// estimated.

internal import SystemCalls

/// Gives rows their times.
struct TableTimes: Sendable {
    /// A row's time.
    struct Instant: Sendable, Equatable {
        var nanoseconds: Int64
        /// Whether the rows beside it contradict its own time.
        var isBehind: Bool
        /// Whether the file's clock was set back before, so that it is another than its own time.
        var isShifted = false
    }

    /// What the first row's time was by itself, in nanoseconds.
    private(set) var firstOwn: Int64?
    /// How many rows have a time that the rows beside them contradict.
    private(set) var behind: Int64 = 0
    /// How often the file's clock was set back, and how many rows have an earlier time than one ahead of them since.
    private(set) var setBacks: (count: Int64, rows: Int64) = (0, 0)
    /// The newest time.
    private(set) var newest: Int64?

    private var ticks: DeviceTicks
    private let hasTime: Bool
    private let turnOfCounter: Int64?
    private let rateInHertz: Double?
    /// What is added to the file's own times.
    private var offset: Int64 = 0
    /// The same, but for what it is since the file's clock was set back.
    private var plainOffset: Int64 = 0
    /// The latest of the file's own times.
    private var latestOwn = Int64.min
    private var last: Int64?
    private var place: Int64 = 0
    private var lastCount: Int64?
    /// Where missing rows are counted from, and how many rows have come since that did not move on from it.
    private var anchor: (time: Int64, rows: Int64)?

    /// The times of rows that are mapped so.
    init(_ mapping: LineMapping, rateInHertz: Double?) {
        ticks = DeviceTicks(turn: mapping.time?.turn)
        hasTime = mapping.hasTime
        turnOfCounter = mapping.counterBits.flatMap { $0 < 64 ? 1 << Int64($0) : nil }
        self.rateInHertz = rateInHertz
    }

    /// Whether a first time is one of a calendar: then it dates the session, and times count from there.
    static func isDate(_ first: Int64) -> Bool { first >= 300_000_000_000_000_000 }

    /// Whether a time is near enough to be counted with: within 142 years of 1970, or of a device's start.
    static func isInReach(_ own: Int64) -> Bool { own.magnitude <= 4_500_000_000_000_000_000 }

    /// Takes that rows have times of day, which begin anew at midnight.
    mutating func takeTimesOfDay() { ticks = DeviceTicks(turn: 86_400_000_000_000) }

    /// Takes rows that nobody could read: they have their places all the same, unless a counter tells the places.
    mutating func pass(_ rows: Int64, isCounted: Bool) {
        if !isCounted { place += rows }
    }

    // MARK: Counters

    /// How many rows the counter shows to be missing ahead of this one.
    func lost(ahead count: Int64) -> Int64 {
        guard let lastCount else { return 0 }
        return max(0, step(from: lastCount, to: count) - 1)
    }

    /// The count before this one, where this one is less and the counter has not come round.
    func fall(to count: Int64) -> Int64? {
        lastCount.flatMap { step(from: $0, to: count) < 0 ? $0 : nil }
    }

    /// Whether a clock can show the time of the next row, by its counter or its place.
    func isInReach(count: Int64?) -> Bool {
        let steps = count.flatMap { count in lastCount.map { step(from: $0, to: count) } } ?? 0
        return abs(Double(place.addingClamped(steps)) / (rateInHertz ?? 1)) < 9e9
    }

    /// The time of the next row, by its counter or its place, which is in reach.
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

    /// Takes the count of a row that has a time of its own.
    mutating func takeCount(_ count: Int64) { lastCount = count }

    private func step(from first: Int64, to second: Int64) -> Int64 {
        let plain = second &- first
        guard let turnOfCounter else { return plain }
        let rest = plain & (turnOfCounter - 1)
        return rest >= turnOfCounter / 2 ? rest - turnOfCounter : rest
    }

    // MARK: The file's own times

    /// Whether the next two rows contradict a time: they go on from the row before it, and it is not between.
    func isStray(_ own: Int64, before next: Int64, _ second: Int64) -> Bool {
        guard next <= second else { return false }
        guard let last else {
            // A logger whose clock was not set yet begins with 0.
            if !Self.isDate(own), Self.isDate(next) { return true }
            return own > second && !ticks.comesRound(from: own, to: next)
        }
        return next >= last && (own < last || own > second)
    }

    /// Whether the file's clock was set back: a row and the next two go on from each other, all before the last one.
    func isSetBack(_ own: Int64, before next: Int64, _ second: Int64) -> Bool {
        guard let last, own <= next, next <= second, second < last else { return false }
        return !ticks.comesRound(from: last, to: own)
    }

    /// The time of the next row, by its own, which is in reach.
    mutating func take(own: Int64) -> Instant {
        if firstOwn == nil { begin(with: own) }
        last = own
        return put(ticks.take(own, seen: nil))
    }

    /// The time of a row at which the clock was set back: times go on from the row before, by the file's own steps.
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
        // A clock that was set right again goes on where it was.
        if let newest, offset != plainOffset, time &+ plainOffset >= newest { offset = plainOffset }
        var instant = settle(time &+ offset)
        instant.isShifted = offset != plainOffset
        return instant
    }

    /// The time of a row whose own is a stray one: that of the row before, or of the next where there is none.
    mutating func takeStray(before next: Int64) -> Instant {
        if firstOwn == nil { begin(with: next) }
        let time = newest ?? next &+ offset
        newest = time
        behind += 1
        return Instant(nanoseconds: time, isBehind: true)
    }

    private mutating func begin(with own: Int64) {
        firstOwn = own
        // No uptime is below zero, and one of fifty years would cost its own last digits.
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

    /// How many rows are missing ahead of one, by the time of a file that was to have so many a second.
    ///
    /// A logger that writes what came together gives several rows one time, which all count. One that was busy writes
    /// a row late: nothing is missing where the next row is where it should be.
    ///
    /// - Parameters:
    ///   - instant: The row's time.
    ///   - next: By how much the time of the next row is later; `nil` where that says nothing.
    /// - Returns: As many as fit into what has passed.
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
        // A tenth of a period is within what clocks and loggers round.
        guard passed >= 1.9 else { return 0 }
        var missing = min(passed, 1e15).rounded() - 1
        if let next, anchor.rows == 0 {
            missing = min(missing, (passed + Double(next) / period).rounded() - 2)
        }
        return max(0, Int64(missing) - anchor.rows)
    }
}
