// A step's length follows from how high the body rises in it, and that from the acceleration around it, later as well as
// earlier. So steps are measured a row at a time, some seconds after the last of the row.

/// Measures the steps of a walk while it goes on.
struct StepLengths: Sendable {
    /// So many steps are measured together: their mean time says what drifts.
    private static let stepsOfRow = 16
    /// What is looked at before and behind a row.
    private static let marginInSeconds = 4.0
    /// As long as samples wait whose contacts are not known to be of a walk yet.
    private static let patienceInSeconds = 14.0

    private let leg: Double
    private let rate: Double
    private var leveller: Leveller
    private var samples: [LevelSample] = []
    private var contacts: [FootContact] = []

    /// Lengths of the steps of a leg, from the hip's joint to the ground.
    init(ofLeg metres: Double, rateInHertz rate: Double) {
        leg = metres
        self.rate = rate
        leveller = Leveller(rateInHertz: rate)
    }

    mutating func add(_ sample: GaitSample) {
        samples += leveller.update(sample)
        forgetOld()
    }

    /// Takes a contact of a walk.
    mutating func add(_ contact: FootContact) { contacts.append(contact) }

    /// The steps of the next row, if it is long enough ago.
    mutating func measured() -> [MeasuredStep] {
        guard contacts.count > Self.stepsOfRow, let newest = samples.last?.seconds,
            newest >= contacts[Self.stepsOfRow].seconds + Self.marginInSeconds
        else { return [] }
        let row = Array(contacts[...Self.stepsOfRow])
        contacts.removeFirst(Self.stepsOfRow)
        return measure(row)
    }

    /// The steps that are left of a walk that has ended.
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
            // What lies behind a long hole does not hang together with the row.
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

    /// Keeps what may still be looked at; in large pieces, as what is behind moves up.
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
