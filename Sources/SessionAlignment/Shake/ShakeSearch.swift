// Finds which burst of one sensor corresponds to which of another. A wrong alignment is worse than none: the
// correlation must be high, and no other position within reach may have a similar one. A shake with an even rhythm
// fails this test, and so does a short walk.

internal import SystemCalls

/// The matches between two sensors' bursts.
public struct ShakeSearch: Sendable {
    /// Why a burst is not used.
    public enum Refusal: String, Sendable, Hashable, CaseIterable {
        /// No burst of the other sensor is near enough in time.
        case noCounterpart
        /// The signals are not similar enough.
        case unlike
        /// The signals are about as similar at another position.
        case ambiguous
        /// The burst is too short, or has too many gaps, for an error estimate.
        case tooShort
    }

    /// A burst detected by both sensors.
    public struct Match: Sendable, Hashable {
        /// The instants by each sensor's board, in nanoseconds of boot time.
        public var first: Int64
        public var second: Int64
        /// The standard deviation of the time difference, in seconds.
        public var deviation: Double
        /// The correlation, and the highest at another position.
        public var correlation: Double
        public var next: Double
    }

    public private(set) var matches: [Match] = []
    public private(set) var refusals: [Refusal] = []

    /// The smallest correlation of a match.
    public static let leastCorrelation = 0.85
    /// The highest allowed correlation at another position, as a share of the best.
    public static let mostOfNext = 0.85
    /// The tolerance for the detected times of bursts, in seconds.
    private static let slack = 2.0

    /// Compares the bursts of two sensors.
    ///
    /// - Parameters:
    ///   - first: The bursts of the first sensor.
    ///   - second: The bursts of the second sensor.
    ///   - reach: The largest error of the guess at an instant of the first board, in seconds.
    ///   - guess: Converts an instant of the first board approximately to the second's.
    public init(
        _ first: [ShakeBurst],
        _ second: [ShakeBurst],
        within reach: (Int64) -> Double,
        around guess: (Int64) -> Int64
    ) {
        for burst in first {
            let (expected, search) = (guess(burst.middle), reach(burst.middle))
            let near = second.filter {
                Self.apart($0.middle, expected) <= search + Self.slack + Self.half($0, burst)
            }
            switch Self.compare(burst, near, expected, search) {
            case .success(let match): matches.append(match)
            case .failure(let reason): refusals.append(reason.refusal)
            }
        }
        // Each burst of the second sensor can match only one of the first.
        for match in matches {
            let rivals = matches.filter { Self.apart($0.second, match.second) < Self.slack }
            if rivals.contains(where: { $0.correlation > match.correlation }) {
                matches.removeAll { $0 == match }
                refusals.append(.ambiguous)
            }
        }
    }

    private struct Reason: Error { var refusal: Refusal }

    private static func apart(_ one: Int64, _ other: Int64) -> Double {
        Double(one.subtractingClamped(other).magnitude) / 1e9
    }

    private static func half(_ one: ShakeBurst, _ other: ShakeBurst) -> Double {
        (apart(one.end, one.start) + apart(other.end, other.start)) / 2
    }

    private static func compare(
        _ burst: ShakeBurst,
        _ near: [ShakeBurst],
        _ expected: Int64,
        _ search: Double
    ) -> Result<Match, Reason> {
        var best: (curve: ShakeCurve, start: Int64, lag: Int, height: Double)?
        var heights: [Double] = []
        guard let own = EvenSignal.period(of: burst.readings) else {
            return .failure(Reason(refusal: .tooShort))
        }
        var start: Int64 = 0
        for other in near {
            guard let period = EvenSignal.period(of: other.readings) else { continue }
            let slower = max(own, period)
            let signal = EvenSignal(burst.readings, smoothedOver: slower)
            start = signal.start
            let against = EvenSignal(other.readings, smoothedOver: slower)
            let curve = ShakeCurve(burst, signal, against)
            for peak in curve.peaks {
                heights.append(peak.height)
                let off = at(peak.lag, against.start, burst.middle - signal.start)
                guard apart(off, expected) <= search, peak.height > best?.height ?? 0 else {
                    continue
                }
                best = (curve, against.start, peak.lag, peak.height)
            }
        }
        guard let best else { return .failure(Reason(refusal: .noCounterpart)) }
        guard best.height >= leastCorrelation else { return .failure(Reason(refusal: .unlike)) }
        // Includes positions beyond the search range: a walk looks as similar one stride later.
        let next = heights.filter { $0 != best.height }.max() ?? 0
        guard next <= mostOfNext * best.height, heights.count(where: { $0 == best.height }) == 1
        else { return .failure(Reason(refusal: .ambiguous)) }
        guard let refined = best.curve.refined(best.lag) else {
            return .failure(Reason(refusal: .tooShort))
        }
        let lag = Int64((refined.lag * EvenSignal.step * 1e9).rounded())
        return .success(
            Match(
                first: burst.middle,
                second: best.start + (burst.middle - start) + lag,
                deviation: refined.deviation * EvenSignal.step,
                correlation: best.height,
                next: next
            )
        )
    }

    private static func at(_ lag: Int, _ start: Int64, _ inside: Int64) -> Int64 {
        start + inside + Int64((Double(lag) * EvenSignal.step * 1e9).rounded())
    }
}
