// Another machine's session may be taken over when its owner is gone. Whether it is, is found out by looking,
// and judged here, as a value: by the looker's own clock, and by nothing that the lease says of time.

/// The way of one who would take over a folder that the lease of another kernel lies in.
struct LeaseContest: Sendable {
    /// What is to be done after a look.
    enum Move: Sendable, Equatable {
        /// Look again, after a while.
        case wait
        /// Put one's own lease in place of the one that was seen.
        case claim
        /// The folder is one's own.
        case won
        /// Somebody lives who owns it.
        case lost
        /// There is none any more: its owner has ended, or another has who took it over.
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

    /// Begins with nothing seen; `owner` is the word of one's own lease.
    init(for owner: String, by rules: LeaseRules) {
        self.owner = owner
        self.rules = rules
    }

    /// Takes in what lies there.
    ///
    /// - Parameters:
    ///   - bytes: the lease; `nil` where there is none.
    ///   - now: the time by any clock that only moves on. A looker that was away has seen nothing meanwhile:
    ///     between two looks no more time counts than lies between them when all is well.
    /// - Returns: what is to be done.
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

    /// Takes in that one's own lease was put there.
    mutating func claimed(at now: Duration) {
        phase = .claimed
        quiet = .zero
        lookedAt = now
    }
}
