// Finds when somebody turns round, by how much and how fast, from the rotation about the vertical. The
// thresholds are those of El-Gohary and others (Sensors 14, 2014; online 2013).

internal import Orientation

/// A turn of the body about the vertical.
public struct BodyTurn: Sendable, Hashable {
    /// When it began, on the clock of the samples.
    public var start: Double
    /// When it had ended.
    public var end: Double
    /// By how much, in radians, to the left positive.
    public var angle: Double
    /// The largest rate of the smoothed rotation, in rad/s, without sign.
    public var peakRate: Double
}

/// Finds turns in the points of the grid, as they come.
///
/// The pelvis turns to and fro with each stride, by as much as a tenth of a right angle: so how far somebody has
/// turned is told by the mean heading of a stride after the turn less that of one before.
struct TurnFinder: Sendable {
    /// A turn, by points.
    struct Found {
        var start: Int
        var end: Int
        var isLeft: Bool
        var angle = 0.0
        var peakRate = 0.0
        fileprivate var headingBefore: Double
    }

    private static let degree = Double.pi / 180
    /// A turn has somewhere at least this rate.
    private static let leastPeak = 15 * degree
    /// It lasts while the rate is at least this one.
    private static let leastRate = 5 * degree
    private static let leastAngle = 45 * degree
    private static let points = 50...1000
    /// Half of the power is left at 0.5 Hz: the pelvis turns with every stride, the body does not.
    private static let deviationInPoints = 26.5
    private static let delay = 80
    private static let capacity = 512
    /// A stride of which the mean heading is taken is no longer than this, so that a turn is told in time.
    private static let longestStride = 200
    /// How much of that stride lies within the turn, whose ends are smoothed.
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

    /// Takes the rotation of a point in, in rad/s, and answers a turn that has ended.
    ///
    /// - Parameters:
    ///   - turning: The rotation.
    ///   - stride: How many points a stride has, about.
    /// - Returns: A turn whose next stride is over, too.
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
            // A turn that follows at once takes the stride from the one before.
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
