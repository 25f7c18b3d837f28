// Reports the gait of a whole recording. It finds bouts by the same filter as a stream, and then finds contacts again
// in each bout, whose step period is known by then; so a report and a live view differ a little.

/// The gait figures of a low-back sensor's recording.
public struct GaitReport: Sendable {
    /// The freezing index of one window of samples.
    public struct Freezing: Sendable, Hashable {
        /// The start of the window of six seconds.
        public var start: Double
        public var index: Measured<Double>
    }

    /// The bouts of walking, each with its figures.
    public let bouts: [BoutReport]
    /// The turns, during walking or standing.
    public let turns: Measured<[BodyTurn]>
    /// One freezing index for each second that is followed by six seconds of samples.
    public let freezing: [Freezing]
    /// How many samples were implausible, or not later than the one before, and were dropped.
    public let refusedSamples: Int

    private let passages: [RecordedPassage]

    /// The accepted leg lengths in metres, with a margin.
    public static let legLengthsInMetres = 0.2...1.5
    /// How much of the recording before and after a bout is processed, so that the filters settle.
    private static let marginInSeconds = 2.5

    /// Analyses samples in order of time.
    ///
    /// - Precondition: The rate is one of `GaitStream.rates`.
    ///
    /// - Parameters:
    ///   - samples: The sensor's samples.
    ///   - rate: The approximate number of samples a second.
    ///   - legLength: The distance from the hip joint to the ground, if known; without it there is no step length and
    ///     no speed.
    public init(
        of samples: some Sequence<GaitSample>,
        rateInHertz rate: Double,
        legLengthInMetres legLength: Double? = nil
    ) {
        var stream = GaitStream(rateInHertz: rate)
        var leveller = Leveller(rateInHertz: rate)
        var builder = PassageBuilder(sampleRateInHertz: rate)
        var contacts: [FootContact] = []
        var bouts: [WalkingBout] = []
        var turns: [BodyTurn] = []
        func take(_ events: [GaitStream.Event]) {
            for event in events {
                switch event {
                case .contact(let contact): contacts.append(contact)
                case .boutBegan: break
                case .boutEnded(let bout): bouts.append(bout)
                case .turned(let turn): turns.append(turn)
                }
            }
        }
        for sample in samples {
            take(stream.update(sample))
            for level in leveller.update(sample) { builder.add(level) }
        }
        take(stream.finish())
        let passages = builder.finished()
        self.passages = passages
        refusedSamples = stream.refusedSamples
        self.turns = Self.turns(turns, in: passages)
        freezing = passages.flatMap(Self.freezing)
        self.bouts = bouts.compactMap { bout in
            guard
                let passage = passages.first(where: { $0.start <= bout.start && bout.end <= $0.end }
                )
            else { return nil }
            let found = Self.contacts(of: bout, among: contacts)
            let refined = passage.contacts(
                ofStepsLike: found,
                sampleRateInHertz: rate,
                margin: Self.marginInSeconds
            )
            return BoutReport(
                contacts: refined,
                lostShare: bout.lostShare,
                passage: passage,
                legLengthInMetres: legLength
            )
        }
    }

    /// Computes the sway of a person who stands still.
    ///
    /// - Parameter time: Start and end, on the samples' clock.
    /// - Returns: The sway of the horizontal acceleration, in m/s²; absent during walking.
    public func sway(during time: Range<Double>) -> Measured<Sway> {
        if let bout = bouts.first(where: {
            $0.bout.start < time.upperBound && $0.bout.end > time.lowerBound
        }) {
            return .absent(.walking(start: bout.bout.start))
        }
        guard let first = passages.first, let last = passages.last,
            let passage = passages.max(by: { $0.overlap(with: time) < $1.overlap(with: time) })
        else { return .absent(.tooShort(seconds: 0, needed: Sway.shortestInSeconds)) }
        // Time in other passages, or in holes between them, counts as missing here.
        let asked = min(time.upperBound, last.end) - max(time.lowerBound, first.start)
        return passage.sway(
            during: time,
            lostSecondsBeside: max(0, asked - max(0, passage.overlap(with: time)))
        )
    }

    /// The contacts of a bout, with earlier contacts that are at most a step apart: the first steps are often too
    /// unequal for a stream to count.
    private static func contacts(
        of bout: WalkingBout,
        among contacts: [FootContact]
    ) -> [FootContact] {
        guard var first = contacts.firstIndex(where: { $0.seconds >= bout.start }) else {
            return []
        }
        while first > 0,
            BoutKeeper.steps ~= contacts[first].seconds - contacts[first - 1].seconds
        { first -= 1 }
        return contacts[first...].filter { $0.seconds <= bout.end }
    }

    private static func turns(
        _ turns: [BodyTurn],
        in passages: [RecordedPassage]
    ) -> Measured<[BodyTurn]> {
        guard let first = passages.first, let last = passages.last, last.end > first.start else {
            return .absent(.tooShort(seconds: 0, needed: 2))
        }
        guard passages.allSatisfy(\.hasGyroscope) else { return .absent(.noGyroscope) }
        let there = passages.reduce(0) { $0 + $1.end - $1.start - $1.lostSeconds }
        let lostShare = 1 - there / (last.end - first.start)
        return .figure(turns, by: .verticalRotation, Confidence(lostShare: lostShare))
    }

    private static func freezing(in passage: RecordedPassage) -> [Freezing] {
        let window = Int(FreezingIndex.windowInSeconds * EvenGrid.rateInHertz)
        let points = passage.points
        return stride(from: 0, through: points.count - window, by: Int(EvenGrid.rateInHertz)).map {
            let part = points[$0..<($0 + window)]
            return Freezing(start: passage.seconds(ofPoint: $0), index: passage.freezing(in: part))
        }
    }
}
