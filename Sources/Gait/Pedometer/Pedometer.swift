// Counts steps live. A stream reports contacts at once and bouts later, and a bump is a contact, too. So the pedometer
// counts only contacts within bouts, including those before the bout was recognised.

/// Counts the steps of a walk as its samples arrive, in bounded memory.
///
/// Processes the samples of one low-back sensor, and derives their rate from the first ones.
public struct Pedometer: Sendable {
    /// An event from a pedometer.
    public enum Event: Sendable, Hashable {
        /// A foot touched the ground, during walking or not; reported within a second.
        case contact(FootContact)
        /// A step was counted: its contact is part of a walk.
        case step(CountedStep)
        /// The length of a step; reported some seconds later.
        case length(MeasuredStep)
        /// A walk has ended.
        case boutEnded(WalkingBout)
    }

    /// The number of samples from which the rate is derived.
    private static let samplesOfRate = 32
    /// A sensor may be slower than its nominal rate by this factor, and still be accepted.
    private static let tolerance = 0.95
    /// How long samples must have arrived before their small number shows that the rate is too low.
    private static let neededSeconds = 2.0
    /// The largest number of contacts stored because they may still become the first of a walk.
    private static let mostPending = 16

    private var first: [GaitSample] = []
    /// The samples before the rate is known, also those that are too far apart for the gate.
    private var arrived: (count: Int, start: Double, end: Double)?
    /// Drops a wrong time among the first samples, which would make all later ones seem too early.
    private var gate = TimeGate<GaitSample>(longestStepInSeconds: GaitStream.longestHoleInSeconds)
    private var stream: GaitStream?
    private var lengths: StepLengths?
    private let legLength: Double?
    private var stride = 1
    private var sinceTaken = 0
    private var pending: [FootContact] = []
    private var isWalking = false
    private var lastStep: Double?
    private var rateRefused: Double?
    private var earlierRefusals = 0

    /// A pedometer without samples.
    ///
    /// - Parameter legLength: The distance from the hip joint to the ground, if known; without it, no step has a
    ///   length.
    public init(legLengthInMetres legLength: Double? = nil) { self.legLength = legLength }

    /// Why steps cannot be counted; `nil` if they can.
    public var absence: Absence? {
        if let rateRefused {
            return .rateTooLow(hertz: rateRefused, needed: GaitStream.rates.lowerBound)
        }
        guard stream == nil else { return nil }
        let seconds = arrived.map { $0.end - $0.start } ?? 0
        guard let arrived, seconds >= Self.neededSeconds else {
            return .tooShort(seconds: seconds, needed: Self.neededSeconds)
        }
        return .rateTooLow(
            hertz: Double(arrived.count - 1) / seconds,
            needed: GaitStream.rates.lowerBound
        )
    }

    /// How many samples were implausible, or not later than the one before, and were dropped.
    public var refusedSamples: Int { earlierRefusals + (stream?.refusedSamples ?? 0) }

    /// Processes a sample and returns new events: usually none.
    public mutating func update(_ sample: GaitSample) -> [Event] {
        guard rateRefused == nil else { return [] }
        guard stream == nil else { return take(sample) }
        guard sample.isReading else {
            earlierRefusals += 1
            return []
        }
        noteArrival(at: sample.seconds)
        let passed = gate.take(sample, at: sample.seconds)
        earlierRefusals += passed.refused
        first += passed.samples
        return first.count < Self.samplesOfRate ? [] : begin()
    }

    /// Returns the remaining events and ends the walk; a later walk is counted with the same sample rate.
    public mutating func finish() -> [Event] {
        var events: [Event] = []
        if stream == nil, rateRefused == nil, first.count > 2 { events = begin() }
        events += hear(stream?.finish() ?? [])
        events += endWalk()
        return events
    }

    // MARK: The rate

    private mutating func noteArrival(at seconds: Double) {
        guard let arrived else { return self.arrived = (1, seconds, seconds) }
        guard seconds > arrived.end else { return }
        self.arrived = (arrived.count + 1, arrived.start, seconds)
    }

