// A missing sensor may come back in a moment or in a week. The first retries follow soon and the later ones seldom, so
// that they neither wear out the memory card nor fill the journal.

/// How long a station waits before it tries again.
struct RetryPauses: Sendable, Hashable {
    /// The first pause.
    static let shortest = Duration.seconds(5)
    /// No pause is longer.
    static let longest = Duration.seconds(300)
    /// A failure after a recording of at least this length starts again with the shortest pause.
    static let steady = Duration.seconds(60)

    private var pause = Self.shortest

    /// Starts with the shortest pause.
    init() {}

    /// Returns the next pause, and doubles the one after it.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// Notes how long a recording ran; after a steady one, the next pause is the shortest again.
    mutating func note(ran: Duration) { if ran >= Self.steady { pause = Self.shortest } }
}
