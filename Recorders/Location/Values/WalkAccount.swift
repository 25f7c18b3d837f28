// How far somebody has walked: the distances between fixes, summed while the motion step lasts. It follows from the
// records alone, so that a replay comes to the same sum.

/// The sum of a walk.
struct WalkAccount: Sendable, Hashable {
    private let motionStep: String?
    private var isWalking = false
    /// The sum so far; `nil` before the first fix of the walk.
    private(set) var total: Double?

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
    /// - Returns: The sum; `nil` before the walk.
    mutating func take(_ distance: Double?, in stepPath: String) -> Double? {
        let walksNow = motionStep.map { Self.path(stepPath, leadsThrough: $0) } ?? true
        if walksNow { total = isWalking ? (total ?? 0) + (distance ?? 0) : 0 }
        isWalking = walksNow
        return total
    }

    /// Takes a sum that was recorded.
    mutating func take(recorded total: Double) { self.total = total }

    /// Whether a path leads through a step or a section of some name; it begins with the task's, which is neither.
    private static func path(_ path: String, leadsThrough step: String) -> Bool {
        path.split(separator: "/").dropFirst().contains { $0 == step }
    }
}
