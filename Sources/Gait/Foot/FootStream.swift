// Finds the strides of a foot live. A stride goes from one stance, in which the foot lies still, to the next. Only its
// samples are stored, so memory stays bounded over any time.

/// Finds the strides of a foot in samples as they arrive.
///
/// The foot lies still if its rotation, averaged over a tenth of a second, stays below 50 °/s for a twentieth of a
/// second. A movement shorter than a fifth of a second is not a stride.
public struct FootStream: Sendable {
    /// How many samples were implausible, or not later than the one before, and were dropped.
    public private(set) var refusedSamples = 0

    private let period: Double
    private var gate = TimeGate<FootSample>(longestStepInSeconds: longestHoleInSeconds)
    private var stances = StanceFinder()
    private var samples: [FootSample] = []
    private var turnings: [Double] = []
    /// The stillest sample before the foot began to move.
    private var departure: Int?
    /// The time at which it began to move.
    private var departed = 0.0
    private var still: Still?

    /// A stance, by its first and last sample.
    private struct Still {
        var first: Int
        var last: Int
    }

    private static let shortestStanceInSeconds = 0.05
    private static let shortestMoveInSeconds = 0.2
    /// The stillest moment is searched within this time of a stance's ends: during a long stance the foot may shift.
    private static let edgeInSeconds = 0.4
    private static let longestMoveInSeconds = 60.0
    private static let longestHoleInSeconds = 2.0
    private static let allowedLostShare = 0.1

    /// A stream without samples.
    ///
    /// - Precondition: The rate is from 25 to 10,000.
    ///
    /// - Parameter rate: The number of samples a second.
    public init(sampleRateInHertz rate: Double) {
        precondition(25...10_000 ~= rate, "a foot cannot be followed at \(rate) Hz")
        period = 1 / rate
    }

    /// Processes a sample.
    ///
    /// - Parameter sample: The next one, later than the one before.
    /// - Returns: The stride that has just been completed, if any.
    public mutating func update(_ sample: FootSample) -> FootStride? {
        guard sample.isReading else {
            refusedSamples += 1
            return nil
        }
        let passed = gate.take(sample, at: sample.seconds)
        refusedSamples += passed.refused
        var told: FootStride?
        for sample in passed.samples { told = take(sample) ?? told }
        return told
    }

    private mutating func take(_ sample: FootSample) -> FootStride? {
        var told: FootStride?
        if let last = samples.last, sample.seconds - last.seconds > Self.longestHoleInSeconds {
            told = arrive(isOver: true)
            forgetAll()
        }
        samples.append(sample)
        guard let verdict = stances.update(seconds: sample.seconds, rotation: sample.rotation)
        else { return told }
        while turnings.count <= samples.count - 1 - verdict.age {
            turnings.append(verdict.turning)
            told = judge(turnings.count - 1) ?? told
        }
        forget()
        return told
    }

    /// Ends the stream; counts an unfinished stance as complete.
    ///
    /// - Returns: The last stride, if this completes one.
    public mutating func finish() -> FootStride? {
        defer {
            gate = TimeGate(longestStepInSeconds: Self.longestHoleInSeconds)
            forgetAll()
        }
        return arrive(isOver: true)
    }

    private mutating func forgetAll() {
        (samples, turnings) = ([], [])
        (departure, still, stances) = (nil, nil, StanceFinder())
    }

    private mutating func judge(_ index: Int) -> FootStride? {
        if turnings[index] < StanceFinder.limit {
            still = Still(first: still?.first ?? index, last: index)
            return arrive(isOver: false)
        }
        guard let ended = still else { return nil }
        let told = arrive(isOver: true)
        still = nil
        let edge = samples[ended.last].seconds - Self.edgeInSeconds
        guard isStance(ended) else { return told }
        departure = stillest(in: ended) { $0 >= edge }
        departed = samples[ended.last].seconds
        return told
    }

    /// Returns the stride that ends with the present stance, once that is certain.
    private mutating func arrive(isOver: Bool) -> FootStride? {
        guard let still, let departure, isStance(still), departure < still.first else { return nil }
        let edge = samples[still.first].seconds + Self.edgeInSeconds
        guard isOver || samples[still.last].seconds >= edge else { return nil }
        self.departure = nil
        let arrival = stillest(in: still) { $0 <= edge }
        let moved = samples[still.first].seconds - departed
        guard moved >= Self.shortestMoveInSeconds else { return nil }
        return stride(from: departure, to: arrival)
    }

    private func isStance(_ still: Still) -> Bool {
        samples[still.last].seconds - samples[still.first].seconds >= Self.shortestStanceInSeconds
    }

    private func stillest(in still: Still, where isNear: (Double) -> Bool) -> Int {
        var best = still.first
        var least = Double.infinity
        for index in still.first...still.last where isNear(samples[index].seconds) {
            guard turnings[index] < least else { continue }
            (best, least) = (index, turnings[index])
        }
        return best
    }

    private func stride(from departure: Int, to arrival: Int) -> FootStride {
        let part = samples[departure...arrival]
        let path = FootPath(part)
        let swing = FootSwing(part, velocities: path.velocities)
        let start = samples[departure].seconds
        let end = samples[arrival].seconds
        var lost = 0.0
        for index in departure..<arrival {
            let step = samples[index + 1].seconds - samples[index].seconds
            if step > 1.6 * period { lost += step - period }
        }
        let share = lost / (end - start)
        return FootStride(
            start: start,
            end: end,
            toeOff: swing?.toeOff,
            contact: swing?.contact,
            displacement: share > Self.allowedLostShare
                ? .absent(.tooManyLost(share: share, allowed: Self.allowedLostShare))
                : .figure(path.displacement, by: .zeroVelocity, Confidence(lostShare: share)),
            driftInMetresPerSecond: path.drift.dot(path.drift).squareRoot()
        )
    }

    /// Drops samples that no stride can need any more.
    private mutating func forget() {
        guard let last = samples.last else { return }
        if let departure, last.seconds - samples[departure].seconds > Self.longestMoveInSeconds {
            self.departure = nil
        }
        var first = departure ?? turnings.count
        if let still {
            let edge = samples[still.last].seconds - Self.edgeInSeconds
            let near = samples.indices.first { samples[$0].seconds >= edge } ?? still.last
            first = min(first, departure == nil ? max(still.first, near) : still.first)
        }
        // Rarely, since removing from the front moves all remaining elements.
        guard first > 256, first > samples.count / 2 else { return }
        samples.removeFirst(first)
        turnings.removeFirst(first)
        departure? -= first
        if let old = still {
            still = Still(first: max(0, old.first - first), last: old.last - first)
        }
    }
}
