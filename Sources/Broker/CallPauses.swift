// When a broker is called again. The pauses grow, so that a board on a bad network is quiet; and each is drawn, so that
// the boards of a study do not call all at once when their broker is back.

internal import SystemCalls

/// The pauses between calls.
struct CallPauses: Sendable {
    private let limits: BrokerLimits
    private var next: Duration
    /// Since when there is a connection; a call that came to none has lasted for no time, however long it took.
    private var connectedSince: Int64?

    init(_ limits: BrokerLimits) {
        self.limits = limits
        next = limits.firstPause
    }

    /// The broker has taken this board in, at a moment in nanoseconds.
    mutating func connect(at now: Int64) { connectedSince = now }

    /// The pause after a call that came to nothing, or a connection that was lost.
    ///
    /// - Parameters:
    ///   - isRefusal: Whether somebody has to mend something first.
    ///   - now: When the call has ended, in nanoseconds.
    ///   - chance: A number from 0 to 1.
    /// - Returns: How long to wait.
    mutating func pause(isRefusal: Bool, at now: Int64, chance: Double) -> Duration {
        let lasted = Duration.nanoseconds(max(0, now - (connectedSince ?? now)))
        connectedSince = nil
        // Whoever takes boards in and throws them out at once is no reason to hurry.
        if lasted > max(next, limits.firstPause * 10) { next = limits.firstPause }
        let whole = isRefusal ? max(limits.refusalPause, next) : next
        next = min(next * 2, limits.longestPause)
        return whole * (0.5 + 0.5 * min(max(chance, 0), 1))
    }
}
