// What a pedometer has counted, summed up as it counts: no step is kept.

/// The sums of the steps that were counted, and the figures that follow from them.
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
    /// How much of the time between the steps is missing.
    public private(set) var lostSeconds = 0.0

    /// Fewer tell no cadence.
    private static let fewestSteps = 4

    /// The figures of nobody who has walked.
    public init() {}

    /// Takes a step that counts.
    public mutating func add(_ step: CountedStep) {
        steps += 1
        if step.isFirst { bouts += 1 }
        coveredSeconds += step.secondsSinceLast
        lostSeconds += step.lostSeconds
        guard let duration = step.duration else { return }
        timedSteps += 1
        walkedSeconds += duration
    }

    /// Takes how long a step was.
    public mutating func add(_ step: MeasuredStep) {
        guard let length = step.metres else {
            return highestRise = max(highestRise ?? 0, step.riseInMetres)
        }
        measuredSteps += 1
        metres += length
        measuredSeconds += step.duration
    }

    /// Takes the steps of another part of the walk.
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

    /// How long somebody walked, in seconds: the time of all steps, but for those that may hide another.
    public var walkingTime: Measured<Double> { timed(walkedSeconds) }

    /// Steps a minute.
    public var cadence: Measured<Double> { timed(60 * Double(timedSteps) / walkedSeconds) }

    /// How far somebody has walked, in metres.
    ///
    /// - Parameter legLength: What the steps were measured by, if by anything.
    /// - Returns: The sum of their lengths, those that could not be measured taken to be as long as the others; none where
    ///   that were a fifth of them.
    public func distance(ofLegInMetres legLength: Double?) -> Measured<Double> {
        measured(metres / Double(measuredSteps) * Double(pairs), legLength)
    }

    /// How fast somebody walked, in m/s.
    ///
    /// - Parameter legLength: What the steps were measured by, if by anything.
    /// - Returns: The distance by the time that it took.
    public func speed(ofLegInMetres legLength: Double?) -> Measured<Double> {
        measured(metres / measuredSeconds, legLength)
    }

    /// How many steps have one before them in the same walk.
    private var pairs: Int { steps - bouts }

    /// Whether so much is missing between the steps that the figures are not good ones.
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
