// One moment that two boards saw: the same datagram, or the same shake.

/// An instant of two boards' boot times that is one instant of true time.
public struct AlignmentMeasurement: Sendable, Hashable {
    /// What both saw.
    public enum Kind: Sendable, Hashable {
        /// A mark over the network, by its identifier.
        case mark(String)
        /// A shake of both sensors.
        case shake
    }

    /// When a board saw it.
    public struct Stamp: Sendable, Hashable {
        /// Which board.
        public var board: Int
        /// In nanoseconds of its boot time.
        public var instant: Int64
        /// The standard deviation of the stamp, in seconds.
        public var deviation: Double

        /// A stamp.
        public init(board: Int, instant: Int64, deviation: Double) {
            (self.board, self.instant, self.deviation) = (board, instant, deviation)
        }
    }

    public var kind: Kind
    public var first: Stamp
    public var second: Stamp

    /// A measurement by two stamps.
    public init(_ kind: Kind, _ first: Stamp, _ second: Stamp) {
        (self.kind, self.first, self.second) = (kind, first, second)
    }

    /// The standard deviation of what the network adds to each mark's way to one board alike, in seconds: a switch, an
    /// access point or power saving does so each time, and the mean of many marks has all of it.
    static let delayDeviation = 2.5e-4

    /// Whether it is one of a pair of boards.
    func isOf(_ one: Int, _ other: Int) -> Bool {
        first.board == one && second.board == other || first.board == other && second.board == one
    }

    var isMark: Bool {
        if case .mark = kind { true } else { false }
    }

    /// The covariance of the stamps' errors with those of another, or with itself: a mark's first hearer is in several,
    /// and the delay of the way to a board is in all of the board's marks.
    func noise(with other: AlignmentMeasurement) -> Double {
        var sum = 0.0
        let delay = isMark && other.isMark ? Self.delayDeviation * Self.delayDeviation : 0
        for (stamp, sign) in [(first, -1.0), (second, 1.0)] {
            for (another, anothers) in [(other.first, -1.0), (other.second, 1.0)]
            where stamp.board == another.board {
                let isSame = stamp == another && kind == other.kind
                let own = isSame ? stamp.deviation * stamp.deviation : 0
                sum += sign * anothers * (own + delay)
            }
        }
        return sum
    }
}
