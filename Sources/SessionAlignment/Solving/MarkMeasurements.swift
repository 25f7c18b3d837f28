// Pairs network marks by their identifiers. The kernel timestamps their arrival within microseconds, but the network's
// delay to each board is unknown. So a timestamp's error is assumed to be at least a quarter of a millisecond. If
// several marks of a pair scatter more than that, their scatter is the error.

internal import SystemCalls

/// A mark as a board received it.
public struct HeardNetworkMark: Sendable, Hashable {
    /// The identifier, the same on all boards.
    public var id: String
    /// The arrival in nanoseconds of boot time.
    public var instant: Int64
    /// The largest error of the arrival, in seconds.
    public var bound: Double

    /// A mark.
    public init(id: String, instant: Int64, bound: Double) {
        (self.id, self.instant) = (id, instant)
        self.bound = bound.isFinite ? min(max(0, bound), 10) : 10
    }
}

extension AlignmentMeasurement {
    /// The standard deviation of the network's delay from mark to mark, on the way to one board, in seconds.
    static let networkDeviation = 2.5e-4
    /// How many marks of a pair are needed to determine their scatter.
    private static let fewestToScatter = 4
    private static let mostToScatter = 100

    /// Makes measurements from marks: for each mark, between the first board that received it and each other one.
    ///
    /// - Parameter marks: The marks that each board received.
    /// - Returns: The measurements.
    public static func marks(_ marks: [[HeardNetworkMark]]) -> [AlignmentMeasurement] {
        let timestamps = marks.enumerated().map { board, heard in
            Dictionary(heard.map { ($0.id, timestamp($0, on: board)) }) { first, second in
                first.instant <= second.instant ? first : second
            }
        }
        var found: [AlignmentMeasurement] = []
        for id in Set(marks.joined().map(\.id)).sorted() {
            let all = timestamps.compactMap { $0[id] }
            guard let first = all.first else { continue }
            found += all.dropFirst().map { AlignmentMeasurement(.mark(id), first, $0) }
        }
        return spread(found)
    }

    private static func timestamp(_ mark: HeardNetworkMark, on board: Int) -> Timestamp {
        // A bound counts as two standard deviations, which hold in 95 of 100 cases.
        let own = mark.bound / 2
        let deviation = (own * own + networkDeviation * networkDeviation).squareRoot()
        return Timestamp(board: board, instant: mark.instant, deviation: deviation)
    }

    /// Raises the errors of a pair's marks to their scatter.
    private static func spread(_ marks: [AlignmentMeasurement]) -> [AlignmentMeasurement] {
        var result = marks
        let pairs = Dictionary(grouping: marks.indices) {
            [marks[$0].first.board, marks[$0].second.board]
        }
        for places in pairs.values where places.count >= fewestToScatter {
            let scatter = scatter(of: places.prefix(mostToScatter).map { marks[$0] })
            for place in places {
                let least = scatter / 2.0.squareRoot()
                result[place].first.deviation = max(marks[place].first.deviation, least)
                result[place].second.deviation = max(marks[place].second.deviation, least)
            }
        }
        return result
    }

    /// The scatter of measurements around a line through them, whose slope is the median of all slopes (Theil–Sen).
    private static func scatter(of marks: [AlignmentMeasurement]) -> Double {
        let origin = marks[0]
        let points = marks.map { mark in
            let time = Double(mark.first.instant.subtractingClamped(origin.first.instant)) / 1e9
            let other = Double(mark.second.instant.subtractingClamped(origin.second.instant)) / 1e9
            return (time: time, offset: time - other)
        }
        var slopes: [Double] = []
        for (index, one) in points.enumerated() {
            for other in points[(index + 1)...] where (one.time - other.time).magnitude > 1 {
                slopes.append((one.offset - other.offset) / (one.time - other.time))
            }
        }
        let slope = BoardClock.median(slopes) ?? 0
        let rest = points.map { $0.offset - slope * $0.time }
        let middle = BoardClock.median(rest) ?? 0
        return 1.4826 * (BoardClock.median(rest.map { ($0 - middle).magnitude }) ?? 0)
    }
}
