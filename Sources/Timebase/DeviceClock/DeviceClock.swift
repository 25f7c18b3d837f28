// Converts one device's timestamps to boot time, which files need. The device's clock may be set, stop during
// sleep, drift, or not be readable at all. Only pairs of the two clocks are known. Each timestamp is converted by
// the pairs that held when it was taken.

/// Converts a device's timestamps to boot time.
///
/// A stretch lies between two steps of a clock. A timestamp from before a step is converted by the stretch before
/// it, wherever in a batch it is. Within a stretch of a readable clock, the distances between timestamps are kept to
/// the nanosecond. A clock that is known only by arrivals is followed without jumps, drift included.
public struct DeviceClock: Sendable {
    private var reported = ReportedPairs()
    private var line: ClockLine
    /// Stretches that have begun, but of which no timestamp has arrived yet.
    private var next: [ClockLine] = []
    /// The newest reading, if the clock can be read.
    private var newest: ClockPair?
    private var envelope: ArrivalEnvelope?
    /// Detects that a clock was set, if the clock cannot be read.
    private var watch = ClockStepWatch()
    /// A step that applies before a timestamp that was not converted yet.
    private var step: ClockStepWatch.Step?
    /// A step that is not yet confirmed: its size, and the pair that reported it.
    private var trial: (ahead: Int64, pair: ClockPair)?
    /// How far returned instants may be ahead of the next ones, because a step was detected late.
    private var overshoot: Int64 = 0
    /// The most that a timestamp may be behind the clock.
    private let lag: Int64
    /// The newest instant that was returned.
    public private(set) var last = Int64.min
    private var hasTimestamps = false
    private var lastTimestamp: Int64 = 0
    /// The sum of all steps of the device's own clock, if it is known only by arrivals.
    private var setAhead: Int64 = 0

    /// By how much an instant may miss the limits that its arrival and the readings of the clock set.
    private static let slack: Int64 = 5_000_000
    /// The greatest slope with which a line approaches a new estimate.
    private static let mostSlew = 0.005
    private static let mostDrift = 0.001
    /// A line reaches a new estimate within this time, in nanoseconds.
    private static let horizon = 2e9
    /// The greatest value that `overshoot` may have.
    private static let mostOvershoot: Int64 = 2_000_000_000

    /// A clock that can be read, starting with a first reading.
    ///
    /// - Parameters:
    ///   - reading: What the clock showed.
    ///   - lag: The most that a timestamp may be behind the clock, in nanoseconds; not zero for a coarse clock.
    public init(reading: ClockPair, lag: Int64 = 0) {
        let reading = Self.sane(reading)
        self.lag = lag
        line = ClockLine(through: reading)
        newest = reading
        add(reading, isStretch: true)
    }

    /// A clock whose timestamps are boot time.
    public static var boottime: DeviceClock {
        var clock = DeviceClock(
            reading: ClockPair(deviceNanoseconds: 0, boottimeNanoseconds: 0, errorNanoseconds: 0)
        )
        clock.line.error = 0
        clock.reported.keepNone()
        return clock
    }

    /// A clock that cannot be read, starting with the first batches that arrived.
    public init(arrivals: [ClockArrival]) {
        let first = arrivals.first ?? ClockArrival(timestamp: 0, seen: 0)
        let envelope = ArrivalEnvelope(
            Self.sane(first),
            arrivals.dropFirst().lazy.map { Self.sane($0) }
        )
        self.envelope = envelope
        lag = 0
        let known = envelope.line
        line = ClockLine(timestamp: known.timestamp, boot: known.timestamp &+ known.delay, error: 0)
        line.error = Int64(bounded: known.errorNanoseconds)
        addPresent(at: line.timestamp, isStretch: true)
    }

    /// The greatest error of an instant at present.
    ///
    /// If only arrivals are known, instants are also late by the shortest possible delay. This error does not
    /// include that delay, because nothing shows how long it is.
    public var errorNanoseconds: Int64 { line.error &+ lag &+ (trial?.ahead ?? 0) }

