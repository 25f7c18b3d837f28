// The gait figures of one bout of walking from a sensor on one foot. Each stride has its contacts, the moment the foot
// left the ground, and the foot's displacement.

/// The gait figures of one bout of walking, from one foot.
public struct FootBoutReport: Sendable, Hashable {
    /// A stride, and how much of its time is missing.
    public struct Stride: Sendable, Hashable {
        public var stride: FootStride
        public var lostSeconds: Double
        /// How many seconds are missing between the previous stride and this one.
        public var lostSecondsBefore: Double
        /// True if the hole after the previous stride was so long that it may hide a contact.
        public var followsLoss: Bool

        /// A longer hole may hide a contact, or shift it.
        public static let longestHoleInSeconds = EvenGrid.longestFilledHoleInSeconds

        /// A stride, with its missing time.
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

    /// Start and end, and the share of missing samples; counts the contacts of this foot.
    public let bout: WalkingBout
    /// Its strides.
    public let strides: [FootStride]
    /// The time from one contact of the foot to its next, in seconds.
    public let strideTime: Measured<Spread>
    /// How long the foot is on the ground, in seconds; `fair` at best, since toe-off is detected up to 0.1 s late.
    public let stanceTime: Measured<Spread>
    /// How long the foot is off the ground, in seconds.
    public let swingTime: Measured<Spread>
    /// The share of a stride in which the foot is on the ground.
    public let stanceShare: Measured<Double>
    /// Steps of both feet a minute.
    public let cadence: Measured<Double>
    /// The horizontal distance between two stances of the foot, in metres; without the half strides at either end.
    public let strideLength: Measured<Spread>
    /// The walking speed, in m/s.
    public let speed: Measured<Double>

    /// The fewest strides of a bout.
    public static let fewestStrides = 3
    /// The shortest and longest stride of one foot, in seconds: two steps.
    private static let strideSeconds =
        2 * BoutKeeper.steps.lowerBound...2 * BoutKeeper.steps.upperBound

    /// Groups strides into bouts: rows without a pause of three seconds.
    ///
    /// - Parameter strides: All strides of a recording, in order of time.
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

    /// The report of a row of strides; `nil` if the row is not walking.
    ///
    /// Drops strides at both ends that are shorter or longer than any of walking: the person shifts a foot before the
    /// first step.
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
    /// Drops half strides at both ends: the first step starts beside the other foot, and the last step ends there.
    static func withoutHalves(_ lengths: [Double]) -> [Double] {
        let typical = lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2]
        func isHalf(_ length: Double) -> Bool { length < Self.halfShare * typical }
        var whole = lengths[...]
        if let first = whole.first, isHalf(first) { whole.removeFirst() }
        if let last = whole.last, isHalf(last) { whole.removeLast() }
        return Array(whole)
    }

    /// A stride shorter than this share of the median is a half stride.
    private static let halfShare = 0.75
}

extension Measured {
    /// The figure, with its confidence limited to this one.
    func trustedNoMore(than most: Confidence) -> Self {
        guard case .figure(let value, let method, let trust) = self else { return self }
        return .figure(value, by: method, min(trust, most))
    }

    /// Combines two figures; the result has the lower confidence of the two.
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