    private mutating func begin() -> [Event] {
        let rate = Self.rate(of: first)
        let (least, most) = (GaitStream.rates.lowerBound, GaitStream.rates.upperBound)
        guard rate >= Self.tolerance * least else {
            rateRefused = rate
            first = []
            return []
        }
        // If the rate is above what a stream accepts, uses only every second sample, or every third, and so on.
        stride = max(1, Int((Self.tolerance * min(rate, 1e9) / most).rounded(.up)))
        let taken = min(max(rate / Double(stride), least), most)
        stream = GaitStream(rateInHertz: taken)
        lengths = legLength.map { StepLengths(ofLeg: $0, rateInHertz: taken) }
        let held = first
        first = []
        return held.flatMap { take($0) }
    }

    /// Uses the median interval, since samples may be missing.
    private static func rate(of samples: [GaitSample]) -> Double {
        let steps = zip(samples, samples.dropFirst()).map { $1.seconds - $0.seconds }.sorted()
        return 1 / steps[steps.count / 2]
    }

    // MARK: Counting

    private mutating func take(_ sample: GaitSample) -> [Event] {
        defer { sinceTaken = (sinceTaken + 1) % stride }
        guard sinceTaken == 0, let told = stream?.update(sample) else { return [] }
        lengths?.add(sample)
        var events = told.isEmpty ? [] : hear(told)
        if let measured = lengths?.measured(), !measured.isEmpty {
            events += measured.map { .length($0) }
        }
        return events
    }

    private mutating func hear(_ told: [GaitStream.Event]) -> [Event] {
        var events: [Event] = []
        for event in told {
            switch event {
            case .contact(let contact):
                events.append(.contact(contact))
                if isWalking { events.append(count(contact)) } else { keep(contact) }
            case .boutBegan(let start):
                isWalking = true
                lastStep = nil
                for contact in pending where contact.seconds >= start {
                    events.append(count(contact))
                }
                pending = []
            case .boutEnded(let bout):
                events += endWalk()
                events.append(.boutEnded(bout))
            case .turned: break
            }
        }
        return events
    }

    private mutating func keep(_ contact: FootContact) {
        if pending.count == Self.mostPending { pending.removeFirst() }
        pending.append(contact)
    }

    private mutating func count(_ contact: FootContact) -> Event {
        lengths?.add(contact)
        let since = lastStep.map { contact.seconds - $0 }
        lastStep = contact.seconds
        let isTimed = since.map { BoutKeeper.steps ~= $0 && !contact.followsLoss } ?? false
        return .step(
            CountedStep(
                seconds: contact.seconds,
                duration: isTimed ? since : nil,
                isFirst: since == nil,
                secondsSinceLast: since ?? 0,
                lostSeconds: since == nil ? 0 : contact.lostSeconds
            )
        )
    }

    private mutating func endWalk() -> [Event] {
        isWalking = false
        pending = []
        lastStep = nil
        return lengths?.rest().map { .length($0) } ?? []
    }
}

/// A counted step.
public struct CountedStep: Sendable, Hashable {
    /// The time of its contact, on the samples' clock.
    public var seconds: Double
    /// Its duration; `nil` for the first of a walk, and if a contact may be hidden in it.
    public var duration: Double?
    /// Whether it is the first of a walk.
    public var isFirst: Bool
    /// The time since the previous step, even if a contact may be hidden between; 0 for the first of a walk.
    public var secondsSinceLast = 0.0
    /// How many seconds of that time are missing.
    public var lostSeconds = 0.0
}

/// A measured step length.
public struct MeasuredStep: Sendable, Hashable {
    /// The time of its contact, on the samples' clock.
    public var seconds: Double
    /// How long it took.
    public var duration: Double
    /// Its length; `nil` if the sensor rose by the leg's length or more.
    public var metres: Double?
    /// How far the sensor rose.
    public var riseInMetres: Double
}
