// Decides which pairs of two clocks a recording reports. Every pair is a record, so few are reported; but no instant
// between two pairs may be more wrong than the pairs state.

/// The pairs that one device's clock reports, each with an error that covers the time since the pair before it.
struct ReportedPairs: Sendable {
    /// The pairs that `take` has not returned yet.
    private(set) var unread: [ClockPair] = []
    /// The newest pair, returned or not.
    private(set) var newest: ClockPair?
    /// False if nobody reads the pairs.
    private var keepsPairs = true
    /// The instant of the first pair.
    private var first: Int64?
    /// The greatest error since the newest pair.
    private var greatestError: Int64 = 0
    /// Recent pairs whose stated errors may still prove too small.
    private var correctable: [Correctable] = []

    private struct Correctable: Sendable {
        var pair: ClockPair
        /// The greatest error between the pair before and this one, which no correction may go below.
        var errorBefore: Int64
    }

    /// How often a pair is reported, in nanoseconds.
    private static let interval: Int64 = 60_000_000_000
    /// How soon after the first pair another is reported while the clock is being learned; each further pair follows
    /// when the time since the first has doubled, at the latest after `interval`.
    private static let firstInterval: Int64 = 500_000_000
    private static let mostCorrectable = 8
    /// How long a pair can be corrected.
    private static let correctableNanoseconds: Int64 = 60_000_000_000
    /// An error beyond this, in nanoseconds, is worth a record of its own.
    private static let gross: Int64 = 1_000_000

    /// Forgets all pairs and keeps none from now on.
    mutating func keepNone() {
        keepsPairs = false
        unread = []
    }

    /// Returns the pairs since the last call and forgets them.
    mutating func take() -> [ClockPair] {
        defer { unread = [] }
        return unread
    }

    /// Notes the error that instants have now; the next pair states at least the greatest error noted.
    mutating func note(error: Int64) { greatestError = max(greatestError, error) }

    /// True if the newest pair is a minute old.
    func isMinuteOver(at time: Int64) -> Bool {
        newest.map { time &- $0.boottimeNanoseconds >= Self.interval } ?? false
    }

    /// True if a pair is due while a clock is being learned.
    ///
    /// The line changes most at the beginning, so the first pairs are close together. If a great error has fallen to
    /// a quarter, a pair is due at any time.
    func isDue(at time: Int64, error: Int64) -> Bool {
        guard let newest, let first else { return false }
        let age = newest.boottimeNanoseconds &- first
        let wait = min(max(age, Self.firstInterval), Self.interval)
        if time &- newest.boottimeNanoseconds >= wait { return true }
        guard let last = correctable.last?.pair else { return false }
        return last.errorNanoseconds > Self.gross && error < last.errorNanoseconds / 4
    }

    /// Adds a pair, which states at least the greatest error since the pair before it.
    ///
    /// - Parameters:
    ///   - pair: the pair.
    ///   - isCorrectable: true if later arrivals may show that its error is greater.
    mutating func add(_ pair: ClockPair, isCorrectable: Bool) {
        var pair = pair
        // A pair older than the newest was held back. It does not cover the time since the newest, so
        // `greatestError` stays.
        let isNewer = newest.map { pair.boottimeNanoseconds >= $0.boottimeNanoseconds } ?? true
        let errorBefore = greatestError
        if pair.beginsStretch || isNewer {
            pair.errorNanoseconds = max(pair.errorNanoseconds, greatestError)
            greatestError = 0
            newest = pair
            if first == nil { first = pair.boottimeNanoseconds }
        }
        if keepsPairs { unread.append(pair) }
        guard isCorrectable else { return }
        correctable.removeAll {
            pair.boottimeNanoseconds &- $0.pair.boottimeNanoseconds > Self.correctableNanoseconds
        }
        if correctable.count >= Self.mostCorrectable { correctable.removeFirst() }
        correctable.append(Correctable(pair: pair, errorBefore: errorBefore))
    }

    /// Reports a pair again, with a smaller error.
    mutating func addAgain(_ pair: ClockPair) {
        var pair = pair
        pair.beginsStretch = false
        let index = correctable.lastIndex { $0.pair.deviceNanoseconds == pair.deviceNanoseconds }
        if let index {
            pair.errorNanoseconds = max(pair.errorNanoseconds, correctable[index].errorBefore)
            correctable[index].pair = pair
        }
        if keepsPairs { unread.append(pair) }
    }

    /// Reports again, with a greater error, each pair that was more wrong than it stated.
    ///
    /// - Parameter measure: how far off a pair is by what is known now, and the error of that, in nanoseconds.
    mutating func correct(by measure: (ClockPair) -> (off: Double, error: Double)) {
        for index in correctable.indices {
            var pair = correctable[index].pair
            let (off, error) = measure(pair)
            guard off > Double(max(pair.errorNanoseconds, Self.gross)) else { continue }
            // A quarter is added so that the pair is not reported again for each nanosecond.
            pair.errorNanoseconds = max(
                pair.errorNanoseconds,
                Int64(bounded: min(1.25 * (off + error), 1e15))
            )
            pair.beginsStretch = false
            correctable[index].pair = pair
            if keepsPairs { unread.append(pair) }
        }
    }

    /// Ends the correction of all pairs: they do not describe the clock any more.
    mutating func keepAsTheyAre() { correctable.removeAll(keepingCapacity: true) }
}
