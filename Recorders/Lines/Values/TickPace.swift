// Checks whether the device's own time passes as fast as ours. Milliseconds mistaken for microseconds make every
// instant of the file wrong, and only a comparison of the two clocks reveals it.

/// Compares how fast a device's time passes with the arrivals of its lines.
struct TickPace: Sendable {
    private let unit: LineTimeUnit
    /// Whether lines arrive as they are measured; those of a file that is sent through a pipe arrive at once.
    private let isLive: Bool
    /// The beginning of the present time window.
    private var start: (timestamp: Int64, seen: Int64)?
    /// How many windows in succession were wrong; `rate` is that of the last window.
    private var wrong = 0
    private var rate = 1.0
    /// Whether any window was right.
    private var hasBeenRight = false
    /// How many windows there were; `nil` once the rate of one was no further off than a clock may drift.
    private var doubtful: Int? = 0
    private var isTold = false
    /// How much time has passed between lines that do not arrive live: by the device, and by our clock.
    private var passed: (device: Int64, ours: Int64) = (0, 0)
    /// The previous line.
    private var last: (timestamp: Int64, seen: Int64)?

    private static let window: Int64 = 1_000_000_000
    /// How many wrong windows are needed; one may be wrong because the clock was set.
    private static let most = 3
    /// A greater factor cannot be explained by a clock's drift or by a line's lateness within a window.
    private static let tolerance = 20.0
    /// A greater factor cannot be explained by drift; a device that sends stored lines may exceed it for a while.
    private static let drift = 1.25
    /// If the device's time passes by more from line to line, in nanoseconds, its clock was set.
    private static let longestStep: Int64 = 10_000_000_000

    /// A comparison that has seen no line.
    init(_ unit: LineTimeUnit, isLive: Bool) {
        self.unit = unit
        self.isLive = isLive
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - timestamp: The device's time, in nanoseconds.
    ///   - seen: When it had arrived.
    @inline(__always)
    mutating func add(_ timestamp: Int64, seen: Int64) {
        if !isLive { pass(timestamp, seen) }
        guard let start else { return self.start = (timestamp, seen) }
        if seen &- start.seen >= Self.window { end(start, timestamp, seen) }
    }

    /// Drops the window, because the device's clock has restarted.
    mutating func restart() {
        start = nil
        last = nil
    }

    private mutating func pass(_ timestamp: Int64, _ seen: Int64) {
        if let last, timestamp &- last.timestamp <= Self.longestStep {
            passed.device &+= timestamp &- last.timestamp
            passed.ours &+= seen &- last.seen
        }
        last = (timestamp, seen)
    }

    private mutating func end(
        _ start: (timestamp: Int64, seen: Int64),
        _ timestamp: Int64,
        _ seen: Int64
    ) {
        let rate = Double(timestamp &- start.timestamp) / Double(seen &- start.seen)
        let isWrong = rate < 1 / Self.tolerance || isLive && rate > Self.tolerance
        wrong = isWrong ? wrong + 1 : 0
        self.rate = rate
        if !isWrong { hasBeenRight = true }
        let isDoubtful = rate < 1 / Self.drift || rate > Self.drift
        doubtful = isDoubtful ? doubtful.map { $0 + 1 } : nil
        self.start = (timestamp, seen)
    }

    /// The note, returned once, if the rate is suspicious but may still be right.
    mutating func takeNote() -> String? {
        guard let doubtful, doubtful >= Self.most, !isTold, wrong == 0 else { return nil }
        isTold = true
        let misfit = LineMisfit(.pace(unit, rate: rate))
        let told = "\(misfit.what); \(misfit.remedy), unless this is a recording that is sent again"
        if isLive || rate < 1 { return told }
        return told + "; import one that is a file of columns with `footfall import`"
    }

    /// The note at the end on lines that came faster than they were measured, as those of a file do; `nil` if they did
    /// not, or if `takeNote` has told it.
    var noteAtEnd: String? {
        let ahead = passed.device &- passed.ours
        guard !isTold, ahead >= Self.window, ahead >= passed.ours else { return nil }
        func seconds(_ nanoseconds: Int64) -> Double { (Double(nanoseconds) / 1e8).rounded() / 10 }
        return
            "the lines came faster than the device's time passes, \(seconds(passed.device)) s of it in "
            + "\(seconds(passed.ours)) s, so the times of the samples are not those at which they were measured; "
            + "import a file of columns with `footfall import`"
    }

    /// What is wrong, as far as that is known.
    func misfit(isOver: Bool) -> LineMisfit? {
        // A device that sends stored lines is too fast for a while, but nothing makes a right clock slow. So at the end
        // one slow window is enough.
        let enough = !isOver ? Self.most : rate > 1 ? 2 : 1
        guard !hasBeenRight, wrong >= enough else { return nil }
        return LineMisfit(.pace(unit, rate: rate))
    }
}