    /// The device's progress by the newest timestamp, measured by its own clock alone.
    ///
    /// If the clock cannot be read, instants are learned from arrivals and move slowly towards each new estimate.
    /// This value keeps the distances of the timestamps instead, and leaves out the steps by which the clock was
    /// set.
    @inline(__always)
    public var course: Int64 { envelope == nil ? last : lastTimestamp &- setAhead }

    /// True if the clock can be read; its stretches then keep their distances.
    public var isReadable: Bool { envelope == nil }

    /// True if a gap before the expected batch may not be a loss, or if samples were lost elsewhere.
    ///
    /// Either the batch's timestamps and arrival also fit a clock that was set, or the last step was revoked:
    /// samples were lost at the time of that step instead.
    public var isLossUncertain: Bool { watch.isUnsure || step?.kind == .revoked }

    // MARK: Learning

    /// Adds a reading of the clock; begins a new stretch if a clock was set since the last reading.
    public mutating func note(_ reading: ClockPair) {
        guard let before = newest else { return }
        let reading = Self.sane(reading)
        newest = reading
        let known = next.last ?? line
        let off = reading.boottimeNanoseconds &- known.aim(reading.deviceNanoseconds)
        // The process may have been interrupted between reading the two clocks, now or at the earlier reading, so a
        // difference within both errors is not a step.
        let trembling = ClockLine.noise &+ reading.errorNanoseconds &+ known.readingError
        guard off.magnitude > UInt64(trembling) else {
            better(by: reading, off: off)
            if reported.isMinuteOver(at: reading.boottimeNanoseconds) {
                add(reading, isStretch: false)
            }
            return
        }
        if next.count >= 16 { next.removeFirst() }
        next.append(
            ClockLine(
                through: reading,
                since: before.boottimeNanoseconds,
                until: reading.boottimeNanoseconds
            )
        )
        add(reading, isStretch: true)
    }

    /// Uses a reading that shows no step; corrects the line if this reading is more exact.
    private mutating func better(by reading: ClockPair, off: Int64) {
        if let known = next.last {
            // No timestamp has been converted by this line yet.
            guard reading.errorNanoseconds < known.readingError else { return }
            next[next.count - 1] = ClockLine(
                through: reading,
                since: known.since,
                until: known.until
            )
            return
        }
        let isThere = Double(reading.deviceNanoseconds &- line.timestamp) >= line.slewNanoseconds
        if line.slew != 0, isThere { line.error = max(line.readingError, ClockLine.noise) }
        guard reading.errorNanoseconds < line.readingError else { return }
        let (since, until) = (line.since, line.until)
        if off.magnitude > UInt64(ClockLine.noise) {
            let length = max(Self.horizon, Double(off.magnitude) / Self.mostSlew)
            line = ClockLine(
                timestamp: reading.deviceNanoseconds,
                boot: line.boot(reading.deviceNanoseconds),
                slew: Double(reading.boottimeNanoseconds &- line.boot(reading.deviceNanoseconds))
                    / length,
                slewNanoseconds: length,
                error: Int64(off.magnitude) &+ ClockLine.noise
            )
            (line.since, line.until) = (since, until)
        } else {
            line.error = max(reading.errorNanoseconds, ClockLine.noise)
        }
        line.readingError = reading.errorNanoseconds
    }

    /// Checks whether the next batch shows a step; call it before the batch's timestamps are converted.
    ///
    /// Does nothing for a clock that can be read.
    ///
    /// - Parameters:
    ///   - batch: The batch's newest timestamp, and when it had arrived.
    ///   - count: How many timestamps it has.
    ///   - spacing: How far samples are apart.
    public mutating func expect(_ batch: ClockArrival, count: Int, spacing: Int64) {
        guard let envelope else { return }
        let batch = Self.sane(batch)
        if overshoot > 0, line.boot(lastTimestamp) >= last { overshoot = 0 }
        let delay = batch.seen &- batch.timestamp
        // Compares with the delay at the last timestamp: after a step, the drift would otherwise be multiplied by
        // the step too.
        let place = hasTimestamps ? lastTimestamp : batch.timestamp
        let known = line.aim(place) &- place
        // In the first seconds a late start looks like a clock that was set, so only great steps count.
        let error = envelope.isYoung ? Self.farAhead / 2 : line.error
        step = watch.see(
            ClockStepWatch.Batch(
                newest: batch.timestamp,
                count: count,
                spacing: spacing,
                lateness: delay &- min(known, envelope.shortestDelay(at: place) ?? known),
                error: error
            )
        )
        if watch.hasConfirmed { confirmTrial() }
        if trial == nil, step?.kind == .revoked { step = nil }
    }

