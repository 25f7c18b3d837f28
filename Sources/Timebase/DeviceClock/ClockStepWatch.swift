// Detects that a device's clock was set, if that clock cannot be read. The step may be smaller than the occasional
// lateness of a batch. A step differs from lateness and loss: the timestamps of a batch jump, and its delay jumps by
// the same amount in the other direction. If the delay jumps by less, either the batch was also late, or samples
// were lost just as the delay became shorter. Only the following batches show which.

/// Finds by how much a device's clock was set, batch by batch.
struct ClockStepWatch: Sendable {
    /// The size of a step and how certain it is.
    struct Step: Sendable {
        enum Kind: Sendable {
            /// The clock was set among the timestamps of this batch.
            case certain
            /// Probably a step; the following batches confirm or revoke it.
            case onTrial
            /// The clock was set in an earlier batch, and this batch shows it.
            case past
            /// The last step was not a step: samples were lost instead.
            case revoked
        }

        var nanoseconds: Int64
        var kind = Kind.certain

        /// True if the step applies from the first timestamp of the batch on.
        var isPast: Bool { kind == .past || kind == .revoked }
    }

    /// A batch, described by its newest timestamp.
    struct Batch: Sendable {
        var newest: Int64
        var count: Int
        /// How far samples are apart.
        var spacing: Int64
        /// How much later it arrived than the shortest known delay predicts; negative if it came earlier.
        var lateness: Int64
        /// The error of that shortest delay.
        var error: Int64
    }

    /// A step that is not yet confirmed.
    private struct Trial {
        var nanoseconds: Double
        var since: Int64
        /// How long a revocation takes, in nanoseconds.
        var patience: Double
        var batches = 0
    }

    /// A forward jump that no batch has yet shown to be a step.
    private struct Hidden {
        var nanoseconds: Double
        var at: Int64
        var mayBeLoss: Bool
        /// A later batch still shows the step if it is early by the size of the step minus this.
        var beside: Double
        /// How long later batches can still show it, in nanoseconds.
        var patience: Double

        func isOver(at timestamp: Int64) -> Bool { Double(timestamp) - Double(at) >= patience }
    }

    private var newest: Int64?
    /// How much later the newest timestamp is than even spacing predicts, because of lateness or a loss.
    private var behind = 0.0
    /// The greatest forward jump in the latest second.
    private var jump: Hidden?
    private var trial: Trial?
    /// How far timestamps of ordinary batches are from even spacing.
    private(set) var jitter = 0.0
    /// True if the newest batch arrived too early and may show a step, but was not taken as one.
    private(set) var isUnsure = false
    /// True if the newest batch has confirmed the step that was on trial.
    private(set) var hasConfirmed = false

    /// A smaller jump of timestamps or delay, in nanoseconds, proves neither a step nor a loss.
    private static let least = 1_000_000.0
    /// The clock was set back only if a batch's timestamps are at least this much earlier than even spacing
    /// predicts.
    private static let leastBack = 3_000_000.0
    /// Late timestamps catch up within this time, in nanoseconds; what remains was a loss.
    private static let passing = 2e9
    /// The longest time for which lateness can hide that a clock was set ahead.
    private static let hiding = 1_000_000_000.0
    /// The most by which a batch may be late if it shows less than half of a step; beyond this, a loss is likelier.
    private static let stall = 250_000_000.0
    /// A delay never becomes shorter by more than this.
    private static let longestWay = 1_000_000_000.0
    /// The most by which a batch may be late and still show a step of an earlier batch.
    private static let beside = 15_000_000.0
    /// A trial lasts at least this long plus the time that the lateness needs to pass, and at least `fewestBatches`
    /// batches.
    private static let patience = 250_000_000.0
    private static let fewestBatches = 8

    /// Ends a trial without confirming or revoking the step.
    mutating func forgetTrial() { trial = nil }

