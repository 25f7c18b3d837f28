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
struct TurnFinder: Sendable {
    /// A turn, by points.
    struct Found {
        var start: Int
        var end: Int
        var isLeft: Bool
        var angle = 0.0
        var peakRate = 0.0
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
    private static let capacity = 256

    private let kernel: [Double]
    private var ring = [Double](repeating: 0, count: capacity)
    private var count = 0
    private var current: Found?

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
    mutating func update(_ turning: Double) -> Found? {
        ring[count % Self.capacity] = turning
        count += 1
        let index = count - 1 - Self.delay
        guard index >= Self.delay else { return nil }
        var smoothed = kernel[0] * rotation(index)
        for offset in 1...Self.delay {
            smoothed += kernel[offset] * (rotation(index - offset) + rotation(index + offset))
        }
        var ended: Found?
        if let turn = current, smoothed.magnitude < Self.leastRate || (smoothed > 0) != turn.isLeft
        {
            ended = judged(turn)
            current = nil
        }
        if smoothed.magnitude >= Self.leastRate {
            var turn = current ?? Found(start: index, end: index, isLeft: smoothed > 0)
            turn.end = index
            turn.angle += rotation(index) / EvenGrid.rateInHertz
            turn.peakRate = max(turn.peakRate, smoothed.magnitude)
            current = turn
        }
        return ended
    }

    private func rotation(_ index: Int) -> Double { ring[index % Self.capacity] }

    private func judged(_ turn: Found) -> Found? {
        turn.peakRate >= Self.leastPeak && turn.angle.magnitude >= Self.leastAngle
            && Self.points ~= turn.end - turn.start ? turn : nil
    }
}