    /// Learns from the arrival of a batch, if the clock cannot be read.
    public mutating func note(_ arrival: ClockArrival) {
        let arrival = Self.sane(arrival)
        // While a step is uncertain, nothing is learned.
        guard trial == nil, !watch.isUnsure, var learning = envelope else { return }
        let isNew = learning.add(arrival)
        envelope = learning
        guard isNew else { return }
        let known = learning.line
        let now = line.boot(arrival.timestamp)
        let off = Double((arrival.timestamp &+ known.delay) &- now)
        line = ClockLine(
            timestamp: arrival.timestamp,
            boot: now,
            drift: min(max(known.drift, -Self.mostDrift), Self.mostDrift),
            slew: min(max(off / Self.horizon, -Self.mostSlew), Self.mostSlew),
            slewNanoseconds: Self.horizon,
            error: Int64(min(known.errorNanoseconds + abs(off), 1e15))
        )
        correctPairs(by: known)
        reported.note(error: line.error)
        if reported.isDue(at: now, error: line.error) { addPresent(at: arrival.timestamp) }
    }

    /// Reports again the pairs whose stated errors have proved too small.
    private mutating func correctPairs(by known: ArrivalEnvelope.Line) {
        reported.correct { pair in
            let ahead = pair.deviceNanoseconds &- known.timestamp
            let place =
                pair.deviceNanoseconds &+ known.delay &+ Int64(bounded: known.drift * Double(ahead))
            let off = Double((place &- pair.boottimeNanoseconds).magnitude)
            return (off, known.errorNanoseconds)
        }
    }

    /// Reports a last pair, unless the newest reading or timestamp was already reported.
    public mutating func end() {
        if let newest {
            if reported.newest?.boottimeNanoseconds != newest.boottimeNanoseconds {
                add(newest, isStretch: false)
            }
        } else if hasTimestamps, reported.newest?.deviceNanoseconds != lastTimestamp {
            addPresent(at: lastTimestamp)
        }
    }

    /// The pairs that `takePairs` has not returned yet: the first, one for each stretch, one a minute, and the
    /// last.
    ///
    /// While a clock that cannot be read is being learned, there are more: after half a second, and each time twice
    /// as much time has passed. The error of every instant is at most the greater one of the pair before it and the
    /// pair after it.
    public var pairs: [ClockPair] { reported.unread }

    /// True if there are pairs that `takePairs` has not returned yet.
    public var hasNewPairs: Bool { !reported.unread.isEmpty }

    /// Returns the pairs since the last call; the clock forgets them.
    public mutating func takePairs() -> [ClockPair] { reported.take() }

    // MARK: Conversion

    /// Converts a timestamp.
    ///
    /// - Parameters:
    ///   - timestamp: In nanoseconds of the device's clock.
    ///   - seen: When it had arrived, in nanoseconds of boot time.
    ///   - spacing: How far samples are apart; `nil` for events, which come at any time.
    /// - Returns: The instant; never before an instant that was returned earlier.
    @inline(__always)
    public mutating func instant(of timestamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        let timestamp = timestamp.heldAsTimestamp
        if step != nil { stepOver(before: timestamp, spacing: spacing ?? 0) }
        let time = line.boot(timestamp)
        // The usual case: no step is pending, and time goes on.
        if next.isEmpty, time >= last, time <= seen &+ Self.slack {
            (last, lastTimestamp, hasTimestamps) = (time, timestamp, true)
            return time
        }
        return unusualInstant(of: timestamp, seen: seen.heldAsTimestamp, spacing: spacing)
    }

