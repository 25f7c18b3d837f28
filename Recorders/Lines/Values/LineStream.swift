// The lines of a device, one after the other: what each says comes into its place by the counter, and what is missing
// stands ahead of it.

internal import RecorderKinds
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Makes samples of lines.
struct LineStream: Sendable {
    /// What there is to send; times are set by `endRead`.
    private(set) var ready: [ValueSample] = []
    private(set) var spacing: LineSpacing

    private var reader: LineReader
    private var order: LineOrder?
    private var ticks: DeviceTicks?
    private var times: LineTimes
    private let channels: Int
    private let turnOfCounter: Double?
    /// How far lines should be apart, where that was said.
    private let promised: Double?
    /// Whether what is not read as it comes is lost.
    private let isLive: Bool
    /// Less is no pause of a device that is asked for so many lines a second.
    private static let shortestGap = 100_000_000.0
    private var counted = LineTally()
    /// Readings that may have been in lines that nobody could read, where no counter tells.
    private var unread: Int64 = 0
    /// When the device's clock began anew last.
    private var restarted: Int64?
    /// A clock that begins anew sooner is none, and each beginning is written into the session.
    private static let shortestStretch: Int64 = 1_000_000_000
    /// The line before.
    private var last: (stamp: Int64, seen: Int64)?
    /// True once a reading has come: what could not be read before was none, perhaps.
    private var isStarted = false
    /// True until the first line after a pause, in which nobody knows how many there were.
    private var isBehindPause = false

    private var doubts: LineDoubts

    /// A stream that has seen no line.
    ///
    /// - Parameters:
    ///   - mapping: What the columns are.
    ///   - rateInHertz: How many lines there should be in a second, where that was said.
    ///   - isLive: Whether lines come as they are measured, and not from a file.
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

    /// Why the lines cannot be recorded, as far as it shows.
    func misfit(at now: Int64, isOver: Bool) -> LineMisfit? {
        doubts.misfit(numbers, count: reader.reading.count, at: now, isOver: isOver)
    }

    /// What is worth telling while lines still come, once each.
    mutating func takeNote(at now: Int64) -> String? { doubts.takeNote(numbers, at: now) }

    /// Takes that nothing came for longer than is usual.
    mutating func notePause() { isBehindPause = true }

    /// Whether no line has come at all.
    var hasNothing: Bool {
        doubts.hasNoReading && counted.unreadable == 0 && counted.comments.count == 0
            && counted.headers.count == 0
    }

    /// Takes that no line has ended in what has come.
    mutating func missEnd(seen: Int64) { doubts.missEnd(seen: seen) }

    var deadline: Int64? { order?.deadline }
    var newest: Int64? { times.newest }

    /// What was counted.
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

    /// Takes a line, or what was found instead of one.
    mutating func take(_ found: LineSplitter.Found, _ line: Span<UInt8>, seen: Int64) {
        switch found {
        // Half a line says nothing, and nothing is wrong with it.
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

    /// Takes that no line comes any more.
    ///
    /// - Parameter silence: When the port was given up where nothing had come for long.
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

    /// Tells of the lines at the end that nobody could read: no reading comes any more that they stand ahead of.
    private mutating func placeUnread() {
        guard unread > 0, let last else { return }
        addGaps(unread, isEstimated: true)
        times.add(
            LineTimes.Line(
                stamp: last.stamp,
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

    /// Takes the next line in order.
    private mutating func place(_ line: borrowing OrderedLine, isCounted: Bool) {
        isStarted = true
        doubts.place(line)
        let (time, seen) = (line.reading.time, line.seen)
        let isBack = ticks?.sense(of: time, seen: seen) == .back
        // What goes back again and again is no clock: such a line has the time at which it came.
        let isErratic = isBack && restarted.map { seen &- $0 < Self.shortestStretch } ?? false
        let isNewClock = isBack && !isErratic
        if isNewClock {
            ticks?.restart()
            doubts.restartClock()
            restarted = seen
        }
        if isErratic { counted.clockSteps += 1 }
        let stamp = isErratic ? arrival(of: seen) : ticks?.take(time, seen: seen) ?? seen
        var lost = line.lost
        var isEstimated = false
        if line.beginsStretch || isNewClock && !isCounted {
            lost = missing(until: seen)
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
                ? turnsOfCounter(to: stamp, seen: seen, lost: lost)
                : max(unread, missingByTime(to: stamp, seen: seen))
            isEstimated = more > 0
            lost = lost.addingClamped(more)
        }
        unread = 0
        isBehindPause = false
        doubts.pass(stamp, seen: seen)
        spacing.add(stamp, seen: seen, lost: lost)
        last = (stamp, seen)
        let start = ready.count
        if lost > 0 { addGaps(lost, isEstimated: isEstimated) }
        let gaps = ready.count - start
        addSamples(line)
        times.add(
            LineTimes.Line(
                stamp: stamp,
                seen: seen,
                lost: lost,
                isNewClock: isNewClock,
                gaps: gaps,
                samples: ready.count - start - gaps
            )
        )
    }

    /// A stamp by when a line came, beside those of the lines before.
    private func arrival(of seen: Int64) -> Int64 {
        last.map { $0.stamp &+ (seen &- $0.seen) } ?? seen
    }

    /// About how many lines are missing since the last, over a restart or a pause.
    private func missing(until seen: Int64) -> Int64 {
        guard let last, let period = spacing.nanoseconds else { return 0 }
        let passed = Double(seen &- last.seen) / period
        return Int64(max(0, min(passed, 1e15).rounded() - 1))
    }

    /// How many lines more are missing than a narrow counter shows, by the device's time and by when lines came.
    private func turnsOfCounter(to stamp: Int64, seen: Int64, lost: Int64) -> Int64 {
        guard let turnOfCounter, let last, ticks != nil, let period = spacing.nanoseconds else {
            return 0
        }
        let passed = Double(min(stamp &- last.stamp, seen &- last.seen))
        let missing = passed / period - 1 - Double(lost)
        guard missing > turnOfCounter / 2, missing < 1e15 else { return 0 }
        return Int64((missing / turnOfCounter).rounded() * turnOfCounter)
    }

    /// How many lines are missing where no counter tells, of a device that was to send so many a second.
    private func missingByTime(to stamp: Int64, seen: Int64) -> Int64 {
        guard let promised, let last else { return 0 }
        // A link that stalls loses nothing: what passed for the device is what its own time says.
        guard ticks != nil else { return isBehindPause && isLive ? missing(until: seen) : 0 }
        let passed = Double(stamp &- last.stamp)
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

    /// Sets the times of all that a read has given.
    mutating func endRead() {
        let spacing = spacing.nanoseconds.map { Int64(max(1, min($0, 1e15))) }
        times.set(&ready, spacing: spacing)
    }
}
