// One device's time. Its stamps are of a clock that may be set, may stop while the machine sleeps, may
// drift, or may not even be readable; files need instants of boot time. Pairs of the two are all that is
// known, and each stamp is converted by those that held when it was taken.

/// Converts a device's stamps to boot time.
///
/// Between two steps of a clock lies a stretch. A stamp from before a step is converted by the stretch
/// before it, wherever in a batch it stands. Within a stretch a clock that can be read keeps its distances to
/// the nanosecond; one that is known by its arrivals is followed, drift included, without a jump.
public struct DeviceClock: Sendable {
    /// The pairs that `takePairs` has not given: the first, one for each stretch, one a minute, and the last.
    public private(set) var pairs: [ClockPair] = []
    /// The newest pair, taken or not.
    private var newestPair: ClockPair?
    /// Whether anybody takes pairs; else none are kept.
    private var keepsPairs = true

    private var line: ClockLine
    /// Stretches that have begun, and of which no stamp has been seen.
    private var next: [ClockLine] = []
    /// The newest reading, where the clock can be read.
    private var newest: ClockPair?
    private var envelope: ArrivalEnvelope?
    /// Sees that a clock was set that cannot be read.
    private var watch = ClockStepWatch()
    /// By how much it was set before a stamp that is still to come.
    private var step: ClockStepWatch.Step?
    /// A step that is still to be confirmed: by how much, and the pair that was told of it.
    private var trial: (ahead: Int64, pair: ClockPair)?
    /// By how much instants that were given may be ahead of those to come, as a step was seen late.
    private var overshoot: Int64 = 0
    /// By how much the clock shows less than there is, at most.
    private let lag: Int64
    /// The pairs that what is learned later may show to be wrong by more than they say, and by how much they say.
    private var doubtful: [ClockPair] = []
    /// The newest instant that was given.
    public private(set) var last = Int64.min
    private var hasStamps = false
    private var lastStamp: Int64 = 0
    /// By how much the device's own clock was set in all, where only arrivals tell of it.
    private var setAhead: Int64 = 0

    /// What a stamp may be ahead of its arrival, or of a reading beside it.
    private static let slack: Int64 = 5_000_000
    /// How often a pair is kept.
    private static let interval: Int64 = 60_000_000_000
    /// The most that a line is bent to come to what was learned.
    private static let mostSlew = 0.005
    private static let mostDrift = 0.001
    /// Within so long a line comes to what is known.
    private static let horizon = 2e9
    /// The pairs that are kept to be told again, and for how long.
    private static let mostDoubtful = 8
    /// What is worth a record of its own.
    private static let gross: Int64 = 1_000_000
    private static let doubt: Int64 = 60_000_000_000
    /// A step that is seen late was hidden for no longer.
    private static let mostOvershoot: Int64 = 2_000_000_000
    /// A clock that can be read, by a first reading of it.
    ///
    /// - Parameters:
    ///   - reading: What it showed.
    ///   - lag: By how much a stamp may be less than the clock showed, in nanoseconds: a coarse clock's are.
    public init(reading: ClockPair, lag: Int64 = 0) {
        let reading = Self.sane(reading)
        self.lag = lag
        line = ClockLine(through: reading)
        newest = reading
        add(reading, isStretch: true)
    }

    /// A clock whose stamps are boot time.
    public static var boottime: DeviceClock {
        var clock = DeviceClock(
            reading: ClockPair(deviceNanoseconds: 0, boottimeNanoseconds: 0, errorNanoseconds: 0)
        )
        clock.line.error = 0
        clock.keepsPairs = false
        clock.pairs = []
        return clock
    }

