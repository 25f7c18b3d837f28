// A sensor that is not there comes back in a moment or in a week: the first tries follow soon, the later ones seldom,
// so that neither a card nor a journal is worn out.

/// How long a station waits before it tries again.
struct RetryPauses: Sendable, Hashable {
    /// The first pause.
    static let shortest = Duration.seconds(5)
    /// No pause is longer.
    static let longest = Duration.seconds(300)
    /// After a recording of this length a failure is a new one.
    static let steady = Duration.seconds(60)

    private var pause = Self.shortest

    /// Pauses that begin with the shortest.
    init() {}

    /// The next pause; the one after it is twice as long.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// Takes how long something went well.
    mutating func note(ran: Duration) { if ran >= Self.steady { pause = Self.shortest } }
}
