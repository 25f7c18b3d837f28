// Gives the frames of a card their instants. A card's clock is its count of frames, which drifts against the
// machine's. As for any device, instants are learned from when frames arrived.

internal import Timebase

/// Gives frames of a card their instants.
struct CardClock: Sendable {
    private let shape: SoundShape
    private var clock: DeviceClock?
    /// The pairs of clock readings from stretches that have ended.
    private var pairs: [ClockPair] = []
    /// The newest instant that was returned.
    private var last: Int64?
    /// The newest frame whose arrival was noted.
    private var newest: Int64 = 0
    private var seen: Int64
    /// An arrival from which to learn once the instants before it have been returned.
    private var pending: ClockArrival?
    private let spacing: Int64

    /// The clock of a card that has delivered nothing since it was started.
    init(_ shape: SoundShape, since start: Int64) {
        self.shape = shape
        seen = start
        spacing = shape.nanoseconds(ofFrames: 1)
    }

    /// Notes that frames have arrived.
    ///
    /// - Parameters:
    ///   - frame: How many frames have arrived, including lost ones.
    ///   - seen: When, in nanoseconds of boot time.
    mutating func hear(_ frame: Int64, seen: Int64) {
        learn()
        let arrival = ClockArrival(timestamp: shape.nanoseconds(ofFrames: frame), seen: seen)
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

    /// The instant at which a frame arrived, never before one that was returned earlier.
    mutating func instant(ofFrame frame: Int64) -> BootInstant {
        let timestamp = shape.nanoseconds(ofFrames: frame)
        let time = clock?.instant(of: timestamp, seen: seen, spacing: spacing) ?? seen
        let later = max(time, last ?? time)
        last = later
        return BootInstant(nanoseconds: later)
    }

    /// Estimates the instant of a frame without affecting the instants that `instant(ofFrame:)` returns later.
    func estimate(ofFrame frame: Int64) -> BootInstant {
        var trial = self
        return trial.instant(ofFrame: frame)
    }

    /// Ends the stretch, because the card stopped counting for a time that its count does not show.
    mutating func restart() {
        pairs += takePairs(isLast: true)
        clock = nil
    }

    /// Returns the pairs that were not returned yet.
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
