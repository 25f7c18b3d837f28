// When a broker is called again. The pauses grow, to spare a bad network; and they are randomized, so that the boards
// of a study do not all call at once when their broker is back.

internal import SystemCalls

/// The pauses between calls.
struct CallPauses: Sendable {
    private let limits: BrokerLimits
    private var next: Duration
    /// When the broker accepted this board; `nil` for a failed call, which counts as lasting no time, however long it
    /// took.
    private var connectedSince: Int64?

    init(_ limits: BrokerLimits) {
        self.limits = limits
        next = limits.firstPause
    }

    /// Notes that the broker has accepted this board, at a time in nanoseconds.
    mutating func connect(at now: Int64) { connectedSince = now }

    /// Returns the pause after a failed call or a lost connection.
    ///
    /// - Parameters:
    ///   - isRefusal: True if a user has to fix something first.
    ///   - now: When the call ended, in nanoseconds.
    ///   - chance: A random number from 0 to 1.
    /// - Returns: How long to wait.
    mutating func pause(isRefusal: Bool, at now: Int64, chance: Double) -> Duration {
        let lasted = Duration.nanoseconds(max(0, now - (connectedSince ?? now)))
        connectedSince = nil
        // Resets the pause only after a lasting connection: a broker may accept boards and disconnect them at once.
        if lasted > max(next, limits.firstPause * 10) { next = limits.firstPause }
        let whole = isRefusal ? max(limits.refusalPause, next) : next
        next = min(next * 2, limits.longestPause)
        return whole * (0.5 + 0.5 * min(max(chance, 0), 1))
    }
}