    /// A clock that cannot be read, by the first batches that arrived.
    public init(arrivals: [ClockArrival]) {
        let first = arrivals.first ?? ClockArrival(stamp: 0, seen: 0)
        let envelope = ArrivalEnvelope(
            Self.sane(first),
            arrivals.dropFirst().lazy.map { Self.sane($0) }
        )
        self.envelope = envelope
        lag = 0
        let known = envelope.line
        line = ClockLine(stamp: known.stamp, boot: known.stamp &+ known.delay, error: 0)
        line.error = Int64(bounded: known.errorNanoseconds)
        doubtful.reserveCapacity(Self.mostDoubtful)
        addPresent(at: line.stamp, isStretch: true)
    }

    /// By how much an instant may be wrong at present.
    ///
    /// Where only arrivals are known this is beside the shortest delay that there is, of which nothing tells.
    public var errorNanoseconds: Int64 { line.error &+ lag &+ (trial?.ahead ?? 0) }

    /// How far the device has come by the newest stamp, on a course that only its own clock makes.
    ///
    /// An instant is learned from arrivals where the clock cannot be read, and comes slowly to what was learned; this
    /// one keeps the distances of the stamps, and leaves out by how much the clock was set.
    @inline(__always)
    public var course: Int64 { envelope == nil ? last : lastStamp &- setAhead }

    /// True if the clock can be read: then its stretches keep their distances.
    public var isReadable: Bool { envelope == nil }

    /// True if what is missing ahead of the batch that is expected is no certain loss, or not lost there.
    ///
    /// Its stamps, and when it came, could be those of a clock that was set; or a step that the last batches seemed
    /// to show was none, and samples were lost there instead.
    public var isLossUncertain: Bool { watch.isUnsure || step?.kind == .revoked }

    // MARK: What is learned

