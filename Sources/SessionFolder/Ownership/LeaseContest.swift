// Another machine's session may be taken over once its owner is gone. This state machine decides that from repeated
// checks of the lease. It uses only the observer's own clock, and trusts no time from the lease. It does no I/O, so
// tests can try every case.

/// Decides the next step in taking over a folder that has the lease of another boot.
struct LeaseContest: Sendable {
    /// What to do after a check of the lease.
    enum Move: Sendable, Equatable {
        /// Check again after `LeaseRules.look`.
        case wait
        /// Replace the observed lease with our own.
        case claim
        /// The folder is ours.
        case won
        /// The lease has changed: its owner, or another process that wants the folder, is running.
        case lost
        /// The lease is gone: its owner, or a process that took it over, has finished.
        case ended
    }

    private enum Phase {
        case begun
        case watching([UInt8])
        case claimed
    }

    private let owner: String
    private let rules: LeaseRules
    private var phase = Phase.begun
    private var quiet = Duration.zero
    private var lookedAt = Duration.zero

    /// Begins before the first check; `owner` is the random name in our own lease.
    init(for owner: String, by rules: LeaseRules) {
        self.owner = owner
        self.rules = rules
    }

    /// Decides the next step from one check of the lease.
    ///
    /// - Parameters:
    ///   - bytes: the lease file's content; `nil` if there is none.
    ///   - now: the time by any monotonic clock. An observer that was suspended has seen nothing meanwhile, so
    ///     the time between two looks counts for at most twice the usual pause.
    /// - Returns: what to do next.
    mutating func look(_ bytes: [UInt8]?, at now: Duration) -> Move {
        let step = min(max(now - lookedAt, .zero), rules.look * 2)
        lookedAt = now
        guard let bytes else { return .ended }
        switch phase {
        case .begun:
            phase = .watching(bytes)
            return .wait
        case .watching(let seen):
            guard bytes == seen else { return .lost }
            quiet += step
            return quiet < rules.silence ? .wait : .claim
        case .claimed:
            guard Lease(bytes)?.owner == owner else { return .lost }
            quiet += step
            return quiet < rules.settling ? .wait : .won
        }
    }

    /// Notes that our own lease is now in the folder.
    mutating func claimed(at now: Duration) {
        phase = .claimed
        quiet = .zero
        lookedAt = now
    }
}
