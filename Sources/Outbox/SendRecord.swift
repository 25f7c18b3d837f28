// What is known of one session at one destination: enough to leave it alone, to see that it has changed here since, and
// to take back there all that was put there, also when it is gone here.

internal import SystemCalls

/// What was done with a session at a destination.
struct SendRecord: Hashable, Sendable, Codable {
    /// How far it has come.
    enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is being sent: something of it may be there, and nobody may rely on it.
        case begun
        /// It is there whole, and was verified.
        case sent
        /// It is there, and was deleted here by a rule: it is neither missed nor sent again.
        case kept
        /// It is to be taken back there, and that has not been done yet.
        case toWithdraw
        /// It was taken back there since somebody asked for that, and does not go again.
        case withdrawn
        /// It is there under a name that an amendment gave it later; under this one it may come back.
        case replaced

        /// Whether a session of which this is known has still to leave, unless it was changed since.
        var isWaiting: Bool {
            switch self {
            case .sent, .kept, .withdrawn, .toWithdraw: false
            case .begun, .replaced: true
            }
        }
    }

    /// The name of its folder here.
    var session: String
    /// The name of its folder there.
    var place: String
    /// What its files have there while they are on their way.
    var flight: String
    var state: State
    /// The UUID of its run.
    var run: String
    /// What its files were here when it was verified, see `OutgoingSession`.
    var fingerprint: String
    /// The names of its files there, with their sizes.
    var files: [String: Int64]
    /// How it was verified, such as `md5`, or `read back`.
    var verifiedBy: String?
    /// Files that had other bytes when it was sent than when they were closed; `nil` where none had.
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

    /// How many bytes it has there.
    var bytes: Int64 { files.values.reduce(0) { $0.addingClamped(max(0, $1)) } }
}
