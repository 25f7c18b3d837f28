// Selects a few hundred of thousands of measurements; they contain nearly all of the information. The selection is made
// for each pair of boards and each kind separately, and evenly in time, so that neither a board with few marks nor a
// shake is lost among many marks.

/// Selects measurements.
enum MeasurementChoice {
    /// The pair of boards and the kind that the measurements of a series share.
    private struct Series: Hashable {
        var one: Int
        var other: Int
        var isMark: Bool
    }

    /// Selects at most `most` measurements, in their original order.
    ///
    /// - Parameters:
    ///   - measurements: All measurements.
    ///   - most: The largest number. A series that alone connects its boards is considered first.
    /// - Returns: The selected measurements.
    static func from(
        _ measurements: [AlignmentMeasurement],
        most: Int
    ) -> [AlignmentMeasurement] {
        guard measurements.count > most else { return measurements }
        let all = Dictionary(grouping: measurements.indices) { index in
            let (first, second) = (measurements[index].first, measurements[index].second)
            return Series(
                one: min(first.board, second.board),
                other: max(first.board, second.board),
                isMark: measurements[index].isMark
            )
        }
        let order = order(of: Array(all.keys))
        var counts: [Series: Int] = [:]
        var left = most
        // Takes one from each series in turn while the limit allows.
        while left > 0 {
            let before = left
            for series in order where left > 0 {
                guard counts[series, default: 0] < all[series]?.count ?? 0 else { continue }
                counts[series, default: 0] += 1
                left -= 1
            }
            if left == before { break }
        }
        let kept = counts.flatMap { series, count in
            evenly(
                count,
                of: (all[series] ?? []).sorted {
                    measurements[$0].first.instant < measurements[$1].first.instant
                }
            )
        }
        return kept.sorted().map { measurements[$0] }
    }

    /// Orders the series: first those that connect boards, and within each group shakes before marks.
    private static func order(of series: [Series]) -> [Series] {
        var groups: [Int: Int] = [:]
        var joining: [Series] = []
        var rest: [Series] = []
        for series in series.sorted(by: {
            ($0.isMark ? 1 : 0, $0.one, $0.other) < ($1.isMark ? 1 : 0, $1.one, $1.other)
        }) {
            let one = groups[series.one] ?? series.one
            let other = groups[series.other] ?? series.other
            if one == other {
                rest.append(series)
                continue
            }
            (groups[series.one], groups[series.other]) = (one, one)
            groups = groups.mapValues { $0 == other ? one : $0 }
            joining.append(series)
        }
        return joining + rest
    }

    private static func evenly(_ count: Int, of places: [Int]) -> [Int] {
        guard count > 1 else { return places.isEmpty ? [] : [places[places.count / 2]] }
        guard count < places.count else { return places }
        return (0..<count).map { places[$0 * (places.count - 1) / (count - 1)] }
    }
}
