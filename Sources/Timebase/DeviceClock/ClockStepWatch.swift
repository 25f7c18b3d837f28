// A clock that cannot be read may be set by less than a sample is late now and then. One thing tells this from
// lateness, and from a loss: the stamps of a batch jump, and the time that it took to arrive jumps the other way.
// Where that time jumps by less, the batch was late besides, or samples were lost just as the way became shorter:
// only the batches that follow show which.

/// Finds, batch by batch, by how much a device's clock was set.
struct ClockStepWatch: Sendable {
    /// By how much, and how certain that is.
    struct Step: Sendable {
        enum Kind: Sendable {
            /// The clock was set among the stamps of this batch.
            case certain
            /// So it seems; the batches that follow confirm or revoke it.
            case onTrial
            /// The clock was set in an earlier batch than the one that shows it.
            case past
            /// The last step was none: samples were lost instead.
            case revoked
        }

        var nanoseconds: Int64
        var kind = Kind.certain

        /// Whether it holds from the first stamp of the batch on.
        var isPast: Bool { kind == .past || kind == .revoked }
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

    /// A step that is still to be confirmed.
    private struct Trial {
        var nanoseconds: Double
        var since: Int64
        /// How long it takes to be revoked.
        var patience: Double
        var batches = 0
    }

    /// A jump ahead that no batch has shown to be a step.
    private struct Hidden {
        var nanoseconds: Double
        var at: Int64
        var mayBeLoss: Bool
        /// How late a batch may be that shows it.
        var beside: Double
        /// For how long batches can still show it.
        var patience: Double

        func isOver(at stamp: Int64) -> Bool { Double(stamp) - Double(at) >= patience }
    }

    private var newest: Int64?
    /// By how much the newest stamp is behind the even places of those before it, since it was late or behind a loss.
    private var behind = 0.0
    /// The greatest jump ahead of the latest second.
    private var jump: Hidden?
    private var trial: Trial?
    /// How far stamps of ordinary batches are from even places.
    private(set) var jitter = 0.0
    /// True if the newest batch came too early, and it is taken for no step, though it may be one.
    private(set) var isUnsure = false
    /// True if the newest batch has confirmed the step that was on trial.
    private(set) var hasConfirmed = false

    /// A jump of the stamps, or of the way, by less is neither's to judge.
    private static let least = 1_000_000.0
    /// How far a batch's stamps are behind even places, at least, where the clock was set back.
    private static let leastBack = 3_000_000.0
    /// Lateness of stamps passes within so long, in nanoseconds; what stays was a loss.
    private static let passing = 2e9
    /// How long lateness can hide that a clock was set ahead.
    private static let hiding = 1_000_000_000.0
    /// How late a batch may be that shows less than half of a step: beyond, a loss is likelier.
    private static let stall = 250_000_000.0
    /// No way becomes shorter by more.
    private static let longestWay = 1_000_000_000.0
    /// How late a batch may be that shows a step of an earlier one.
    private static let beside = 15_000_000.0
    /// What confirms a step comes within so long, beside the time that the lateness needs to pass, and so many batches.
    private static let patience = 250_000_000.0
    private static let fewestBatches = 8

    /// Ends a trial without a verdict.
    mutating func forgetTrial() { trial = nil }

    /// Takes a batch; answers by how much the clock was set among its stamps, or before them.
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
        // Set ahead: nothing comes before it was taken.
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
        // Set back: what makes up for lateness comes no earlier than its even place.
        let ahead = -(level + jump)
        if ahead > max(Self.leastBack, allowed), lateness >= ahead - allowed {
            return take(jump, level, .certain)
        }
        if jump > Self.least {
            noteHidden(jump, late: jump + lateness, beside: min(jump / 2, Self.beside), batch)
        }
        return nil
    }

    /// What sort of a step the jump of a batch's stamps is that came too early for them.
    ///
    /// - Parameters:
    ///   - jump: By how much the stamps are ahead of even ones.
    ///   - early: By how much the batch came too early.
    ///   - allowed: By how much it may seem to.
    ///   - spacing: How far samples are apart.
    /// - Returns: The sort; `nil` if it is a loss, or explains less than the earliness.
    func kind(
        ofJump jump: Double,
        early: Double,
        allowed: Double,
        spacing: Double
    ) -> Step.Kind? {
        let late = jump - early
        guard late >= -allowed else { return nil }
        // Less than a sample cannot be lost, and no way becomes so much shorter.
        if !mayBeLoss(jump, spacing) || early > Self.longestWay { return .certain }
        // So small a step cannot be told from a loss: that must not be hidden.
        if jump <= 2 * allowed { return nil }
        if late <= allowed { return .certain }
        return late <= max(early, Self.stall) ? .onTrial : nil
    }

    /// How long what a late batch leaves open can be settled by those that follow.
    private static func patience(late: Double) -> Double { 2 * max(0, late) + patience }

    private mutating func judgeTrial(_ batch: Batch, lateness: Double, allowed: Double) -> Step? {
        guard var trial else { return nil }
        trial.batches += 1
        self.trial = trial
        // What was late has come down to the step: it is one.
        if lateness <= allowed {
            hasConfirmed = true
            self.trial = nil
            return nil
        }
        let waited = Double(batch.newest) - Double(trial.since)
        guard waited >= trial.patience, trial.batches >= Self.fewestBatches else { return nil }
        self.trial = nil
        // Only who shows the whole of it can take that back.
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

    /// The step that an earlier batch had hidden, as it was late, where one shows it now.
    private mutating func takeHidden(_ early: Double, _ allowed: Double, at stamp: Int64) -> Step? {
        guard let hidden = jump, !hidden.isOver(at: stamp) else { return nil }
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

    /// Whether so many samples as a jump of the stamps has can be missing.
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
