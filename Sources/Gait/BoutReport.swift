// The gait figures of one bout of walking. Which steps can be used, and how far the figures can be trusted, is decided
// here for all of them.

/// The gait figures of one bout of walking.
public struct BoutReport: Sendable, Hashable {
    /// Start and end, and the share of missing samples.
    public let bout: WalkingBout
    /// Its contacts.
    public let contacts: [FootContact]
    /// The duration of steps, in seconds.
    public let stepTime: Measured<Spread>
    /// The time from one contact of a foot to its next, in seconds.
    public let strideTime: Measured<Spread>
    /// Steps a minute.
    public let cadence: Measured<Double>
    /// How much longer the steps that end on the right foot take, as a share of the mean step time.
    public let stepTimeAsymmetry: Measured<Double>
    /// The similarity of consecutive steps; at most about 1.
    public let stepRegularity: Measured<Double>
    /// The similarity of consecutive strides; at most about 1.
    public let strideRegularity: Measured<Double>
    /// Step regularity divided by stride regularity: 1 if both feet walk alike.
    public let symmetry: Measured<Double>
    /// The smoothness of the vertical movement: the part that repeats with each step, divided by the rest.
    public let harmonicRatio: Measured<Double>
    /// The length of steps, in metres.
    public let stepLength: Measured<Spread>
    /// The walking speed, in m/s.
    public let speed: Measured<Double>

    init(
        contacts: [FootContact],
        lostShare: Double,
        passage: RecordedPassage,
        legLengthInMetres legLength: Double?
    ) {
        self.contacts = contacts
        bout = WalkingBout(
            start: contacts.first?.seconds ?? 0,
            end: contacts.last?.seconds ?? 0,
            contacts: contacts.count,
            lostShare: lostShare
        )
        let steps = WalkedSteps(contacts)
        let confidence = Confidence(lostShare: lostShare, steps: steps.steps.count)

        stepTime = Self.spread(steps.steps.map(\.duration), needed: 4, confidence)
        strideTime = Self.spread(steps.strides.map(\.duration), needed: 3, confidence)
        cadence = Self.map(stepTime) { 60 / $0.mean }
        stepTimeAsymmetry = Self.asymmetry(of: steps, passage.hasGyroscope, confidence)

        let signal = BoutSignal(steps: steps, passage: passage)
        let absence: Absence? =
            if lostShare > RecordedPassage.allowedLoss {
                .tooManyLost(share: lostShare, allowed: RecordedPassage.allowedLoss)
            } else if steps.steps.count < BoutSignal.fewestSteps {
                .tooFewSteps(found: steps.steps.count, needed: BoutSignal.fewestSteps)
            } else {
                nil
            }
        func measured<Value>(_ value: Value?, _ method: GaitMethod) -> Measured<Value> {
            if let absence { return .absent(absence) }
            return value.map { .figure($0, by: method, confidence) } ?? .absent(.stillness)
        }
        let regularity = absence == nil ? signal.regularity() : nil
        stepRegularity = measured(regularity?.step, .autocorrelation)
        strideRegularity = measured(regularity?.stride, .autocorrelation)
        symmetry = measured(regularity.map { $0.step / $0.stride }, .autocorrelation)
        harmonicRatio = measured(absence == nil ? signal.harmonicRatio() : nil, .harmonics)

        let pendulum = Self.pendulum(signal, absence, legLength)
        stepLength =
            switch pendulum {
            case .success(let lengths): measured(Spread(lengths.map(\.metres)), .invertedPendulum)
            case .failure(let reason): .absent(reason.absence)
            }
        speed =
            switch pendulum {
            case .success(let lengths):
                measured(
                    lengths.reduce(0) { $0 + $1.metres } / lengths.reduce(0) { $0 + $1.seconds },
                    .invertedPendulum
                )
            case .failure(let reason): .absent(reason.absence)
            }
    }

    private struct Reason: Error { var absence: Absence }

    private static func pendulum(
        _ signal: BoutSignal,
        _ absence: Absence?,
        _ legLength: Double?
    ) -> Result<[BoutSignal.Length], Reason> {
        if let absence { return .failure(Reason(absence: absence)) }
        guard let legLength, legLength > 0 else { return .failure(Reason(absence: .noLegLength)) }
        let rises = signal.rises()
        if let highest = rises.map(\.metres).max(), highest >= legLength {
            return .failure(
                Reason(absence: .stepTooHigh(metres: highest, legLength: legLength))
            )
        }
        return .success(rises.map { $0.length(ofLeg: legLength) })
    }

    private static func spread(
        _ values: [Double],
        needed: Int,
        _ confidence: Confidence
    ) -> Measured<Spread> {
        guard values.count >= needed, let spread = Spread(values) else {
            return .absent(.tooFewSteps(found: values.count, needed: needed))
        }
        return .figure(spread, by: .contacts, confidence)
    }

    private static func map(
        _ spread: Measured<Spread>,
        _ change: (Spread) -> Double
    ) -> Measured<Double> {
        switch spread {
        case .figure(let value, let method, let confidence):
            .figure(change(value), by: method, confidence)
        case .absent(let absence): .absent(absence)
        }
    }

    private static func asymmetry(
        of steps: WalkedSteps,
        _ hasGyroscope: Bool,
        _ confidence: Confidence
    ) -> Measured<Double> {
        guard hasGyroscope else { return .absent(.noGyroscope) }
        let left = steps.steps.filter { $0.side == .left }.map(\.duration)
        let right = steps.steps.filter { $0.side == .right }.map(\.duration)
        guard left.count >= 3, right.count >= 3, let left = Spread(left), let right = Spread(right)
        else { return .absent(.sidesUnknown) }
        let mean = (left.mean + right.mean) / 2
        return .figure((right.mean - left.mean) / mean, by: .contacts, confidence)
    }
}

/// The steps and strides between contacts, except those that may hide a lost contact.
struct WalkedSteps {
    /// A step or a stride, from one contact to the next or the one after it.
    struct Piece {
        var start: Double
        var end: Double
        /// The foot that it ends on.
        var side: FootContact.Side?
        var duration: Double { end - start }
    }

    let steps: [Piece]
    let strides: [Piece]

    init(_ contacts: [FootContact]) {
        let pieces = zip(contacts, contacts.dropFirst()).map { from, to in
            let piece = Piece(start: from.seconds, end: to.seconds, side: to.side)
            let isStep = BoutKeeper.steps ~= piece.duration && !to.followsLoss
            return isStep ? piece : nil
        }
        steps = pieces.compactMap { $0 }
        strides = zip(pieces, pieces.dropFirst()).compactMap { first, second in
            guard let first, let second else { return nil }
            return Piece(start: first.start, end: second.end, side: second.side)
        }
    }
}
