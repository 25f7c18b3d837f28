// Turns a device's lines into samples, one after the other. The counter determines the order of lines; gaps before a
// line report what is missing.

internal import RecorderKinds
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Turns lines into samples.
struct LineStream: Sendable {
    /// The samples to send; `endRead` sets their times.
    private(set) var ready: [ValueSample] = []
    private(set) var spacing: LineSpacing

    private var reader: LineReader
    private var order: LineOrder?
    private var ticks: DeviceTicks?
    private var times: LineTimes
    private let channels: Int
    private let turnOfCounter: Double?
    /// The spacing of lines, if the user gave a rate.
    private let promised: Double?
    /// Whether lines that are not read in time are lost.
    private let isLive: Bool
    /// A shorter pause, in nanoseconds, is not a gap, even if the user gave a rate.
    private static let shortestGap = 100_000_000.0
    private var counted = LineTally()
    /// How many readings may have been in unreadable lines, if no counter shows it.
    private var unread: Int64 = 0
    /// When the device's clock last restarted.
    private var restarted: Int64?
    /// A device time that restarts sooner, in nanoseconds, is not a clock.
    ///
    /// Without this limit, the session would record every restart.
    private static let shortestStretch: Int64 = 1_000_000_000
    /// The previous line.
    private var last: (timestamp: Int64, seen: Int64)?
    /// True after the first reading; unreadable lines before it may not have been readings.
    private var isStarted = false
    /// True until the first line after a pause with an unknown number of missing lines.
    private var isBehindPause = false

    private var doubts: LineDoubts

    /// A stream that has seen no line.
    ///
    /// - Parameters:
    ///   - mapping: The meaning of the columns.
    ///   - rateInHertz: How many lines come per second, if the user gave that.
    ///   - isLive: Whether lines arrive as they are measured, and not from a file.
    init(_ mapping: LineMapping, rateInHertz: Double?, isLive: Bool) {
        reader = LineReader(mapping)
        channels = mapping.kinds.count
        ticks = mapping.time.map(DeviceTicks.init)
        doubts = LineDoubts(mapping, isLive: isLive)
        self.isLive = isLive
        order = mapping.counterBits.map(LineOrder.init)
        turnOfCounter = mapping.counterBits.flatMap { bits in
            bits < 32 ? Double(1 << bits) : nil
        }
        promised = rateInHertz.flatMap { $0 > 0 ? 1e9 / $0 : nil }
        spacing = LineSpacing(rateInHertz: rateInHertz)
        times = LineTimes(hasClock: mapping.hasTime)
        ready.reserveCapacity(4096)
    }

    /// Returns why the lines cannot be recorded, as far as that is known.
    func misfit(at now: Int64, isOver: Bool) -> LineMisfit? {
        doubts.misfit(numbers, count: reader.reading.count, at: now, isOver: isOver)
    }

    /// A remark while lines still come; each is returned once.
    mutating func takeNote(at now: Int64) -> String? { doubts.takeNote(numbers, at: now) }

    /// Notes that nothing came for longer than usual.
    mutating func notePause() { isBehindPause = true }

    /// Whether no line has come at all.
    var hasNothing: Bool {
        doubts.hasNoReading && counted.unreadable == 0 && counted.comments.count == 0
            && counted.headers.count == 0
    }

    /// Notes that bytes have come without a line end.
    mutating func missEnd(seen: Int64) { doubts.missEnd(seen: seen) }

    var deadline: Int64? { order?.deadline }
    var newest: Int64? { times.newest }

    /// All counts so far.
    var tally: LineTally {
        var tally = numbers
        tally.doubts = doubts.notes
        return tally
    }

    private var numbers: LineTally {
        var tally = counted
        tally.reordered = order?.reordered ?? 0
        tally.strays = order?.strays ?? 0
        tally.withheldPairs = times.withheld
        return tally
    }

    mutating func clear() { ready.removeAll(keepingCapacity: true) }
    mutating func takePairs() -> [ClockPair] { times.takePairs() }

    // MARK: Lines

    /// Processes a line, or what the splitter found instead of one.
    mutating func take(_ found: LineSplitter.Found, _ line: Span<UInt8>, seen: Int64) {
        switch found {
        // Half a line has no meaning, and is not an error.
        case .beginning: break
        case .tooLong: take(LineFault.tooLong, line, seen: seen)
        case .line:
            switch reader.read(line) {
            case .reading: takeReading(line, seen: seen)
            case .comment: counted.addComment(line)
            case .header: counted.addHeader(line)
            case .fault(let fault): take(fault, line, seen: seen)
            }
        }
    }

    private mutating func take(_ fault: LineFault, _ line: Span<UInt8>, seen: Int64) {
        counted.add(fault, line)
        let reader = reader
        doubts.miss(line, seen: seen) { reader.misfit(fault, line) }
        if isStarted { unread += 1 }
    }

    private mutating func takeReading(_ line: Span<UInt8>, seen: Int64) {
        doubts.take(line)
        let reading = reader.reading
        let sense = ticks?.sense(of: reading.time, seen: seen) ?? .unknown
        guard order != nil else {
            return place(OrderedLine(reading: reading, seen: seen), isCounted: false)
        }
        switch order?.take(OrderedLine(reading: reading, seen: seen), sense: sense) {
        case .taken, .none: break
        case .repeated: counted.repeated += 1
        case .late: counted.add(.late, line)
        }
        placeOrdered()
    }

    mutating func settle(at now: Int64) {
        order?.settle(at: now)
        placeOrdered()
    }

    /// Ends the stream.
    ///
    /// - Parameter silence: The end of the recording, if it ends with a silence in which lines are missing; otherwise
    ///   `nil`.
    mutating func finish(afterSilenceUntil silence: Int64?) {
        order?.finish()
        placeOrdered()
        if let silence { unread = unread.addingClamped(missing(until: silence)) }
        placeUnread()
        endRead()
        times.end()
    }