    /// Makes sure that no instant returned from now on is before `instant`.
    public mutating func pass(_ instant: Int64) { last = max(last, instant) }

    private mutating func unusualInstant(of timestamp: Int64, seen: Int64, spacing: Int64?) -> Int64
    {
        var best: (index: Int, distance: UInt64)?
        // Samples follow each other evenly; an event is expected at its arrival.
        let wanted = spacing.map { hasTimestamps ? last &+ $0 : -Int64.farthestTimestamp } ?? seen
        for index in -1..<next.count {
            let line = index < 0 ? line : next[index]
            let time = line.boot(timestamp)
            let later = index + 1 < next.count ? next[index + 1] : nil
            guard
                isPossible(timestamp, on: line, before: later, seen: seen, spacing: spacing)
            else { continue }
            let distance = (time &- wanted).magnitude
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        switch best {
        case .some(let found):
            if found.index >= 0 {
                line = next[found.index]
                next.removeSubrange(...found.index)
            }
        case .none where isReallyElsewhere(timestamp, seen: seen, spacing: spacing):
            guess(timestamp, at: max(hasTimestamps ? min(wanted, seen) : seen, last), seen: seen)
        case .none:
            break
        }
        let time = max(line.boot(timestamp).heldAsTimestamp, last)
        (last, lastTimestamp, hasTimestamps) = (time, timestamp, true)
        return time
    }

    /// Begins a stretch if the clock was set before this timestamp; the learned drift stays valid.
    private mutating func stepOver(before timestamp: Int64, spacing: Int64) {
        guard let step, hasTimestamps || step.isPast else { return }
        let jump = Double(timestamp) - Double(lastTimestamp) - Double(spacing)
        let rest = abs(jump - Double(step.nanoseconds))
        guard step.isPast || rest <= Double(step.nanoseconds.magnitude) / 2 else { return }
        let isWhole = step.isPast || step.nanoseconds.magnitude > 1 << 60
        var ahead = isWhole ? step.nanoseconds : Int64(bounded: jump)
        if step.kind == .revoked, let trial {
            ahead = 0 &- trial.ahead
            self.trial = nil
        }
        if step.kind == .past { overshoot = min(max(overshoot, ahead), Self.mostOvershoot) }
        envelope?.set(aheadBy: ahead)
        line.timestamp &+= ahead
        setAhead &+= ahead
        line.error = line.error &+ Int64(bounded: watch.jitter)
        // Pairs from before the step do not describe the clock any more, so they are not corrected from now on.
        reported.keepAsTheyAre()
        self.step = nil
        guard step.kind == .onTrial else { return addPresent(at: timestamp, isStretch: true) }
        trial = (ahead, presentPair(at: timestamp))
        addPresent(at: timestamp, isStretch: true)
    }

    /// Reports the pair of a step again, because the step is now certain.
    private mutating func confirmTrial() {
        guard let pair = trial?.pair else { return }
        trial = nil
        reported.addAgain(pair)
    }

    /// Whether a timestamp can belong to a stretch.
    private func isPossible(
        _ timestamp: Int64,
        on line: ClockLine,
        before later: ClockLine?,
        seen: Int64,
        spacing: Int64?
    ) -> Bool {
        let time = line.boot(timestamp)
        let until = later?.until ?? .max
        guard time <= seen &+ Self.slack, time >= line.since &- Self.slack else { return false }
        if until != .max, time > until &+ Self.slack { return false }
        if let later, later.boot(timestamp) > later.until,
            later.boot(timestamp) <= seen &+ Self.slack
        {
            // The timestamp was taken after the reading that shows the step.
            return false
        }
        return !isBack(time, spacing: spacing)
    }

    /// Whether time would go back by more than the usual jitter of timestamps.
    private func isBack(_ time: Int64, spacing: Int64?) -> Bool {
        guard hasTimestamps, time < last else { return false }
        let trembling = max(1_000_000, 8 &* (spacing ?? 1_000_000))
        return (last &- time).magnitude > UInt64(trembling) &+ UInt64(overshoot)
    }

    /// Whether a timestamp misses every stretch by so much that a clock must have been set.
    private func isReallyElsewhere(_ timestamp: Int64, seen: Int64, spacing: Int64?) -> Bool {
        let time = line.boot(timestamp)
        if isBack(time, spacing: spacing) { return true }
        guard time > seen &+ Self.farAhead else { return false }
        guard let envelope else { return true }
        // If only arrivals are known, evenly spaced timestamps do not show that the clock was set: the first batches
        // were late, or the delay has become shorter. The envelope learns the shorter delay, and the line follows.
        let known = min(
            time,
            timestamp
                &+ (envelope.shortestDelay(at: hasTimestamps ? lastTimestamp : timestamp)
                    ?? (time &- timestamp))
        )
        guard hasTimestamps, known > seen &+ Self.farAhead else { return false }
        let jump = Double(timestamp &- lastTimestamp) - Double(spacing ?? 0)
        return watch.kind(
            ofJump: jump,
            early: Double(known &- seen),
            allowed: Double(Self.farAhead) / 4,
            spacing: Double(spacing ?? 0)
        ) != nil
    }

    /// A timestamp is further ahead of its arrival only if a clock was set.
    private static let farAhead: Int64 = 100_000_000

    /// Begins a stretch at a timestamp that fits no reading of the clock.
    private mutating func guess(_ timestamp: Int64, at time: Int64, seen: Int64) {
        let error = max(ClockLine.noise, max(seen, last) &- max(last, -Int64.farthestTimestamp))
        if envelope != nil {
            // `course` advances by as much as the instants do.
            if hasTimestamps { setAhead &+= (timestamp &- lastTimestamp) &- (time &- last) }
            envelope = ArrivalEnvelope(ClockArrival(timestamp: timestamp, seen: time))
            trial = nil
            watch.forgetTrial()
            reported.keepAsTheyAre()
        }
        line = ClockLine(
            timestamp: timestamp,
            boot: time,
            error: hasTimestamps ? error : ClockLine.noise
        )
        // The newest reading applies again as soon as timestamps fit it.
        if let newest, next.isEmpty {
            next = [ClockLine(through: newest)]
        }
        addPresent(at: timestamp, isStretch: true)
    }

    // MARK: Pairs

    private func presentPair(at timestamp: Int64) -> ClockPair {
        ClockPair(
            deviceNanoseconds: timestamp,
            boottimeNanoseconds: line.boot(timestamp),
            errorNanoseconds: line.error &+ (trial?.ahead ?? 0)
        )
    }

    private mutating func addPresent(at timestamp: Int64, isStretch: Bool = false) {
        var pair = presentPair(at: timestamp)
        if isReadable { return add(pair, isStretch: isStretch) }
        pair.beginsStretch = isStretch
        reported.add(pair, isCorrectable: true)
    }

    /// Adds a reading.
    private mutating func add(_ reading: ClockPair, isStretch: Bool) {
        var pair = reading
        pair.beginsStretch = isStretch
        // Two readings may differ by this noise without a visible step.
        pair.errorNanoseconds = max(pair.errorNanoseconds, ClockLine.noise) &+ lag
        reported.add(pair, isCorrectable: false)
    }

    private static func sane(_ arrival: ClockArrival) -> ClockArrival {
        ClockArrival(
            timestamp: arrival.timestamp.heldAsTimestamp,
            seen: arrival.seen.heldAsTimestamp
        )
    }

    private static func sane(_ pair: ClockPair) -> ClockPair {
        ClockPair(
            deviceNanoseconds: pair.deviceNanoseconds.heldAsTimestamp,
            boottimeNanoseconds: pair.boottimeNanoseconds.heldAsTimestamp,
            errorNanoseconds: min(max(pair.errorNanoseconds, 0), 1 << 60)
        )
    }
}
