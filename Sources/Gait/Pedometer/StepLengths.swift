// A step's length follows from how high the body rises in it, which is computed from the acceleration before and after
// the step. So steps are measured in groups, some seconds after the last step of the group.

/// Measures the lengths of steps during a walk.
struct StepLengths: Sendable {
    /// The number of steps in a group: their mean duration is needed to remove drift.
    private static let stepsOfRow = 16
    /// How much signal before and after a group is used.
    private static let marginInSeconds = 4.0
    /// How long samples are stored, since their contacts may still be recognised as a walk.
    private static let patienceInSeconds = 14.0

    private let leg: Double
    private let rate: Double
    private var leveller: Leveller
    private var samples: [LevelSample] = []
    private var contacts: [FootContact] = []

    /// Measures steps for this leg length, from the hip joint to the ground.
    init(ofLeg metres: Double, rateInHertz rate: Double) {
        leg = metres
        self.rate = rate
        leveller = Leveller(rateInHertz: rate)
    }

    mutating func add(_ sample: GaitSample) {
        samples += leveller.update(sample)
        forgetOld()
    }

    /// Adds a contact of a walk.
    mutating func add(_ contact: FootContact) { contacts.append(contact) }

    /// The steps of the next group, if enough samples have come after it; otherwise none.
    mutating func measured() -> [MeasuredStep] {
        guard contacts.count > Self.stepsOfRow, let newest = samples.last?.seconds,
            newest >= contacts[Self.stepsOfRow].seconds + Self.marginInSeconds
        else { return [] }
        let row = Array(contacts[...Self.stepsOfRow])
        contacts.removeFirst(Self.stepsOfRow)
        return measure(row)
    }

    /// The remaining steps of a walk that has ended.
    mutating func rest() -> [MeasuredStep] {
        defer { contacts = [] }
        return measure(contacts)
    }

    private func measure(_ row: [FootContact]) -> [MeasuredStep] {
        guard let first = row.first, let last = row.last else { return [] }
        let steps = WalkedSteps(row)
        guard !steps.steps.isEmpty else { return [] }
        var passage = RecordedPassage(sampleRateInHertz: rate)
        let time = (first.seconds - Self.marginInSeconds)...(last.seconds + Self.marginInSeconds)
        for sample in samples where time ~= sample.seconds {
            // Samples after a long hole cannot be processed together with the group.
            if sample.seconds - passage.end > GaitStream.longestHoleInSeconds {
                if passage.end > first.seconds { break }
                passage = RecordedPassage(sampleRateInHertz: rate)
            }
            passage.add(sample)
        }
        guard passage.start <= first.seconds, passage.end >= last.seconds else { return [] }
        let rises = BoutSignal(steps: steps, passage: passage).rises()
        guard rises.count == steps.steps.count else { return [] }
        return zip(steps.steps, rises).map { step, rise in
            MeasuredStep(
                seconds: step.end,
                duration: step.duration,
                metres: rise.metres < leg ? rise.length(ofLeg: leg).metres : nil,
                riseInMetres: rise.metres
            )
        }
    }

    /// Drops old samples; in large portions, since removing from the front moves the rest.
    private mutating func forgetOld() {
        guard let newest = samples.last?.seconds else { return }
        let oldest =
            contacts.first.map { $0.seconds - Self.marginInSeconds }
            ?? newest - Self.patienceInSeconds
        let wanted = min(oldest, newest - Self.patienceInSeconds)
        guard let first = samples.first?.seconds, wanted - first > Self.patienceInSeconds else {
            return
        }
        samples.removeFirst(samples.firstIndex { $0.seconds >= wanted } ?? samples.count)
    }
}
