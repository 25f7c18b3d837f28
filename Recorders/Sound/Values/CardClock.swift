// A card has a clock of its own, its count of frames, which drifts from the machine's. Its instants are learned from
// when frames had come, as those of any device.

internal import Timebase

/// Gives frames of a card their instants.
struct CardClock: Sendable {
    private let shape: SoundShape
    private var clock: DeviceClock?
    /// The pairs of stretches that have ended.
    private var pairs: [ClockPair] = []
    /// The newest instant that was given.
    private var last: Int64?
    /// The newest frame that the clock has heard of.
    private var newest: Int64 = 0
    private var seen: Int64
    /// What is learned once the instants up to it are given.
    private var pending: ClockArrival?
    private let spacing: Int64

    /// The clock of a card from which nothing has come since it began.
    init(_ shape: SoundShape, since start: Int64) {
        self.shape = shape
        seen = start
        spacing = shape.nanoseconds(ofFrames: 1)
    }

    /// Takes that frames were there.
    ///
    /// - Parameters:
    ///   - frame: How many had come, lost ones included.
    ///   - seen: When, in nanoseconds of boot time.
    mutating func hear(_ frame: Int64, seen: Int64) {
        learn()
        let arrival = ClockArrival(stamp: shape.nanoseconds(ofFrames: frame), seen: seen)
        if clock == nil {
            clock = DeviceClock(arrivals: [arrival])
            if let last { clock?.pass(last) }
        } else {
            let count = Int(clamping: max(0, frame - newest))
            clock?.expect(arrival, count: count, spacing: spacing)
            pending = arrival
        }
        (newest, self.seen) = (frame, seen)
    }

    /// The instant at which a frame had come; never before one that was given.
    mutating func instant(ofFrame frame: Int64) -> BootInstant {
        let stamp = shape.nanoseconds(ofFrames: frame)
        let time = clock?.instant(of: stamp, seen: seen, spacing: spacing) ?? seen
        let later = max(time, last ?? time)
        last = later
        return BootInstant(nanoseconds: later)
    }

    /// The instant of a frame ahead of which others are still to be given; what is given is not changed by it.
    func estimate(ofFrame frame: Int64) -> BootInstant {
        var trial = self
        return trial.instant(ofFrame: frame)
    }

    /// Ends the stretch: the card has stopped counting for a time that nobody knows to the frame.
    mutating func restart() {
        pairs += takePairs(isLast: true)
        clock = nil
    }

    /// The pairs that were not taken yet.
    mutating func takePairs(isLast: Bool = false) -> [ClockPair] {
        defer { pairs = [] }
        if isLast {
            learn()
            clock?.end()
        }
        return pairs + (clock?.takePairs() ?? [])
    }

    private mutating func learn() {
        if let pending { clock?.note(pending) }
        pending = nil
    }
}