    private mutating func placeOrdered() {
        let count = order?.ready.count ?? 0
        guard count > 0 else { return }
        for index in 0..<count {
            if let line = order?.ready[index] { place(line, isCounted: true) }
        }
        order?.ready.removeAll(keepingCapacity: true)
    }

    /// Reports unreadable lines at the end, which no further reading will report.
    private mutating func placeUnread() {
        guard unread > 0, let last else { return }
        addGaps(unread, isEstimated: true)
        times.add(
            LineTimes.Line(
                timestamp: last.timestamp,
                seen: last.seen,
                lost: unread,
                isNewClock: false,
                gaps: channels,
                samples: 0
            )
        )
        unread = 0
    }

    // MARK: Places

    /// Adds the samples of the next line in order, after gaps for what is missing before it.
    private mutating func place(_ line: borrowing OrderedLine, isCounted: Bool) {
        isStarted = true
        doubts.place(line)
        let (time, seen) = (line.reading.time, line.seen)
        let (sense, isRestart) = (ticks?.sense(of: time, seen: seen), line.beginsStretch)
        // If the counter began again, a time that is not later did so, too, however little it went back.
        let isBack = sense == .back || isRestart && sense == .among
        // A time that goes back again and again is not a clock; such a line gets its time of arrival.
        let isErratic = isBack && restarted.map { seen &- $0 < Self.shortestStretch } ?? false
        let isNewClock = isBack && !isErratic
        if isNewClock {
            ticks?.restart()
            doubts.restartClock()
            restarted = seen
        }
        if isErratic { counted.clockSteps += 1 }
        let timestamp = isErratic ? arrival(of: seen) : ticks?.take(time, seen: seen) ?? seen
        var lost = line.lost
        var isEstimated = false
        if line.beginsStretch || isNewClock && !isCounted {
            // Until the spacing is known, only the unreadable lines show that any are missing.
            lost = spacing.nanoseconds == nil ? unread : missing(until: seen)
            isEstimated = true
            counted.restarts += 1
            spacing.restart()
        } else {
            if isNewClock {
                counted.clockSteps += 1
                spacing.restart()
            }
            counted.lost = counted.lost.addingClamped(line.lost)
            let more =
                isCounted
                ? turnsOfCounter(to: timestamp, seen: seen, lost: lost)
                : max(unread, missingByTime(to: timestamp, seen: seen))
            isEstimated = more > 0
            lost = lost.addingClamped(more)
        }
        unread = 0
        isBehindPause = false
        doubts.pass(timestamp, seen: seen)
        spacing.add(timestamp, seen: seen, lost: lost)
        last = (timestamp, seen)
        let start = ready.count
        if lost > 0 { addGaps(lost, isEstimated: isEstimated) }
        let gaps = ready.count - start
        addSamples(line)
        times.add(
            LineTimes.Line(
                timestamp: timestamp,
                seen: seen,
                lost: lost,
                isNewClock: isNewClock,
                gaps: gaps,
                samples: ready.count - start - gaps
            )
        )
    }

    /// A timestamp from a line's arrival, relative to the previous line.
    private func arrival(of seen: Int64) -> Int64 {
        last.map { $0.timestamp &+ (seen &- $0.seen) } ?? seen
    }

    /// Estimates how many lines are missing since the last one, over a restart or a pause.
    private func missing(until seen: Int64) -> Int64 {
        guard let last, let period = spacing.nanoseconds else { return 0 }
        let passed = Double(seen &- last.seen) / period
        return Int64(max(0, min(passed, 1e15).rounded() - 1))
    }

    /// How many more lines are missing than a narrow counter shows, by the device's time and by the arrivals.
    private func turnsOfCounter(to timestamp: Int64, seen: Int64, lost: Int64) -> Int64 {
        guard let turnOfCounter, let last, ticks != nil, let period = spacing.nanoseconds else {
            return 0
        }
        let passed = Double(min(timestamp &- last.timestamp, seen &- last.seen))
        let missing = passed / period - 1 - Double(lost)
        guard missing > turnOfCounter / 2, missing < 1e15 else { return 0 }
        return Int64((missing / turnOfCounter).rounded() * turnOfCounter)
    }

    /// How many lines without a counter are missing, by their times; 0 unless the user gave a rate.
    private func missingByTime(to timestamp: Int64, seen: Int64) -> Int64 {
        guard let promised, let last else { return 0 }
        // A stalled link loses nothing, so if the lines have the device's own time, only that counts.
        guard ticks != nil else { return isBehindPause && isLive ? missing(until: seen) : 0 }
        let passed = Double(timestamp &- last.timestamp)
        guard passed > Self.shortestGap, passed > 3 * promised else { return 0 }
        return Int64(min(passed / promised, 1e15).rounded()) - 1
    }

    private mutating func addGaps(_ lost: Int64, isEstimated: Bool) {
        for channel in 0..<channels {
            ready.append(
                .gap(
                    channel: channel,
                    at: BootInstant(nanoseconds: 0),
                    lost: lost,
                    reason: .source,
                    isEstimated: isEstimated
                )
            )
        }
    }

    private mutating func addSamples(_ line: borrowing OrderedLine) {
        for channel in 0..<channels where line.reading.parts(of: channel) != 0 {
            ready.append(line.reading.sample(of: channel, at: BootInstant(nanoseconds: 0)))
        }
    }

    /// Sets the times of all samples of one read.
    mutating func endRead() {
        let spacing = spacing.nanoseconds.map { Int64(max(1, min($0, 1e15))) }
        times.set(&ready, spacing: spacing)
    }
}
