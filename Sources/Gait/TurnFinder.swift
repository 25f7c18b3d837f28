// Finds when a person turns round, how far and how fast, from the rotation about the vertical. The thresholds are those
// of El-Gohary and others (Sensors 14, 2014; online 2013).

internal import Orientation

/// A turn of the body about the vertical.
public struct BodyTurn: Sendable, Hashable {
    /// When it began, on the clock of the samples.
    public var start: Double
    /// When it ended.
    public var end: Double
    /// The angle in radians, positive to the left.
    public var angle: Double
    /// The largest rate of the smoothed rotation in rad/s, without sign.
    public var peakRate: Double
}

/// Finds turns in the grid's points as they arrive.
///
/// The pelvis rotates to and fro with each stride, by as much as a tenth of a right angle. So the angle of a turn is
/// the mean heading over a stride after it, minus that over a stride before it.
struct TurnFinder: Sendable {
    /// A turn, in points.
    struct Found {
        var start: Int
        var end: Int
        var isLeft: Bool
        var angle = 0.0
        var peakRate = 0.0
        fileprivate var headingBefore: Double
    }

    private static let degree = Double.pi / 180
    /// A turn reaches at least this rate.
    private static let leastPeak = 15 * degree
    /// A turn lasts while the rate is at least this.
    private static let leastRate = 5 * degree
    private static let leastAngle = 45 * degree
    /// The shortest and longest turn, in points: 0.5 to 10 s.
    private static let points = 50...1000
    /// The smoothing halves the power at 0.5 Hz: the pelvis rotates with every stride, the body does not.
    private static let deviationInPoints = 26.5
    /// The reach of the smoothing to either side, in points, by which its result is late.
    private static let delay = 80
    private static let capacity = 512
    /// The longest stride used for the mean heading, so that a turn is reported in time.
    private static let longestStride = 200
    /// The share of that stride that lies within the turn, whose ends are blurred by the smoothing.
    private static let shareWithin = 0.1

    private let kernel: [Double]
    private var ring = [Double](repeating: 0, count: capacity)
    private var headings = [Double](repeating: 0, count: capacity)
    private var heading = 0.0
    private var count = 0
    private var current: Found?
    private var ended: Found?

    init() {
        var weights = (0...Self.delay).map { index in
            let share = Double(index) / Self.deviationInPoints
            return 1 - PortableMath.approach(timeConstants: share * share / 2)
        }
        let whole = weights[0] + 2 * weights.dropFirst().reduce(0, +)
        for index in weights.indices { weights[index] /= whole }
        kernel = weights
    }

    /// Processes the rotation of a point in rad/s.
    ///
    /// - Parameters:
    ///   - turning: The rotation.
    ///   - stride: The approximate number of points in a stride.
    /// - Returns: A turn that has ended, after one more stride.
    mutating func update(_ turning: Double, stridePoints stride: Double) -> Found? {
        ring[count % Self.capacity] = turning
        heading += turning / EvenGrid.rateInHertz
        headings[count % Self.capacity] = heading
        count += 1
        let index = count - 1 - Self.delay
        guard index >= Self.delay else { return nil }
        var smoothed = kernel[0] * rotation(index)
        for offset in 1...Self.delay {
            smoothed += kernel[offset] * (rotation(index - offset) + rotation(index + offset))
        }
        let length = min(Int(stride.rounded()), Self.longestStride)
        let within = Int(Self.shareWithin * Double(length))
        var told: Found?
        if let turn = ended, count - 1 >= turn.end - within + length {
            told = judged(turn, length, within, before: count)
        }
        if let turn = current, smoothed.magnitude < Self.leastRate || (smoothed > 0) != turn.isLeft
        {
            // A turn that follows at once uses the same stride as the turn before it.
            if let turn = ended {
                told = judged(turn, length, within, before: current?.start ?? count)
            }
            ended = turn
            current = nil
        }
        if smoothed.magnitude >= Self.leastRate {
            var turn =
                current
                ?? Found(
                    start: index,
                    end: index,
                    isLeft: smoothed > 0,
                    headingBefore: meanHeading(index + within - length..<index + within)
                )
            turn.end = index
            turn.peakRate = max(turn.peakRate, smoothed.magnitude)
            current = turn
        }
        return told
    }

    private func rotation(_ index: Int) -> Double { ring[index % Self.capacity] }

    private func meanHeading(_ wanted: Range<Int>) -> Double {
        let known = wanted.clamped(to: max(0, count - Self.capacity)..<count)
        guard !known.isEmpty else { return heading }
        return known.reduce(0) { $0 + headings[$1 % Self.capacity] } / Double(known.count)
    }

    private mutating func judged(
        _ turn: Found,
        _ length: Int,
        _ within: Int,
        before end: Int
    ) -> Found? {
        ended = nil
        var turn = turn
        let first = turn.end - within
        turn.angle =
            meanHeading(first..<max(first + 1, min(first + length, end))) - turn.headingBefore
        return turn.peakRate >= Self.leastPeak && turn.angle.magnitude >= Self.leastAngle
            && Self.points ~= turn.end - turn.start ? turn : nil
    }
}
