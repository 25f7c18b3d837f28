// One event that two boards observed: the same datagram, or the same shake.

/// Two instants of two boards' boot times that are the same instant of true time.
public struct AlignmentMeasurement: Sendable, Hashable {
    /// The observed event.
    public enum Kind: Sendable, Hashable {
        /// A network mark, by its identifier.
        case mark(String)
        /// A shake of both sensors.
        case shake
    }

    /// The time at which a board observed the event.
    public struct Timestamp: Sendable, Hashable {
        /// Which board.
        public var board: Int
        /// The instant in nanoseconds of its boot time.
        public var instant: Int64
        /// The standard deviation of the timestamp, in seconds.
        public var deviation: Double

        /// A timestamp.
        public init(board: Int, instant: Int64, deviation: Double) {
            (self.board, self.instant, self.deviation) = (board, instant, deviation)
        }
    }

    public var kind: Kind
    public var first: Timestamp
    public var second: Timestamp

    /// A measurement with two timestamps.
    public init(_ kind: Kind, _ first: Timestamp, _ second: Timestamp) {
        (self.kind, self.first, self.second) = (kind, first, second)
    }

    /// The standard deviation of the delay that the network adds to all marks on their way to one board, in seconds.
    ///
    /// Switches, access points and power saving cause it each time, so averaging many marks does not reduce it.
    static let delayDeviation = 2.5e-4

    /// True if it is a measurement of these two boards.
    func isOf(_ one: Int, _ other: Int) -> Bool {
        first.board == one && second.board == other || first.board == other && second.board == one
    }

    var isMark: Bool {
        if case .mark = kind { true } else { false }
    }

    /// The covariance of its timestamp errors with those of another measurement, or its own variance.
    ///
    /// Measurements of one mark share the timestamp of its first receiver, and all marks of a board share the delay of
    /// the route to it.
    func noise(with other: AlignmentMeasurement) -> Double {
        var sum = 0.0
        let delay = isMark && other.isMark ? Self.delayDeviation * Self.delayDeviation : 0
        for (timestamp, sign) in [(first, -1.0), (second, 1.0)] {
            for (another, anothers) in [(other.first, -1.0), (other.second, 1.0)]
            where timestamp.board == another.board {
                let isSame = timestamp.instant == another.instant && kind == other.kind
                // If a pair's marks scatter, one of the two deviations was raised; the smaller one is the shared
                // timestamp's.
                let deviation = min(timestamp.deviation, another.deviation)
                let own = isSame ? deviation * deviation : 0
                sum += sign * anothers * (own + delay)
            }
        }
        return sum
    }
}
