// Lists where copies of a session are: for commands that list sessions, and for a user who deletes a session here and
// may believe that it is gone everywhere.

/// A copy of a session at a destination.
public struct SentCopy: Hashable, Sendable, Codable {
    /// The state of the copy.
    public enum State: String, Hashable, Sendable, Codable {
        /// It was verified to be complete there.
        case sent
        /// Sending has begun; part of it may be there.
        case begun
        /// It is to be withdrawn, and may still be there.
        case toWithdraw
    }

    /// The destination, without secrets.
    public var destination: String
    public var state: State
    /// When the state began.
    public var date: String
    /// Files whose bytes differed, when sent, from those at closing.
    public var damaged: [String]?
}

/// The copies that the ledgers of a folder of sessions record.
public struct SentCopies {
    private let ledgers: [SendLedger]

    /// Reads the ledgers of a folder of sessions; contacts no destination.
    public init(of place: String) { ledgers = SendLedger.all(of: place) }

    /// The copies of a session, in a stable order of destinations.
    ///
    /// - Parameters:
    ///   - session: The name of its folder.
    ///   - destinations: Destinations to leave out.
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
