// Counts steps while they are made. A stream tells contacts at once and bouts later, and a bump is a contact too;
// a pedometer counts the contacts of bouts only, also those that came before the bout was known to be one.

/// Counts the steps of a walk as its samples come, in bounded memory.
///
/// It is told the samples of one low-back sensor; at which rate they come, it learns from the first of them.
public struct Pedometer: Sendable {
    /// What a pedometer tells.
    public enum Event: Sendable, Hashable {
        /// A foot came to the ground, in a walk or not; told within a second.
        case contact(FootContact)
        /// A step counts: its contact is one of a walk.
        case step(CountedStep)
        /// How long a step was; told some seconds later.
        case length(MeasuredStep)
        /// A walk has ended.
        case boutEnded(WalkingBout)
    }

    /// So many samples tell their rate.
    private static let samplesOfRate = 32
    /// What a sensor may be off its rate by, and still be read.
    private static let tolerance = 0.95
    /// Contacts that may yet be the first of a walk.
    private static let mostPending = 16

    private var first: [GaitSample] = []
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

    /// A pedometer that has seen nothing yet.
    ///
    /// - Parameter legLength: From the hip's joint to the ground, where it is known; without it, no step has a
    ///   length.
    public init(legLengthInMetres legLength: Double? = nil) { self.legLength = legLength }

    /// Why there is no count, where there is none.
    public var absence: Absence? {
        if let rateRefused {
            return .rateTooLow(hertz: rateRefused, needed: GaitStream.rates.lowerBound)
        }
        return stream == nil ? .tooShort(seconds: 0, needed: 2) : nil
    }

    /// How many samples were no readings, or not later than the one before, and were left out.
    public var refusedSamples: Int { earlierRefusals + (stream?.refusedSamples ?? 0) }

    /// Takes a sample in and answers what is known now that was not before: mostly nothing.
    public mutating func update(_ sample: GaitSample) -> [Event] {
        guard rateRefused == nil else { return [] }
        guard stream == nil else { return take(sample) }
        guard sample.isReading, first.last.map({ $0.seconds < sample.seconds }) ?? true else {
            earlierRefusals += 1
            return []
        }
        first.append(sample)
        return first.count < Self.samplesOfRate ? [] : begin()
    }

    /// Answers what the last samples still hold; what comes later begins anew.
    public mutating func finish() -> [Event] {
        var events: [Event] = []
        if stream == nil, rateRefused == nil, first.count > 2 { events = begin() }
        events += hear(stream?.finish() ?? [])
        events += endWalk()
        return events
    }

    // MARK: The rate

    private mutating func begin() -> [Event] {
        let rate = Self.rate(of: first)
        let (least, most) = (GaitStream.rates.lowerBound, GaitStream.rates.upperBound)
        guard rate >= Self.tolerance * least else {
            rateRefused = rate
            first = []
            return []
        }
        // Of more samples than a stream takes, each second or third will do.
        stride = max(1, Int((Self.tolerance * min(rate, 1e9) / most).rounded(.up)))
        let taken = min(max(rate / Double(stride), least), most)
        stream = GaitStream(rateInHertz: taken)
        lengths = legLength.map { StepLengths(ofLeg: $0, rateInHertz: taken) }
        let held = first
        first = []
        return held.flatMap { take($0) }
    }

    /// By the middle one of their distances: some of them may be missing.
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

/// A step that counts.
public struct CountedStep: Sendable, Hashable {
    /// When its foot came to the ground, on the clock of the samples.
    public var seconds: Double
    /// How long it took; `nil` of the first of a walk, and where another contact may be hidden in it.
    public var duration: Double?
    /// Whether it is the first of a walk.
    public var isFirst: Bool
    /// How long after the one before it was, whatever may be hidden between them; 0 of the first of a walk.
    public var secondsSinceLast = 0.0
    /// How much of that time is missing.
    public var lostSeconds = 0.0
}

/// How long a step was.
public struct MeasuredStep: Sendable, Hashable {
    /// When its foot came to the ground, on the clock of the samples.
    public var seconds: Double
    /// How long it took.
    public var duration: Double
    /// How long it was; `nil` where the sensor rose by more than the leg is long.
    public var metres: Double?
    /// How far the sensor rose.
    public var riseInMetres: Double
}
