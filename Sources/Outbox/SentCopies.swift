// Where copies of a session are, for whoever lists sessions, and for whoever deletes one here and may believe that it is
// gone then.

/// A copy of a session at a destination.
public struct SentCopy: Hashable, Sendable, Codable {
    /// How it stands there.
    public enum State: String, Hashable, Sendable, Codable {
        /// It is there whole, by what was verified.
        case sent
        /// It was begun, and something of it may be there.
        case begun
        /// It is to be taken back, and may be there yet.
        case toWithdraw
    }

    /// The destination, without what may be secret.
    public var destination: String
    public var state: State
    /// When that began.
    public var date: String
    /// Files that had other bytes when it was sent than when they were closed.
    public var damaged: [String]?
}

/// What the ledgers of a folder of sessions tell of their copies.
public struct SentCopies {
    private let ledgers: [SendLedger]

    /// Reads the ledgers of a folder of sessions; nothing is asked of a destination.
    public init(of place: String) { ledgers = SendLedger.all(of: place) }

    /// The copies of a session, the destinations in an order that stays.
    ///
    /// - Parameters:
    ///   - session: The name of its folder.
    ///   - destinations: Those that do not count.
    /// - Returns: The copies.
    public func copies(of session: String, besides destinations: [Destination] = []) -> [SentCopy] {
        let keys = Set(destinations.map(\.key))
        return ledgers.compactMap { ledger in
            guard !keys.contains(ledger.key), let record = ledger.record(of: session) else {
                return nil
            }
            let state: SentCopy.State
            switch record.state {
            case .sent, .kept: state = .sent
            case .begun: state = .begun
            case .toWithdraw: state = .toWithdraw
            case .withdrawn, .replaced: return nil
            }
            return SentCopy(
                destination: ledger.shownDestination,
                state: state,
                date: record.date,
                damaged: record.damaged
            )
        }
    }
}
