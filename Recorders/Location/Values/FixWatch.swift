// Tells that no fix comes, and why as far as that shows: of the first gaps while they last, and of all at the end.

/// Watches for how long there was no fix.
struct FixWatch: Sendable, Hashable {
    /// What was heard last that was no fix.
    enum Heard: Sendable, Hashable {
        case silent
        case noFix
        /// There is no gpsd, for a reason.
        case lost(LocationError)
    }

    private var since: Int64
    private var heard = Heard.silent
    private var isTold = false
    private var gaps = 0

    /// So many gaps are told while they last.
    private static let mostTold = 3

    /// What is told of a receiver that never had one.
    static let never =
        "the receiver has never had a fix: take it under the open sky, and see what `cgps` shows"

    /// A watch that begins when the receiver was asked.
    init(since now: Int64) { since = now }

    /// Takes what came and was no fix.
    mutating func hear(_ heard: Heard) { self.heard = heard }

    /// Takes that there is no gpsd any more, and why; where nobody answers it has gone.
    mutating func lose(_ error: LocationError) {
        heard = .lost(error.kind == .refused ? LocationError(.gone, at: error.place) : error)
    }

    /// Takes that there was a fix.
    mutating func fix(at now: Int64) {
        since = now
        heard = .silent
        isTold = false
    }

    /// When it is to be told, if no fix comes; `nil` where it is told.
    func deadline(patience: Int64) -> Int64? { isTold ? nil : since &+ patience }

    /// What is to be told at an instant while no fix comes: once each, and of the first gaps alone.
    mutating func takeNote(at now: Int64, patience: Int64) -> String? {
        guard let deadline = deadline(patience: patience), now >= deadline else { return nil }
        isTold = true
        gaps += 1
        guard gaps <= Self.mostTold else { return nil }
        return "no fix for \((now &- since) / 1_000_000_000) s: \(heard.words)"
    }

    /// What is told at the end of gaps that were not told while they lasted.
    var note: String? {
        gaps > Self.mostTold
            ? "no fix came for a while \(gaps) times, of which the first \(Self.mostTold) were told as they "
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
