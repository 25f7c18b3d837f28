// Stores the samples of a recording between two long holes, because the figures of a bout are computed after its end,
// from all of its samples.

/// The samples of one passage, and their points on the grid.
struct RecordedPassage: Sendable {
    private(set) var samples: [LevelSample] = []
    private(set) var points: [GridPoint] = []
    private var grid: EvenGrid
    /// The highest share of missing samples for figures that need every sample.
    static let allowedLoss = 0.2
    /// Below this variation of the vertical acceleration, in g, a freezing index would only measure noise.
    private static let leastVariationInG = 0.01
    /// The least rise of a contact at either end of a bout, as a share of the others.
    private static let leastShareOfRise = 0.3

    init(sampleRateInHertz rate: Double) {
        grid = EvenGrid(sampleRateInHertz: rate)
    }

    mutating func add(_ sample: LevelSample) {
        samples.append(sample)
        grid.add(sample)
        while let point = grid.next() { points.append(point) }
    }

    var start: Double { samples.first?.seconds ?? 0 }
    var end: Double { samples.last?.seconds ?? 0 }
    /// True if at least four fifths of the samples have a rotation.
    var hasGyroscope: Bool {
        let without = samples.count { $0.turning == nil }
        return Double(without) <= Self.allowedLoss * Double(samples.count)
    }
    /// How many seconds of samples are missing.
    var lostSeconds: Double { points.last?.lostSeconds ?? 0 }

    func seconds(ofPoint index: Int) -> Double { grid.seconds(ofPoint: Double(index)) }

    /// The points within a time range.
    func indices(during time: Range<Double>) -> Range<Int> {
        func index(_ seconds: Double) -> Int {
            let index = ((seconds - start) * EvenGrid.rateInHertz).rounded(.up)
            return Int(min(max(index, 0), Double(points.count)))
        }
        return index(time.lowerBound)..<index(time.upperBound)
    }

    func overlap(with time: Range<Double>) -> Double {
        min(end, time.upperBound) - max(start, time.lowerBound)
    }

    /// Finds the contacts of a bout again, with its known step period, and their sides.
    func contacts(
        ofStepsLike found: [FootContact],
        sampleRateInHertz rate: Double,
        margin: Double
    ) -> [FootContact] {
        let steps = zip(found, found.dropFirst()).map { $1.seconds - $0.seconds }.sorted()
        guard let first = found.first, let last = found.last, !steps.isEmpty else { return found }
        let period = steps[steps.count / 2]
        var passage = GaitPassage(sampleRateInHertz: rate, periodInSeconds: period)
        var contacts: [FootContact] = []
        func take(_ event: GaitStream.Event) {
            if case .contact(let contact) = event { contacts.append(contact) }
        }
        for sample in samples
        where first.seconds - margin...last.seconds + margin ~= sample.seconds {
            passage.update(sample, tell: take)
        }
        passage.finish(points: GaitStream.pointsToFinish, tell: take)
        let reach = period / 2
        let within = contacts.filter {
            first.seconds - reach...last.seconds + reach ~= $0.seconds
        }
        contacts = Self.trimmed(within.count < found.count / 2 ? found : within)
        decideSides(of: &contacts)
        return contacts
    }

    /// Drops contacts at both ends that rise much less than the others: the person shifts weight before the first step,
    /// or sets a foot aside after the last.
    private static func trimmed(_ contacts: [FootContact]) -> [FootContact] {
        let rises = contacts.map(\.rise).sorted()
        let least = leastShareOfRise * rises[rises.count / 2]
        guard let first = contacts.firstIndex(where: { $0.rise >= least }),
            let last = contacts.lastIndex(where: { $0.rise >= least })
        else { return contacts }
        return Array(contacts[first...last])
    }

    private func decideSides(of contacts: inout [FootContact]) {
        guard let first = contacts.first, let last = contacts.last, hasGyroscope else { return }
        let margin = SideVote.longestStepInSeconds
        let indices = indices(during: first.seconds - margin..<last.seconds + margin)
        var headings: [Double] = []
        for point in points[indices] {
            headings.append(
                (headings.last ?? 0) + (point.turning ?? 0) / EvenGrid.rateInHertz
            )
        }
        SideVote.decide(&contacts) { seconds in
            let index = grid.point(atSeconds: seconds) - indices.lowerBound
            return headings.indices.contains(index) ? headings[index] : nil
        }
    }

    func freezing(in part: ArraySlice<GridPoint>) -> Measured<Double> {
        let lost = Self.lostShare(of: part)
        guard lost <= Self.allowedLoss else {
            return .absent(.tooManyLost(share: lost, allowed: Self.allowedLoss))
        }
        let variation = Spread(part.map(\.vertical))?.deviation ?? 0
        guard variation >= Self.leastVariationInG else {
            return .absent(
                .standing(variationInG: variation, needed: Self.leastVariationInG)
            )
        }
        return FreezingIndex.of(vertical: part.map(\.vertical), rateInHertz: EvenGrid.rateInHertz)
            .lowered(byLostShare: lost)
    }

    /// The sway within a time range; `beside` is how many seconds of the range lie outside this passage.
    func sway(during time: Range<Double>, lostSecondsBeside beside: Double) -> Measured<Sway> {
        let part = points[indices(during: time)]
        let seconds = Double(part.count) / EvenGrid.rateInHertz
        let lost =
            part.isEmpty
            ? 0 : (Self.lostShare(of: part) * seconds + beside) / (seconds + beside)
        guard lost <= Self.allowedLoss else {
            return .absent(.tooManyLost(share: lost, allowed: Self.allowedLoss))
        }
        return Sway.of(
            points: part.map { $0.level * standardGravity },
            rateInHertz: EvenGrid.rateInHertz
        ).lowered(byLostShare: lost)
    }

    static func lostShare(of part: ArraySlice<GridPoint>) -> Double {
        guard let first = part.first, let last = part.last, part.count > 1 else { return 0 }
        return (last.lostSeconds - first.lostSeconds)
            / (Double(part.count - 1) / EvenGrid.rateInHertz)
    }
}

/// Splits samples into passages at long holes.
struct PassageBuilder {
    private let rate: Double
    private var passages: [RecordedPassage] = []

    init(sampleRateInHertz rate: Double) {
        self.rate = rate
    }

    mutating func add(_ sample: LevelSample) {
        let isLong = passages.last.map {
            sample.seconds - $0.end > GaitStream.longestHoleInSeconds
        }
        if isLong ?? true { passages.append(RecordedPassage(sampleRateInHertz: rate)) }
        passages[passages.count - 1].add(sample)
    }

    consuming func finished() -> [RecordedPassage] { passages }
}

/// 1 g in m/s².
let standardGravity = 9.80665

extension Measured {
    /// The same figure, with its confidence limited by the share of missing samples.
    package func lowered(byLostShare share: Double) -> Self {
        guard case .figure(let value, let method, let confidence) = self else { return self }
        return .figure(value, by: method, min(confidence, Confidence(lostShare: share)))
    }
}
