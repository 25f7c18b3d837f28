// The order of lines by their counter. Where the counter goes on without a gap nothing waits; behind a gap lines wait
// until those that are missing have come, or so many others, or so long, that they are lost.

/// A line that is in its place.
struct OrderedLine: BitwiseCopyable, Sendable {
    var reading: LineReading
    /// When it was there, by the session's clock.
    var seen: Int64
    /// How many lines are missing ahead of it.
    var lost: Int64 = 0
    /// Whether the counter begins anew with it; how many lines are missing ahead of it then nobody counts.
    var beginsStretch = false
}

/// Puts lines in order, and counts those that are missing.
struct LineOrder: Sendable {
    /// What becomes of a line.
    enum Verdict: Sendable, Hashable {
        case taken
        /// It had come before.
        case repeated
        case late
    }

    /// Lines in their places, until somebody takes them.
    var ready: [OrderedLine] = []
    /// Lines whose counter was far from all others, and that were given up.
    private(set) var strays: Int64 = 0
    /// Lines that came ahead of others before them.
    private(set) var reordered: Int64 = 0

    /// A line that waits for those before it.
    private struct Held {
        var line: OrderedLine
        /// Its place by the counter.
        var place: Int64
        /// When it is waited for no longer.
        var deadline: Int64
        /// How many lines had come in their places when it came.
        var straight: Int64
    }

    private let modulus: Int64?
    /// The place that comes next; `nil` while the first lines are waited for.
    private var next: Int64?
    private var held: [Held] = []
    private var far: [Held] = []
    private var isNewStretch = false
    /// How many lines came just when it was their turn.
    private var straight: Int64 = 0
    /// Which of the places before `next` have come, the last in the lowest bit.
    private var history: UInt64 = 0

    /// A counter shows no more: places stay far from the ends of what can be counted.
    static let mostCount: Int64 = 1 << 60
    /// So many lines wait at most.
    static let mostHeld = 16
    /// For so long a line waits at most, in nanoseconds.
    static let patience: Int64 = 250_000_000
    /// A counter that is farther ahead needs a second line that says so.
    private static let farAhead: Int64 = 65_536
    private static let remembered: Int64 = 64

    /// The order of lines whose counter begins anew behind so many bits.
    ///
    /// - Parameter bits: 8, 16, 32, or 64 where it never does.
    init(bits: Int) {
        modulus = bits < 64 ? 1 << Int64(bits) : nil
        held.reserveCapacity(Self.mostHeld + 1)
        ready.reserveCapacity(256)
    }

    /// When somebody has to call `settle`, whatever comes.
    ///
    /// A line that is far away waits for the next one, however slow the device is.
    var deadline: Int64? { held.lazy.map(\.deadline).min() }

    // MARK: Taking

    /// Takes a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - sense: Where the device's own time puts it.
    /// - Returns: What becomes of it.
    mutating func take(_ line: OrderedLine, sense: DeviceTicks.Sense) -> Verdict {
        guard let next else { return begin(line) }
        let place = place(of: line.reading.count, behind: next, sense: sense)
        if place == next, held.isEmpty, far.isEmpty {
            give(line)
            return .taken
        }
        // A narrow counter that begins anew may seem to be ahead.
        if sense == .back, place < next || modulus != nil && place != next {
            restart()
            return begin(line)
        }
        // Time that goes on while the counter goes back is that of a counter which has begun anew.
        let isBehind = place < next &- Self.remembered || sense == .ahead && place < next
        if isBehind || place > max(next, held.last?.place ?? next) &+ Self.farAhead {
            return takeFar(line, place)
        }
        if place < next {
            return history & 1 << UInt64(next - place - 1) != 0 ? .repeated : .late
        }
        if held.contains(where: { $0.place == place }) { return .repeated }
        if place == next {
            if !held.isEmpty { reordered += 1 }
            straight += 1
            give(line)
            giveFollowing()
        } else {
            hold(line, place)
            if held.count > Self.mostHeld { giveUpFirst() }
        }
        forgetOvertaken()
        return .taken
    }

    /// Waits no longer for what is due at an instant.
    mutating func settle(at now: Int64) {
        if next == nil, held.contains(where: { $0.deadline <= now }) { endBeginning() }
        while held.contains(where: { $0.deadline <= now }) { giveUpFirst() }
    }