    /// Examines a batch; returns the step among its timestamps or before them, or `nil` if the batch shows no step.
    mutating func see(_ batch: Batch) -> Step? {
        defer { newest = batch.newest }
        (isUnsure, hasConfirmed) = (false, false)
        guard let before = newest, batch.count > 0, batch.spacing > 0 else { return nil }
        let advance = Double(batch.newest) - Double(before)
        let jump = advance - Double(batch.count) * Double(batch.spacing)
        let level = behind * max(0, 1 - max(0, advance) / Self.passing)
        let lateness = Double(batch.lateness)
        let allowed = Self.least + 2 * Double(batch.error)
        behind = max(0, level + jump)
        if jump.magnitude < 2 * Self.least { jitter = max(jitter * 0.99, jump.magnitude) }
        if let revoked = judgeTrial(batch, lateness: lateness, allowed: allowed) { return revoked }
        // If the clock was set ahead, the batch seems to arrive before its samples were taken.
        if -lateness > allowed {
            if let kind = kind(
                ofJump: jump,
                early: -lateness,
                allowed: allowed,
                spacing: Double(batch.spacing)
            ) {
                if kind == .onTrial {
                    trial = Trial(
                        nanoseconds: jump,
                        since: batch.newest,
                        patience: Self.patience(late: jump + lateness)
                    )
                }
                return take(jump, level, kind)
            }
            if let step = takeHidden(-lateness, allowed, at: batch.newest) { return step }
            if jump > Self.least, jump + lateness >= -allowed { isUnsure = true }
        }
        // If the clock was set back, the timestamps are earlier than even spacing predicts. A batch that only
        // catches up after lateness has no such timestamps.
        let ahead = -(level + jump)
        if ahead > max(Self.leastBack, allowed), lateness >= ahead - allowed {
            return take(jump, level, .certain)
        }
        if jump > Self.least {
            noteHidden(jump, late: jump + lateness, beside: min(jump / 2, Self.beside), batch)
        }
        return nil
    }

    /// Classifies a forward jump of the timestamps of a batch that arrived too early for them.
    ///
    /// - Parameters:
    ///   - jump: How far the timestamps are ahead of even spacing.
    ///   - early: How much too early the batch arrived.
    ///   - allowed: How much too early a batch may seem without a step.
    ///   - spacing: How far samples are apart.
    /// - Returns: The kind; `nil` if samples were lost, or if the jump does not explain how early the batch came.
    func kind(
        ofJump jump: Double,
        early: Double,
        allowed: Double,
        spacing: Double
    ) -> Step.Kind? {
        let late = jump - early
        guard late >= -allowed else { return nil }
        // A fraction of a sample cannot be lost, and no delay becomes so much shorter.
        if !mayBeLoss(jump, spacing) || early > Self.longestWay { return .certain }
        // A step this small looks like a loss. It is not taken as a step, so that no loss is hidden.
        if jump <= 2 * allowed { return nil }
        if late <= allowed { return .certain }
        return late <= max(early, Self.stall) ? .onTrial : nil
    }

    /// How long later batches can settle what a late batch left open.
    private static func patience(late: Double) -> Double { 2 * max(0, late) + patience }

    private mutating func judgeTrial(_ batch: Batch, lateness: Double, allowed: Double) -> Step? {
        guard var trial else { return nil }
        trial.batches += 1
        self.trial = trial
        // The lateness has shrunk to what the step predicts: the step is real.
        if lateness <= allowed {
            hasConfirmed = true
            self.trial = nil
            return nil
        }
        let waited = Double(batch.newest) - Double(trial.since)
        guard waited >= trial.patience, trial.batches >= Self.fewestBatches else { return nil }
        self.trial = nil
        // Only a batch that shows the whole step can restore it.
        noteHidden(trial.nanoseconds, late: lateness, beside: 0, batch)
        return Step(nanoseconds: Int64(bounded: -trial.nanoseconds), kind: .revoked)
    }

    private mutating func noteHidden(
        _ nanoseconds: Double,
        late: Double,
        beside: Double,
        _ batch: Batch
    ) {
        let known = jump.flatMap { $0.isOver(at: batch.newest) ? nil : $0.nanoseconds }
        guard nanoseconds > known ?? 0 else { return }
        let mayBeLoss = mayBeLoss(nanoseconds, Double(batch.spacing))
        jump = Hidden(
            nanoseconds: nanoseconds,
            at: batch.newest,
            mayBeLoss: mayBeLoss,
            beside: beside,
            patience: min(Self.hiding, Self.patience(late: late))
        )
    }

    /// Returns the step that lateness hid in an earlier batch, if this batch shows it.
    private mutating func takeHidden(_ early: Double, _ allowed: Double, at timestamp: Int64)
        -> Step?
    {
        guard let hidden = jump, !hidden.isOver(at: timestamp) else { return nil }
        let step = hidden.nanoseconds
        guard step >= early - allowed else { return nil }
        if hidden.mayBeLoss, step <= 2 * allowed || early < step - max(allowed, hidden.beside) {
            isUnsure = true
            return nil
        }
        jump = nil
        behind = max(0, behind - step)
        return Step(nanoseconds: Int64(bounded: step), kind: .past)
    }

    /// Whether a jump of the timestamps has the size of a whole number of missing samples.
    func mayBeLoss(_ jump: Double, _ spacing: Double) -> Bool {
        let lost = (jump / spacing).rounded()
        return lost >= 1 && abs(jump - lost * spacing) <= spacing / 8 + 2 * jitter + jump / 1000
    }

    private mutating func take(_ step: Double, _ level: Double, _ kind: Step.Kind) -> Step? {
        behind = level
        jump = nil
        return Step(nanoseconds: Int64(bounded: step), kind: kind)
    }
}
