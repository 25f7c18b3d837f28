// A curve in a picture. All points in one column of pixels are drawn as their range, so that no peak is lost; where
// samples are missing, the line is interrupted.

/// The pieces of a curve.
struct SeriesRuns {
    private(set) var runs: [[PicturePoint]] = []

    private struct Column {
        var number: Int
        var position: Double
        var count: Int
        var low: Double
        var high: Double
        var followsBreak: Bool
    }

    /// Groups the points of a curve, which are in order, into columns.
    ///
    /// - Parameters:
    ///   - points: The points.
    ///   - range: The visible part of the horizontal axis.
    ///   - x: Returns the x coordinate of a position.
    ///   - y: Returns the y coordinate of a value.
    init(
        _ points: [SeriesPoint],
        within range: ClosedRange<Double>,
        x: (Double) -> Double,
        y: (Double) -> Double
    ) {
        var column: Column?
        var run: [PicturePoint] = []
        for point in points where range.contains(point.position) {
            let position = x(point.position)
            let number = Int(position.rounded(.down))
            if var open = column, open.number == number {
                open.low = min(open.low, point.minimum)
                open.high = max(open.high, point.maximum)
                open.count += 1
                column = open
                continue
            }
            if let column { add(column, to: &run, y) }
            column = Column(
                number: number,
                position: position,
                count: 1,
                low: point.minimum,
                high: point.maximum,
                followsBreak: point.followsBreak
            )
        }
        if let column { add(column, to: &run, y) }
        end(&run)
    }

    private mutating func add(
        _ column: Column,
        to run: inout [PicturePoint],
        _ y: (Double) -> Double
    ) {
        if column.followsBreak { end(&run) }
        let x = column.count == 1 ? column.position : Double(column.number) + 0.5
        let (low, high) = (y(column.low), y(column.high))
        guard (low - high).magnitude > 0.25 else {
            run.append(PicturePoint(x, low))
            return
        }
        // Starts with the end closer to the previous point.
        let before = run.last?.y ?? low
        let isLowFirst = (before - low).magnitude <= (before - high).magnitude
        run += (isLowFirst ? [low, high] : [high, low]).map { PicturePoint(x, $0) }
    }

    private mutating func end(_ run: inout [PicturePoint]) {
        // A single point is drawn as a dot.
        if run.count == 1 {
            run = [PicturePoint(run[0].x - 1, run[0].y), PicturePoint(run[0].x + 1, run[0].y)]
        }
        if !run.isEmpty { runs.append(run) }
        run = []
    }
}
