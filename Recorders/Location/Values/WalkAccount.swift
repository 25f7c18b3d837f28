// How far somebody has walked: the distances between fixes, summed while the motion step lasts. It follows from the
// records alone, so that a replay comes to the same sum.

internal import Recording
internal import Timebase

/// The sum of a walk.
struct WalkAccount: Sendable, Hashable {
    private let motionStep: String?
    private var isWalking = false
    /// The sum so far; `nil` before the first fix of the walk.
    private(set) var total: Double?
    /// From the first fix of the walk to its last.
    private(set) var time: ClosedRange<BootInstant>?

    /// An account without a walk.
    ///
    /// - Parameter motionStep: The step that is walked in; without it, all that is recorded is the walk.
    init(motionStep: String?) { self.motionStep = motionStep }

    /// Takes a fix.
    ///
    /// Its distance counts where the fix before it was of the walk, too: the way to the place where a walk begins is no
    /// part of it. A step that is entered again begins anew. A section counts with all of its steps, one of the same name
    /// among them.
    ///
    /// - Parameters:
    ///   - distance: How far it is from the one before, where there was one.
    ///   - stepPath: The step in which it came, with those that it is inside of.
    ///   - instant: When.
    /// - Returns: The sum; `nil` before the walk.
    mutating func take(
        _ distance: Double?,
        in stepPath: String,
        at instant: BootInstant
    ) -> Double? {
        let walksNow = motionStep.map { StepPath.leads(stepPath, through: $0) } ?? true
        if walksNow { total = isWalking ? (total ?? 0) + (distance ?? 0) : 0 }
        if walksNow {
            let start = isWalking ? time?.lowerBound ?? instant : instant
            time = min(start, instant)...max(start, instant)
        }
        isWalking = walksNow
        return total
    }

    /// Takes a sum that was recorded.
    mutating func take(recorded total: Double) { self.total = total }
}
