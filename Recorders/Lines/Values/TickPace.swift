// Whether the device's own time passes as ours does. Milliseconds that are taken for microseconds make a file whose
// instants are wrong throughout, and nothing else of it is: only the clocks side by side show that.

/// Compares how fast a device's time passes with when its lines come.
struct TickPace: Sendable {
    private let unit: LineTimeUnit
    /// Whether lines come as they are measured; of a file that is sent through a pipe all come at once.
    private let isLive: Bool
    /// Where the window begins that is looked at.
    private var start: (stamp: Int64, seen: Int64)?
    /// How many windows in succession were wrong, and how fast time has passed in the last of them.
    private var wrong = 0
    private var rate = 1.0
    /// Whether a window was right.
    private var hasBeenRight = false
    /// How many windows in succession, from the first on, were as wrong as no clock drifts; none once one was not.
    private var doubtful: Int? = 0
    private var isTold = false

    private static let window: Int64 = 1_000_000_000
    /// One may be wrong of a clock that was set.
    private static let most = 3
    /// No clock of a device drifts so much, and no line is late by so much of a window.
    private static let tolerance = 20.0
    /// So much no clock drifts; a device that sends what it has kept is over it soon.
    private static let drift = 1.25

    /// A comparison that has seen no line.
    init(_ unit: LineTimeUnit, isLive: Bool) {
        self.unit = unit
        self.isLive = isLive
    }

    /// Takes a line.
    ///
    /// - Parameters:
    ///   - stamp: The device's time, in nanoseconds.
    ///   - seen: When it was there.
    @inline(__always)
    mutating func add(_ stamp: Int64, seen: Int64) {
        guard let start else { return self.start = (stamp, seen) }
        if seen &- start.seen >= Self.window { end(start, stamp, seen) }
    }

    /// Forgets the window: the device's clock has begun anew.
    mutating func restart() { start = nil }

    private mutating func end(
        _ start: (stamp: Int64, seen: Int64),
        _ stamp: Int64,
        _ seen: Int64
    ) {
        let rate = Double(stamp &- start.stamp) / Double(seen &- start.seen)
        let isWrong = rate < 1 / Self.tolerance || isLive && rate > Self.tolerance
        wrong = isWrong ? wrong + 1 : 0
        self.rate = rate
        if !isWrong { hasBeenRight = true }
        let isDoubtful = rate < 1 / Self.drift || rate > Self.drift
        doubtful = isDoubtful ? doubtful.map { $0 + 1 } : nil
        self.start = (stamp, seen)
    }

    /// What is to be told, once, where the time passes so that it may be right all the same.
    mutating func takeNote() -> String? {
        guard let doubtful, doubtful >= Self.most, !isTold, wrong == 0 else { return nil }
        isTold = true
        let misfit = LineMisfit(.pace(unit, rate: rate))
        return "\(misfit.what); \(misfit.remedy), unless this is a recording that is sent anew"
    }

    /// What is wrong, as far as it shows.
    func misfit(isOver: Bool) -> LineMisfit? {
        // A device that sends what it has kept is fast for a while; slow is none.
        let enough = !isOver ? Self.most : rate > 1 ? 2 : 1
        guard !hasBeenRight, wrong >= enough else { return nil }
        return LineMisfit(.pace(unit, rate: rate))
    }
}
