// When the rows of a file were measured: by the file's own time, else by its counter or the places of its rows, and the
// rate that somebody has given. A time is never made up: a row whose time goes back says that it is estimated.

internal import SystemCalls

/// Gives rows their times.
struct TableTimes: Sendable {
    /// A row's time.
    struct Instant: Sendable, Equatable {
        var nanoseconds: Int64
        /// Whether the row has said an earlier one than those before it.
        var isBehind: Bool
    }

    /// What the first row's time was by itself, in nanoseconds.
    private(set) var firstOwn: Int64?
    /// How many rows have an earlier time than those before them.
    private(set) var behind: Int64 = 0
    /// The newest time.
    private(set) var newest: Int64?

    private let turn: Int64?
    private let hasTime: Bool
    private let turnOfCounter: Int64?
    private let rateInHertz: Double?
    /// What is added to the file's own times.
    private var offset: Int64 = 0
    private var last: Int64?
    private var place: Int64 = 0
    private var lastCount: Int64?
    private var isBeyondTurn = false

    /// The times of rows that are mapped so.
    init(_ mapping: LineMapping, rateInHertz: Double?) {
        turn = mapping.time?.turn
        hasTime = mapping.hasTime
        turnOfCounter = mapping.counterBits.flatMap { $0 < 64 ? 1 << Int64($0) : nil }
        self.rateInHertz = rateInHertz
    }

    /// Whether a first time is one of a calendar: then it dates the session, and times count from there.
    static func isDate(_ first: Int64) -> Bool { first >= 300_000_000_000_000_000 }

    /// Takes rows that nobody could read: they have their places all the same, unless a counter tells the places.
    mutating func pass(_ rows: Int64, isCounted: Bool) {
        if !isCounted { place += rows }
    }

    /// How many rows the counter shows to be missing ahead of this one.
    func lost(ahead count: Int64) -> Int64 {
        guard let lastCount else { return 0 }
        return max(0, step(from: lastCount, to: count) - 1)
    }

    /// The time of the next row; `nil` where no clock shows it.
    mutating func take(_ reading: borrowing LineReading, isCounted: Bool) -> Instant? {
        if hasTime { return takeOwn(reading.time) }
        if isCounted {
            if let lastCount { place += step(from: lastCount, to: reading.count) }
            lastCount = reading.count
        }
        let seconds = Double(place) / (rateInHertz ?? 1)
        if !isCounted { place += 1 }
        guard abs(seconds) < 9e9 else { return nil }
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

    private mutating func takeOwn(_ own: Int64) -> Instant? {
        if firstOwn == nil {
            firstOwn = own
            // No uptime is below zero, and one of fifty years would cost its own last digits.
            if own < 0 || Self.isDate(own) { offset = 0 &- own }
        }
        // What has ever shown more than a turn comes from no counter that turns: such a time has gone back.
        if let turn, own < 0 || own >= turn { isBeyondTurn = true }
        if let turn, let last, !isBeyondTurn, last &- own > turn / 2 {
            offset = offset.addingClamped(turn)
        }
        last = own
        let (sum, isTooFar) = own.addingReportingOverflow(offset)
        return isTooFar || sum > 9_000_000_000_000_000_000 ? nil : settle(sum)
    }

    private mutating func settle(_ time: Int64) -> Instant {
        let isBehind = newest.map { time < $0 } ?? false
        if isBehind { behind += 1 }
        let settled = max(time, newest ?? time)
        newest = settled
        return Instant(nanoseconds: settled, isBehind: isBehind)
    }
}
