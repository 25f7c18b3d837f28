// Orders lines by their counter. While the counter has no gap, lines pass at once. After a gap, lines wait for the
// missing ones. After a number of further lines or a time limit, the missing ones count as lost.

/// A line at its position in the order.
struct OrderedLine: BitwiseCopyable, Sendable {
    var reading: LineReading
    /// When it had arrived, by the session's clock.
    var seen: Int64
    /// How many lines are missing before it.
    var lost: Int64 = 0
    /// Whether the counter restarts with it; the number of lines missing before it is then unknown.
    var beginsStretch = false
}

/// Puts lines in order, and counts missing lines.
struct LineOrder: Sendable {
    /// What happened to a line.
    enum Verdict: Sendable, Hashable {
        case taken
        /// It had come before.
        case repeated
        case late
    }

    /// Lines in order, until the caller removes them.
    var ready: [OrderedLine] = []
    /// How many lines were dropped because their counter was far from all others.
    private(set) var strays: Int64 = 0
    /// How many lines came after later ones.
    private(set) var reordered: Int64 = 0

    /// A line that waits for those before it.
    private struct Held {
        var line: OrderedLine
        /// Its position by the counter.
        var place: Int64
        /// Until when it waits.
        var deadline: Int64
        /// How many lines had come in order when it came.
        var straight: Int64
    }

    private let modulus: Int64?
    /// The position of the next line; `nil` while the first lines wait.
    private var next: Int64?
    private var held: [Held] = []
    private var far: [Held] = []
    private var isNewStretch = false
    /// How many lines came exactly in order.
    private var straight: Int64 = 0
    /// Which of the positions before `next` have come; the lowest bit is the one just before it.
    private var history: UInt64 = 0

    /// The greatest accepted count, so that computing with positions cannot overflow.
    static let mostCount: Int64 = 1 << 60
    /// The most lines that wait.
    static let mostHeld = 16
    /// The longest time that a line waits, in nanoseconds.
    static let patience: Int64 = 250_000_000
    /// A counter further ahead than this must be confirmed by a second line.
    private static let farAhead: Int64 = 65_536
    private static let remembered: Int64 = 64

    /// The order of lines whose counter wraps after so many bits.
    ///
    /// - Parameter bits: 8, 16, 32, or 64 for a counter that never wraps.
    init(bits: Int) {
        modulus = bits < 64 ? 1 << Int64(bits) : nil
        held.reserveCapacity(Self.mostHeld + 1)
        ready.reserveCapacity(256)
    }

    /// When `settle` must be called, even if nothing comes.
    ///
    /// A line with a distant counter has no deadline: it waits for the next line, however slow the device is.
    var deadline: Int64? { held.lazy.map(\.deadline).min() }

    // MARK: Taking

    /// Adds a line, and moves all lines that need not wait to `ready`.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - sense: Whether the device's own time places it before or after the previous lines.
    /// - Returns: What happened to it.
    mutating func take(_ line: OrderedLine, sense: DeviceTicks.Sense) -> Verdict {
        guard let next else { return begin(line) }
        let place = place(of: line.reading.count, behind: next, sense: sense)
        if place == next, held.isEmpty, far.isEmpty {
            give(line)
            return .taken
        }
        // A narrow counter that restarts may seem to be ahead.
        if sense == .back, place < next || modulus != nil && place != next {
            restart()
            return begin(line)
        }
        // If time goes on while the counter goes back, the counter has restarted.
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

    /// Ends all waits that are due.
    mutating func settle(at now: Int64) {
        if next == nil, held.contains(where: { $0.deadline <= now }) { endBeginning() }
        while held.contains(where: { $0.deadline <= now }) { giveUpFirst() }
    }

    /// Ends all waits, because no more lines come.
    mutating func finish() {
        if next == nil { endBeginning() }
        while !held.isEmpty { giveUpFirst() }
        strays += Int64(far.count)
        far.removeAll()
    }

    // MARK: The beginning of a stretch

    /// Begins a stretch with two lines, because the second may have been sent first.
    ///
    /// Drops the first if the counter of the second is far from its own.
    private mutating func begin(_ line: OrderedLine) -> Verdict {
        guard let first = held.first else {
            hold(line, line.reading.count)
            return .taken
        }
        if first.place == line.reading.count { return .repeated }
        let distance = distance(from: first.place, to: line.reading.count)
        guard (-Self.remembered...Self.farAhead).contains(distance) else {
            // The device may have sent the first line before it restarted, because a port stores what nobody has read.
            // The line is dropped; otherwise its distance to the next lines would count as lost lines.
            strays += 1
            held.removeAll(keepingCapacity: true)
            hold(line, line.reading.count)
            return .taken
        }
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

    /// How far one count is ahead of another, by the shorter way round.
    private func distance(from first: Int64, to second: Int64) -> Int64 {
        let plain = second &- first
        guard let modulus else { return plain }
        let rest = plain & (modulus - 1)
        return rest >= modulus / 2 ? rest - modulus : rest
    }

    private func place(of count: Int64, behind next: Int64, sense: DeviceTicks.Sense) -> Int64 {
        let distance = distance(from: next, to: count)
        // If time goes on, a narrow counter that seems to be behind has wrapped.
        if let modulus, sense == .ahead, distance < 0 { return next &+ distance &+ modulus }
        return next &+ distance
    }

    // MARK: Lines that are far away

    /// Holds a line with a distant counter until a second line confirms it.
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

    /// Drops waiting lines after which more than `mostHeld` lines have come in order: their counters were wrong.
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

    /// Counts as lost what the first waiting line is waiting for.
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
