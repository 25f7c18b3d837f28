// Sums up counted steps as they come, without storing them.

/// The sums over counted steps, and the figures derived from them.
public struct WalkFigures: Sendable, Hashable {
    /// How many steps there were.
    public private(set) var steps = 0
    private var bouts = 0
    private var timedSteps = 0
    private var walkedSeconds = 0.0
    private var measuredSteps = 0
    private var metres = 0.0
    private var measuredSeconds = 0.0
    private var highestRise: Double?
    private var coveredSeconds = 0.0
    /// How many seconds are missing between the steps.
    public private(set) var lostSeconds = 0.0

    /// With fewer steps there is no cadence.
    private static let fewestSteps = 4

    /// The figures before any step.
    public init() {}

    /// Adds a counted step.
    public mutating func add(_ step: CountedStep) {
        steps += 1
        if step.isFirst { bouts += 1 }
        coveredSeconds += step.secondsSinceLast
        lostSeconds += step.lostSeconds
        guard let duration = step.duration else { return }
        timedSteps += 1
        walkedSeconds += duration
    }

    /// Adds the length of a step.
    public mutating func add(_ step: MeasuredStep) {
        guard let length = step.metres else {
            return highestRise = max(highestRise ?? 0, step.riseInMetres)
        }
        measuredSteps += 1
        metres += length
        measuredSeconds += step.duration
    }

    /// Adds the steps of another part of the walk.
    public mutating func add(_ other: WalkFigures) {
        steps += other.steps
        bouts += other.bouts
        timedSteps += other.timedSteps
        walkedSeconds += other.walkedSeconds
        measuredSteps += other.measuredSteps
        metres += other.metres
        measuredSeconds += other.measuredSeconds
        coveredSeconds += other.coveredSeconds
        lostSeconds += other.lostSeconds
        if let rise = other.highestRise { highestRise = max(highestRise ?? 0, rise) }
    }

    // MARK: Figures

    /// The walking time in seconds: the sum of all step durations, except those that may hide another step.
    public var walkingTime: Measured<Double> { timed(walkedSeconds) }

    /// Steps a minute.
    public var cadence: Measured<Double> { timed(60 * Double(timedSteps) / walkedSeconds) }

    /// The distance walked, in metres.
    ///
    /// - Parameter legLength: The leg length by which the steps were measured, if any.
    /// - Returns: The sum of the step lengths; steps that could not be measured count with the mean length. Absent if
    ///   they are more than a fifth.
    public func distance(ofLegInMetres legLength: Double?) -> Measured<Double> {
        measured(metres / Double(measuredSteps) * Double(pairs), legLength)
    }

    /// The walking speed, in m/s.
    ///
    /// - Parameter legLength: The leg length by which the steps were measured, if any.
    /// - Returns: The distance divided by its duration.
    public func speed(ofLegInMetres legLength: Double?) -> Measured<Double> {
        measured(metres / measuredSeconds, legLength)
    }

    /// The number of steps that follow another one in the same walk.
    private var pairs: Int { steps - bouts }

    /// True if so much is missing between the steps that the figures are unreliable.
    public var losesSteps: Bool { Confidence(lostShare: lostShare) < .good }

    private var lostShare: Double { coveredSeconds > 0 ? lostSeconds / coveredSeconds : 0 }
    private var confidence: Confidence { Confidence(lostShare: lostShare, steps: timedSteps) }

    private func timed(_ value: Double) -> Measured<Double> {
        guard timedSteps >= Self.fewestSteps else {
            return .absent(.tooFewSteps(found: timedSteps, needed: Self.fewestSteps))
        }
        return .figure(value, by: .contacts, confidence)
    }

    private func measured(_ value: Double, _ legLength: Double?) -> Measured<Double> {
        guard let legLength else { return .absent(.noLegLength) }
        guard timedSteps >= BoutSignal.fewestSteps else {
            return .absent(.tooFewSteps(found: timedSteps, needed: BoutSignal.fewestSteps))
        }
        let missing = 1 - Double(measuredSteps) / Double(max(1, pairs))
        guard missing <= RecordedPassage.allowedLoss else {
            return .absent(
                highestRise.map { .stepTooHigh(metres: $0, legLength: legLength) }
                    ?? .tooManyLost(share: missing, allowed: RecordedPassage.allowedLoss)
            )
        }
        return .figure(value, by: .invertedPendulum, confidence)
    }
}
