// Computes how far a participant has walked: the sum of the distances between fixes during the motion step. It
// depends on the records alone, so a replay gets the same sum.

internal import Recording
internal import Timebase

/// The distance of a walk.
struct WalkAccount: Sendable, Hashable {
    private let motionStep: String?
    private var isWalking = false
    /// The distance so far; `nil` before the first fix of the walk.
    private(set) var total: Double?
    /// The time from the first fix of the walk to its last.
    private(set) var time: ClosedRange<BootInstant>?

    /// A walk that has not begun.
    ///
    /// - Parameter motionStep: The step of the walk; `nil` if the whole recording is the walk.
    init(motionStep: String?) { self.motionStep = motionStep }

    /// Adds a fix.
    ///
    /// Its distance counts only if the previous fix was part of the walk, too: the path to the start of the walk does
    /// not count. If the step is entered again, the sum starts again. If the walk is a section, all of its steps
    /// count, even one of the same name.
    ///
    /// - Parameters:
    ///   - distance: The distance from the previous fix, if there was one.
    ///   - stepPath: The step of the fix, with the sections that contain it.
    ///   - instant: The time of the fix.
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

    /// Adopts a recorded sum.
    mutating func take(recorded total: Double) { self.total = total }
}
