// The figures of one bout of walking by a sensor on one foot: its strides have their contacts, when the foot left the
// ground, and where it went.

/// What a bout of walking says of somebody's gait by one foot.
public struct FootBoutReport: Sendable, Hashable {
    /// A stride, and how much of its time is missing.
    public struct Stride: Sendable, Hashable {
        public var stride: FootStride
        public var lostSeconds: Double
        /// How much is missing between the end of the stride before and the start of this one.
        public var lostSecondsBefore: Double
        /// Whether so much is missing at once, since the end of the stride before, that a contact may be hidden there.
        public var followsLoss: Bool

        /// A hole that is longer may hide a contact, or moves it.
        public static let longestHoleInSeconds = EvenGrid.longestFilledHoleInSeconds

        /// A stride of whose time so much is missing.
        public init(
            _ stride: FootStride,
            lostSeconds: Double = 0,
            lostSecondsBefore: Double = 0,
            followsLoss: Bool = false
        ) {
            (self.stride, self.lostSeconds) = (stride, lostSeconds)
            (self.lostSecondsBefore, self.followsLoss) = (lostSecondsBefore, followsLoss)
        }
    }

    /// From when to when, and how much of it is missing; its contacts are those of this foot.
    public let bout: WalkingBout
    /// Its strides.
    public let strides: [FootStride]
    /// How long it takes until the foot comes down again, in seconds.
    public let strideTime: Measured<Spread>
    /// How long the foot is on the ground, in seconds; `fair` at best, since the foot is told up to 0.1 s late to have left it.
    public let stanceTime: Measured<Spread>
    /// How long the foot is off the ground, in seconds.
    public let swingTime: Measured<Spread>
    /// The share of a stride in which the foot is on the ground.
    public let stanceShare: Measured<Double>
    /// Steps of both feet a minute.
    public let cadence: Measured<Double>
    /// How far apart two places of the foot lie, on the level, in metres; without half a stride at either end.
    public let strideLength: Measured<Spread>
    /// How fast somebody walks, in m/s.
    public let speed: Measured<Double>

    /// A bout has at least so many strides.
    public static let fewestStrides = 3
    /// How long a stride of one foot takes: two steps.
    private static let strideSeconds =
        2 * BoutKeeper.steps.lowerBound...2 * BoutKeeper.steps.upperBound

    /// The bouts of a foot: strides without a pause of three seconds.
    ///
    /// - Parameter strides: All strides of a recording, in the order of time.
    /// - Returns: A report of each bout.
    public static func bouts(of strides: [Stride]) -> [FootBoutReport] {
        var bouts: [FootBoutReport] = []
        var run: [Stride] = []
        for stride in strides {
            let pause = run.last.map { stride.stride.start - $0.stride.end }
            if let pause, pause > BoutKeeper.longestPauseInSeconds {
                if let bout = FootBoutReport(run) { bouts.append(bout) }
                run = []
            }
            run.append(stride)
        }
        if let bout = FootBoutReport(run) { bouts.append(bout) }
        return bouts
    }

    /// A report of strides in a row; `nil` where they are no walking.
    ///
    /// Strides at both ends that take too long are none of walking: somebody shifts a foot before the first step.
    init?(_ run: [Stride]) {
        func isWalked(_ stride: Stride) -> Bool {
            Self.strideSeconds ~= stride.stride.end - stride.stride.start
        }
        guard let first = run.firstIndex(where: isWalked),
            let last = run.lastIndex(where: isWalked),
            last - first + 1 >= Self.fewestStrides
        else { return nil }
        let run = run[first...last]
        let strides = run.map(\.stride)
        self.strides = strides
        let contacts = strides.compactMap(\.contact)
        let start = strides.first?.start ?? 0
        let end = strides.last?.end ?? start
        let between = run.dropFirst().reduce(0) { $0 + $1.lostSecondsBefore }
        let lost = run.reduce(between) { $0 + $1.lostSeconds }
        bout = WalkingBout(
            start: start,
            end: end,
            contacts: contacts.count,
            lostShare: end > start ? min(1, lost / (end - start)) : 0
        )
        let confidence = Confidence(lostShare: bout.lostShare, steps: 2 * strides.count)

        let pairs = zip(run, run.dropFirst()).filter { !$0.followsLoss && !$1.followsLoss }.map {
            ($0.stride, $1.stride)
        }
        let whole = run.filter { !$0.followsLoss }.map(\.stride)
        let strideTimes = pairs.compactMap { one, next -> Double? in
            guard let from = one.contact, let to = next.contact else { return nil }
            return Self.strideSeconds ~= to - from ? to - from : nil
        }
        let stances = pairs.compactMap { one, next -> Double? in
            guard let contact = one.contact, let toeOff = next.toeOff else { return nil }
            let time = toeOff - contact
            return time > 0 && time < Self.strideSeconds.upperBound ? time : nil
        }
        let swings = whole.compactMap { stride -> Double? in
            guard let contact = stride.contact, let toeOff = stride.toeOff else { return nil }
            return contact > toeOff ? contact - toeOff : nil
        }
        func spread(_ values: [Double], _ method: GaitMethod) -> Measured<Spread> {
            guard values.count >= Self.fewestStrides, let spread = Spread(values) else {
                return .absent(.tooFewSteps(found: values.count, needed: Self.fewestStrides))
            }
            return .figure(spread, by: method, confidence)
        }
        strideTime = spread(strideTimes, .zeroVelocity)
        stanceTime = spread(stances, .zeroVelocity).trustedNoMore(than: .fair)
        swingTime = spread(swings, .zeroVelocity).trustedNoMore(than: .fair)
        stanceShare = stanceTime.combined(with: swingTime) { $0.mean / ($0.mean + $1.mean) }
        cadence = strideTime.combined(with: strideTime) { time, _ in 120 / time.mean }
        let lengths = Self.withoutHalves(whole.compactMap(\.lengthInMetres))
        let tooManyLost = strides.lazy.compactMap(\.displacement.absence).first
        strideLength =
            if lengths.count < Self.fewestStrides, let tooManyLost {
                .absent(tooManyLost)
            } else {
                spread(lengths, .zeroVelocity)
            }
        speed = strideLength.combined(with: strideTime) { $0.mean / $1.mean }
    }
}

extension FootBoutReport {
    /// Lengths without those at both ends that are a half: the foot that steps off first comes from beside the other, and
    /// the last step ends there.
    static func withoutHalves(_ lengths: [Double]) -> [Double] {
        let typical = lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2]
        func isHalf(_ length: Double) -> Bool { length < Self.halfShare * typical }
        var whole = lengths[...]
        if let first = whole.first, isHalf(first) { whole.removeFirst() }
        if let last = whole.last, isHalf(last) { whole.removeLast() }
        return Array(whole)
    }

    /// Shorter than this share of the median is half a stride rather than a short one.
    private static let halfShare = 0.75
}

extension Measured {
    /// The figure, trusted no more than this.
    func trustedNoMore(than most: Confidence) -> Self {
        guard case .figure(let value, let method, let trust) = self else { return self }
        return .figure(value, by: method, min(trust, most))
    }

    /// What two figures say together, trusted no more than the lesser of the two.
    func combined<Result>(
        with other: Self,
        _ combine: (Value, Value) -> Result
    ) -> Measured<Result> {
        switch (self, other) {
        case (.figure(let one, let method, let trust), .figure(let two, _, let otherTrust)):
            .figure(combine(one, two), by: method, min(trust, otherTrust))
        case (.absent(let reason), _), (_, .absent(let reason)): .absent(reason)
        }
    }
}
