// Reports that no fix comes, with the reason if it is known: for the first gaps at once, for all others at the end.

/// Measures how long there has been no fix while the machine was awake.
///
/// Its instants are in nanoseconds of a clock that stands still while the machine sleeps.
struct FixWatch: Sendable, Hashable {
    /// The latest news that was not a fix.
    enum Heard: Sendable, Hashable {
        case silent
        case noFix
        /// There is no gpsd, for this reason.
        case lost(LocationError)
    }

    private var since: Int64
    private var heard = Heard.silent
    private var isTold = false
    private var gaps = 0

    /// How many gaps are reported at once.
    private static let mostTold = 3

    /// The note on a receiver that never had a fix.
    static let never =
        "the receiver has never had a fix: take it under the open sky, and see what `cgps` shows"

    /// Starts when the receiver is opened.
    init(since now: Int64) { since = now }

    /// Notes news that was not a fix.
    mutating func hear(_ heard: Heard) { self.heard = heard }

    /// Notes that gpsd is lost, and why; a refused connection means that gpsd has gone.
    mutating func lose(_ error: LocationError) {
        heard = .lost(error.kind == .refused ? LocationError(.gone, at: error.place) : error)
    }

    /// Notes a fix.
    mutating func fix(at now: Int64) {
        since = now
        heard = .silent
        isTold = false
    }

    /// When the report is due if no fix comes; `nil` if it was made.
    func deadline(patience: Int64) -> Int64? { isTold ? nil : since &+ patience }

    /// The report of a gap; one for each gap, and only for the first ones.
    mutating func takeNote(at now: Int64, patience: Int64) -> String? {
        guard let deadline = deadline(patience: patience), now >= deadline else { return nil }
        isTold = true
        gaps += 1
        guard gaps <= Self.mostTold else { return nil }
        return "no fix for \((now &- since) / 1_000_000_000) s: \(heard.words)"
    }

    /// The note at the end on gaps that were not reported at once.
    var note: String? {
        gaps > Self.mostTold
            ? "no fix came for a while \(gaps) times, of which the first \(Self.mostTold) were reported as they "
                + "happened; the file has each as a gap"
            : nil
    }
}

extension FixWatch.Heard {
    fileprivate var words: String {
        switch self {
        case .silent: "the receiver says nothing; check that it is plugged in and has power"
        case .noFix: "the receiver has none; take it under the open sky"
        case .lost(let error):
            [error.what, "gpsd is looked for every second", error.remedy].compactMap(\.self)
                .joined(separator: "; ")
        }
    }
}
