// What is missing at the end of a recording whose child did not end in time and was killed. The samples that
// it still had are gone, and how many those were nobody knows: the rate tells about how many.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// How far the samples of a stream have come.
struct RemoteTail: Sendable {
    private var reached: [Int: Int64]
    private let periods: [Int: Double]

    /// A stream that begins at an instant.
    ///
    /// - Parameters:
    ///   - channels: Those of the stream.
    ///   - ratesInHertz: Theirs, as the child says; of one without a rate nothing is told.
    ///   - nanoseconds: The instant.
    init(channels: Set<Int>, ratesInHertz: [Int: Double], from nanoseconds: Int64) {
        reached = Dictionary(uniqueKeysWithValues: channels.map { ($0, nanoseconds) })
        periods = ratesInHertz.compactMapValues { rate in
            rate.isFinite && rate > 1e-6 ? 1e9 / min(rate, 1e6) : nil
        }
    }

    /// Notes what has come.
    mutating func heard(_ sample: MotionSample) {
        guard let before = reached[sample.channel] else { return }
        var end = sample.time.nanoseconds
        if case .gap(let lost, _, _) = sample.role, let period = periods[sample.channel] {
            let missing = Double(lost - 1) * period
            // A gap reaches to its last sample; one that is longer than a century reaches nowhere.
            if missing < 3e18 { end = end.addingClamped(Int64(missing)) }
        }
        reached[sample.channel] = max(before, end)
    }

    /// About what is missing until an instant, a gap for each channel that misses any.
    func gaps(until limit: Int64) -> [MotionSample] {
        reached.sorted { $0.key < $1.key }.compactMap { channel, last in
            guard let period = periods[channel] else { return nil }
            let lost = ((Double(limit) - Double(last)) / period).rounded(.down)
            guard lost >= 1, lost < 1e15 else { return nil }
            return .gap(
                channel: channel,
                at: BootInstant(nanoseconds: last.addingClamped(Int64(period))),
                lost: Int64(lost),
                reason: .source,
                isEstimated: true
            )
        }
    }
}