    /// Takes a reading of the clock; a step since the last one begins a new stretch.
    public mutating func note(_ reading: ClockPair) {
        guard let before = newest else { return }
        let reading = Self.sane(reading)
        newest = reading
        let known = next.last ?? line
        let off = reading.boottimeNanoseconds &- known.aim(reading.deviceNanoseconds)
        // Whoever reads two clocks may have been interrupted between them, now or at the reading before.
        let trembling = ClockLine.noise &+ reading.errorNanoseconds &+ known.readingError
        guard off.magnitude > UInt64(trembling) else {
            better(by: reading, off: off)
            if isDue(reading.boottimeNanoseconds) { add(reading, isStretch: false) }
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

    /// Takes a reading without a step; one that is better than that of the line corrects it.
    private mutating func better(by reading: ClockPair, off: Int64) {
        if let known = next.last {
            // No stamp has been converted by it.
            guard reading.errorNanoseconds < known.readingError else { return }
            next[next.count - 1] = ClockLine(
                through: reading,
                since: known.since,
                until: known.until
            )
            return
        }
        let isThere = Double(reading.deviceNanoseconds &- line.stamp) >= line.slewNanoseconds
        if line.slew != 0, isThere { line.error = max(line.readingError, ClockLine.noise) }
        guard reading.errorNanoseconds < line.readingError else { return }
        let (since, until) = (line.since, line.until)
        if off.magnitude > UInt64(ClockLine.noise) {
            let length = max(Self.horizon, Double(off.magnitude) / Self.mostSlew)
            line = ClockLine(
                stamp: reading.deviceNanoseconds,
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

    /// Takes the next batch ahead of its stamps, where only arrivals tell of the clock: they show that it was set.
    ///
    /// - Parameters:
    ///   - batch: Its newest stamp, and when it was there.
    ///   - count: How many stamps it has.
    ///   - spacing: How far samples are apart.
    public mutating func expect(_ batch: ClockArrival, count: Int, spacing: Int64) {
        guard let envelope else { return }
        let batch = Self.sane(batch)
        if overshoot > 0, line.boot(lastStamp) >= last { overshoot = 0 }
        let delay = batch.seen &- batch.stamp
        // As it was known before: a drift makes nothing of the time by which a clock was set.
        let place = hasStamps ? lastStamp : batch.stamp
        let known = line.aim(place) &- place
        // In the first seconds a late start looks like a clock that was set; only great steps are none.
        let error = envelope.isYoung ? Self.farAhead / 2 : line.error
        step = watch.see(
            ClockStepWatch.Batch(
                newest: batch.stamp,
                count: count,
                spacing: spacing,
                lateness: delay &- min(known, envelope.shortestDelay(at: place) ?? known),
                error: error
            )
        )
        if watch.hasConfirmed { confirmTrial() }
        if trial == nil, step?.kind == .revoked { step = nil }
    }

    /// Takes when a batch arrived, where nothing else tells of the clock.
    public mutating func note(_ arrival: ClockArrival) {
        let arrival = Self.sane(arrival)
        // Where a step may be none, nothing is learned.
        guard trial == nil, !watch.isUnsure, var learning = envelope else { return }
        let isNew = learning.add(arrival)
        envelope = learning
        guard isNew else { return }
        let known = learning.line
        let now = line.boot(arrival.stamp)
        let off = Double((arrival.stamp &+ known.delay) &- now)
        line = ClockLine(
            stamp: arrival.stamp,
            boot: now,
            drift: min(max(known.drift, -Self.mostDrift), Self.mostDrift),
            slew: min(max(off / Self.horizon, -Self.mostSlew), Self.mostSlew),
            slewNanoseconds: Self.horizon,
            error: Int64(min(known.errorNanoseconds + abs(off), 1e15))
        )
        correctPairs(by: known)
        if isDue(now) || isMuchBetter { addPresent(at: arrival.stamp) }
    }

    /// Tells a pair again of which it has come to be known that it is wrong by more than it says.
    private mutating func correctPairs(by known: ArrivalEnvelope.Line) {
        for index in doubtful.indices {
            let pair = doubtful[index]
            let ahead = pair.deviceNanoseconds &- known.stamp
            let place =
                pair.deviceNanoseconds &+ known.delay &+ Int64(bounded: known.drift * Double(ahead))
            let off = Double((place &- pair.boottimeNanoseconds).magnitude)
            guard off > Double(max(pair.errorNanoseconds, Self.gross)) else { continue }
            // A quarter more, so that it is not told again for each nanosecond.
            let error = min(1.25 * (off + known.errorNanoseconds), 1e15)
            doubtful[index].errorNanoseconds = Int64(bounded: error)
            add(doubtful[index], isStretch: false)
        }
    }

    /// Whether the line is known so much better than the last pair says that another one is worth its record.
    private var isMuchBetter: Bool {
        guard let last = doubtful.last else { return false }
        return last.errorNanoseconds > Self.gross && line.error < last.errorNanoseconds / 4
    }

    /// Keeps a last pair.
    public mutating func end() {
        if let newest {
            if newestPair?.boottimeNanoseconds != newest.boottimeNanoseconds {
                add(newest, isStretch: false)
            }
        } else if hasStamps {
            addPresent(at: lastStamp)
        }
    }

    /// True if there are pairs that `takePairs` has not given yet.
    public var hasNewPairs: Bool { !pairs.isEmpty }

    /// The pairs that this call has not given yet; the clock keeps them no longer.
    public mutating func takePairs() -> [ClockPair] {
        defer { pairs = [] }
        return pairs
    }

    // MARK: Conversion

    /// Converts a stamp.
    ///
    /// - Parameters:
    ///   - stamp: In nanoseconds of the device's clock.
    ///   - seen: When it had arrived.
    ///   - spacing: How far samples are apart; `nil` for events, which come when they come.
    /// - Returns: The instant; never before that of an earlier stamp.
    @inline(__always)
    public mutating func instant(of stamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        let stamp = stamp.heldAsStamp
        if step != nil { stepOver(before: stamp, spacing: spacing ?? 0) }
        let time = line.boot(stamp)
        // The usual case: no step is known of, and time goes on as it did.
        if next.isEmpty, time >= last, time <= seen &+ Self.slack {
            (last, lastStamp, hasStamps) = (time, stamp, true)
            return time
        }
        return unusualInstant(of: stamp, seen: seen.heldAsStamp, spacing: spacing)
    }

    /// Takes that something else was at an instant: what follows is not before it.
    public mutating func pass(_ instant: Int64) { last = max(last, instant) }

    private mutating func unusualInstant(of stamp: Int64, seen: Int64, spacing: Int64?) -> Int64 {
        var best: (index: Int, distance: UInt64)?
        // Samples follow each other evenly; events are read when they come.
        let wanted = spacing.map { hasStamps ? last &+ $0 : -Int64.farthestStamp } ?? seen
        for index in -1..<next.count {
            let line = index < 0 ? line : next[index]
            let time = line.boot(stamp)
            let later = index + 1 < next.count ? next[index + 1] : nil
            guard
                isPossible(stamp, on: line, before: later, seen: seen, spacing: spacing)
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
        case .none where isReallyElsewhere(stamp, seen: seen, spacing: spacing):
            guess(stamp, at: max(hasStamps ? min(wanted, seen) : seen, last), seen: seen)
        case .none:
            break
        }
        let time = max(line.boot(stamp).heldAsStamp, last)
        (last, lastStamp, hasStamps) = (time, stamp, true)
        return time
    }

    /// Begins a stretch where the clock was set before this stamp: what is known of its course holds.
    private mutating func stepOver(before stamp: Int64, spacing: Int64) {
        guard let step, hasStamps || step.isPast else { return }
        let jump = Double(stamp) - Double(lastStamp) - Double(spacing)
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
        line.stamp &+= ahead
        setAhead &+= ahead
        line.error = line.error &+ Int64(bounded: watch.jitter)
        // What came before is nothing that the clock says of itself now.
        doubtful.removeAll(keepingCapacity: true)
        self.step = nil
        guard step.kind == .onTrial else { return addPresent(at: stamp, isStretch: true) }
        trial = (ahead, presentPair(at: stamp))
        addPresent(at: stamp, isStretch: true)
    }

    /// Tells the pair of a step again, which is certain now.
    private mutating func confirmTrial() {
        guard let pair = trial?.pair else { return }
        trial = nil
        add(pair, isStretch: false)
        if let index = doubtful.lastIndex(where: { $0.deviceNanoseconds == pair.deviceNanoseconds })
        {
            doubtful[index] = pair
        }
    }

    /// Whether a stamp can be of a stretch.
    private func isPossible(
        _ stamp: Int64,
        on line: ClockLine,
        before later: ClockLine?,
        seen: Int64,
        spacing: Int64?
    ) -> Bool {
        let time = line.boot(stamp)
        let until = later?.until ?? .max
        guard time <= seen &+ Self.slack, time >= line.since &- Self.slack else { return false }
        if until != .max, time > until &+ Self.slack { return false }
        if let later, later.boot(stamp) > later.until, later.boot(stamp) <= seen &+ Self.slack {
            // It was taken behind the reading that shows the step.
            return false
        }
        return !isBack(time, spacing: spacing)
    }

    /// Whether time would go back by more than stamps tremble.
    private func isBack(_ time: Int64, spacing: Int64?) -> Bool {
        guard hasStamps, time < last else { return false }
        let trembling = max(1_000_000, 8 &* (spacing ?? 1_000_000))
        return (last &- time).magnitude > UInt64(trembling) &+ UInt64(overshoot)
    }

    /// Whether a stamp fits no stretch by so much that a clock must have been set.
    private func isReallyElsewhere(_ stamp: Int64, seen: Int64, spacing: Int64?) -> Bool {
        let time = line.boot(stamp)
        if isBack(time, spacing: spacing) { return true }
        guard time > seen &+ Self.farAhead else { return false }
        guard let envelope else { return true }
        // Stamps that follow each other as ever show no clock that was set. Where only arrivals tell, the
        // first ones were late by so much, or the way is shorter now: that is learned, and the line comes back.
        let known = min(
            time,
            stamp &+ (envelope.shortestDelay(at: hasStamps ? lastStamp : stamp) ?? (time &- stamp))
        )
        guard hasStamps, known > seen &+ Self.farAhead else { return false }
        let jump = Double(stamp &- lastStamp) - Double(spacing ?? 0)
        return watch.kind(
            ofJump: jump,
            early: Double(known &- seen),
            allowed: Double(Self.farAhead) / 4,
            spacing: Double(spacing ?? 0)
        ) != nil
    }

    /// What no stamp is ahead of its arrival by, unless a clock was set.
    private static let farAhead: Int64 = 100_000_000

    /// Begins a stretch at a stamp of which nobody has read the clock.
    private mutating func guess(_ stamp: Int64, at time: Int64, seen: Int64) {
        let error = max(ClockLine.noise, max(seen, last) &- max(last, -Int64.farthestStamp))
        if envelope != nil {
            // The course goes on as the instants do.
            if hasStamps { setAhead &+= (stamp &- lastStamp) &- (time &- last) }
            envelope = ArrivalEnvelope(ClockArrival(stamp: stamp, seen: time))
            trial = nil
            watch.forgetTrial()
            doubtful.removeAll(keepingCapacity: true)
        }
        line = ClockLine(stamp: stamp, boot: time, error: hasStamps ? error : ClockLine.noise)
        // The newest reading holds again as soon as stamps fit it.
        if let newest, next.isEmpty {
            next = [ClockLine(through: newest)]
        }
        addPresent(at: stamp, isStretch: true)
    }

    // MARK: Pairs

    private func isDue(_ time: Int64) -> Bool {
        guard let last = newestPair else { return false }
        return time &- last.boottimeNanoseconds >= Self.interval
    }

    private func presentPair(at stamp: Int64) -> ClockPair {
        ClockPair(
            deviceNanoseconds: stamp,
            boottimeNanoseconds: line.boot(stamp),
            errorNanoseconds: line.error &+ (trial?.ahead ?? 0)
        )
    }

    private mutating func addPresent(at stamp: Int64, isStretch: Bool = false) {
        let pair = presentPair(at: stamp)
        add(pair, isStretch: isStretch)
        if !isReadable { doubt(pair) }
    }

    /// Keeps a pair for as long as what is learned may contradict it.
    private mutating func doubt(_ pair: ClockPair) {
        doubtful.removeAll {
            pair.boottimeNanoseconds &- $0.boottimeNanoseconds > Self.doubt
        }
        if doubtful.count >= Self.mostDoubtful { doubtful.removeFirst() }
        doubtful.append(pair)
    }

    private mutating func add(_ pair: ClockPair, isStretch: Bool) {
        var pair = pair
        pair.beginsStretch = isStretch
        // What two readings may differ by without a step, nobody sees.
        if isReadable { pair.errorNanoseconds = max(pair.errorNanoseconds, ClockLine.noise) &+ lag }
        // One that is told again is no newer.
        let isNewer = newestPair.map { pair.boottimeNanoseconds >= $0.boottimeNanoseconds } ?? true
        if isStretch || isNewer { newestPair = pair }
        if keepsPairs { pairs.append(pair) }
    }

    private static func sane(_ arrival: ClockArrival) -> ClockArrival {
        ClockArrival(stamp: arrival.stamp.heldAsStamp, seen: arrival.seen.heldAsStamp)
    }

    private static func sane(_ pair: ClockPair) -> ClockPair {
        ClockPair(
            deviceNanoseconds: pair.deviceNanoseconds.heldAsStamp,
            boottimeNanoseconds: pair.boottimeNanoseconds.heldAsStamp,
            errorNanoseconds: min(max(pair.errorNanoseconds, 0), 1 << 60)
        )
    }
}