    /// Waits no longer for anything: there will be no more lines.
    mutating func finish() {
        if next == nil { endBeginning() }
        while !held.isEmpty { giveUpFirst() }
        strays += Int64(far.count)
        far.removeAll()
    }

    // MARK: The beginning of a stretch

    /// Two lines tell where a counter begins: the second may have come first.
    private mutating func begin(_ line: OrderedLine) -> Verdict {
        guard let first = held.first else {
            hold(line, line.reading.count)
            return .taken
        }
        if first.place == line.reading.count { return .repeated }
        let distance = distance(from: first.place, to: line.reading.count)
        hold(line, first.place &+ distance)
        endBeginning()
        return .taken
    }

    private mutating func endBeginning() {
        guard let first = held.first else { return }
        next = first.place
        history = 0
        giveFollowing()
    }

    private mutating func restart() {
        while !held.isEmpty { giveUpFirst() }
        strays += Int64(far.count)
        far.removeAll(keepingCapacity: true)
        next = nil
        isNewStretch = true
    }

    // MARK: Places

    /// How far one count is ahead of another, the shorter way round.
    private func distance(from first: Int64, to second: Int64) -> Int64 {
        let plain = second &- first
        guard let modulus else { return plain }
        let rest = plain & (modulus - 1)
        return rest >= modulus / 2 ? rest - modulus : rest
    }

    private func place(of count: Int64, behind next: Int64, sense: DeviceTicks.Sense) -> Int64 {
        let distance = distance(from: next, to: count)
        // Where time goes on, a narrow counter that seems to be behind has come round.
        if let modulus, sense == .ahead, distance < 0 { return next &+ distance &+ modulus }
        return next &+ distance
    }

    // MARK: Lines that are far away

    /// Takes a line whose counter says something else than all before: a second one has to agree.
    private mutating func takeFar(_ line: OrderedLine, _ place: Int64) -> Verdict {
        guard let next else { return .taken }
        let kept = Held(
            line: line,
            place: place,
            deadline: line.seen &+ Self.patience,
            straight: straight
        )
        guard let first = far.first else {
            far.append(kept)
            return .taken
        }
        let distance = distance(from: first.place, to: place)
        if distance == 0 { return .repeated }
        guard distance.magnitude <= UInt64(Self.mostHeld) else {
            strays += 1
            far = [kept]
            return .taken
        }
        far.removeAll(keepingCapacity: true)
        let isRestart = place < next
        if isRestart {
            restart()
            hold(first.line, first.line.reading.count)
            _ = begin(line)
        } else {
            hold(first.line, first.place)
            hold(line, place)
        }
        return .taken
    }

    /// Gives up what so many lines have overtaken that no gap explains it.
    private mutating func forgetOvertaken() {
        guard !far.isEmpty || !held.isEmpty else { return }
        let limit = straight &- Int64(Self.mostHeld)
        let before = held.count + far.count
        held.removeAll { $0.straight < limit }
        far.removeAll { $0.straight < limit }
        strays += Int64(before - held.count - far.count)
    }

    // MARK: Waiting

    private mutating func hold(_ line: OrderedLine, _ place: Int64) {
        let kept = Held(
            line: line,
            place: place,
            deadline: line.seen &+ Self.patience,
            straight: straight
        )
        let index = held.firstIndex { $0.place > place } ?? held.count
        if index < held.count { reordered += 1 }
        held.insert(kept, at: index)
    }

    private mutating func give(_ line: OrderedLine) {
        guard let next else { return }
        ready.append(line)
        if isNewStretch {
            ready[ready.count - 1].beginsStretch = true
            isNewStretch = false
        }
        history = history << 1 | 1
        self.next = next &+ 1
    }

    private mutating func giveFollowing() {
        while let first = held.first, first.place == next {
            held.removeFirst()
            give(first.line)
        }
    }

    /// Takes for lost what the first of those that wait is waiting for.
    private mutating func giveUpFirst() {
        guard let next, var first = held.first else { return }
        let lost = max(0, first.place &- next)
        first.line.lost = lost
        held.removeFirst()
        history = lost < 64 ? history << UInt64(lost) : 0
        self.next = first.place
        give(first.line)
        giveFollowing()
    }
}
