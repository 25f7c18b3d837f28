// What the ledger records of one session at one destination. It suffices to skip the session while it is unchanged, to
// notice a change here, and to withdraw all that was sent, even if the session is no longer here.

internal import SystemCalls

/// The record of a session at a destination.
struct SendRecord: Hashable, Sendable, Codable {
    /// How far sending or withdrawing has come.
    enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Sending has begun: part of it may be there, and nobody may rely on it.
        case begun
        /// All of it is there, and was verified.
        case sent
        /// It is there, and a rule has deleted it here; it is not missing, and is not sent again.
        case kept
        /// It is to be withdrawn, and has not been yet.
        case toWithdraw
        /// It was withdrawn on request, and is not sent again.
        case withdrawn
        /// An amendment has renamed the session, and it is there under the new name; under this name it may be sent
        /// again.
        case replaced

        /// True if a session in this state is still to be sent, even if unchanged.
        var isWaiting: Bool {
            switch self {
            case .sent, .kept, .withdrawn, .toWithdraw: false
            case .begun, .replaced: true
            }
        }
    }

    /// The name of its folder here.
    var session: String
    /// The name of its folder at the destination.
    var place: String
    /// The folder at the destination for its files in transit.
    var flight: String
    var state: State
    /// The UUID of its run.
    var run: String
    /// The state of its files when it was verified, see `OutgoingSession`.
    var fingerprint: String
    /// The names of its files at the destination, with their sizes.
    var files: [String: Int64]
    /// How it was verified, such as `md5`, or `read back`.
    var verifiedBy: String?
    /// Files whose bytes differed, when sent, from those at closing; `nil` if none did.
    var damaged: [String]?
    /// When the state began.
    var date: String

    init(
        session: String,
        place: String,
        flight: String,
        state: State,
        run: String,
        fingerprint: String,
        files: [String: Int64],
        verifiedBy: String? = nil,
        date: String
    ) {
        self.session = session
        self.place = place
        self.flight = flight
        self.state = state
        self.run = run
        self.fingerprint = fingerprint
        self.files = files
        self.verifiedBy = verifiedBy
        self.date = date
    }

    /// How many bytes it has at the destination.
    var bytes: Int64 { files.values.reduce(0) { $0.addingClamped(max(0, $1)) } }
}
