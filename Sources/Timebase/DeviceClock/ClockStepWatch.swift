// A clock that cannot be read may be set by less than a sample is late now and then. One thing tells this from
// lateness, and from a loss: the stamps of a batch jump, and the time that it took to arrive jumps the other way.

/// Finds, batch by batch, by how much a device's clock was set.
struct ClockStepWatch: Sendable {
    /// By how much, and whether that was in an earlier batch than the one that shows it.
    struct Step: Sendable {
        var nanoseconds: Int64
        var isPast = false
    }

    /// A batch as it is seen by its newest stamp.
    struct Batch: Sendable {
        var newest: Int64
        var count: Int
        /// How far samples are apart.
        var spacing: Int64
        /// How much later it came than the shortest known delay lets it.
        var lateness: Int64
        /// By how much that delay may be wrong.
        var error: Int64
    }

    private var newest: Int64?
    /// By how much the newest stamp is behind the even places of those before it, since it was late or behind a loss.
    private var behind = 0.0
    /// The greatest jump ahead of the latest second.
    private var jump: (nanoseconds: Double, at: Int64)?
    /// How far stamps of ordinary batches are from even places.
    private(set) var jitter = 0.0

    /// A jump of the stamps, or of the way, by less is neither's to judge.
    private static let least = 1_000_000.0
    /// How far a batch's stamps are behind even places, at least, where the clock was set back.
    private static let leastBack = 3_000_000.0
    /// Lateness of stamps passes within so long, in nanoseconds; what stays was a loss.
    private static let passing = 2e9
    /// How long lateness can hide that a clock was set ahead.
    private static let hiding: Int64 = 1_000_000_000

    /// Takes a batch; answers by how much the clock was set among its stamps, or before them.
    mutating func see(_ batch: Batch) -> Step? {
        defer { newest = batch.newest }
        guard let before = newest, batch.count > 0, batch.spacing > 0 else { return nil }
        let advance = Double(batch.newest) - Double(before)
        let jump = advance - Double(batch.count) * Double(batch.spacing)
        let level = behind * max(0, 1 - max(0, advance) / Self.passing)
        let lateness = Double(batch.lateness)
        let allowed = Self.least + 2 * Double(batch.error)
        behind = max(0, level + jump)
        if jump.magnitude < 2 * Self.least { jitter = max(jitter * 0.99, jump.magnitude) }
        // Set ahead: nothing comes before it was taken.
        if -lateness > allowed {
            if jump >= -lateness - allowed { return take(jump, level) }
            if let hidden = self.jump, batch.newest &- hidden.at < Self.hiding,
                hidden.nanoseconds >= -lateness - allowed
            {
                self.jump = nil
                behind = max(0, behind - hidden.nanoseconds)
                return Step(nanoseconds: Self.whole(hidden.nanoseconds), isPast: true)
            }
        }
        // Set back: what makes up for lateness comes no earlier than its even place.
        let ahead = -(level + jump)
        if ahead > max(Self.leastBack, allowed), lateness >= ahead - allowed {
            return take(jump, level)
        }
        if jump > Self.least { noteHidden(jump, at: batch.newest) }
        return nil
    }

    private mutating func noteHidden(_ nanoseconds: Double, at stamp: Int64) {
        let known = jump.flatMap { stamp &- $0.at < Self.hiding ? $0.nanoseconds : nil }
        if nanoseconds > known ?? 0 { jump = (nanoseconds, stamp) }
    }

    private mutating func take(_ step: Double, _ level: Double) -> Step? {
        behind = level
        jump = nil
        return Step(nanoseconds: Self.whole(step))
    }

    private static func whole(_ step: Double) -> Int64 { Int64(min(max(step, -4e18), 4e18)) }
}
