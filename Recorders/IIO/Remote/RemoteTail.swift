// Estimates what is missing at the end of a recording when the child did not end in time and was killed. The
// samples it still held are lost. Their number is unknown, so it is estimated from the rate.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The newest instant of each channel in a stream.
struct RemoteTail: Sendable {
    private var reached: [Int: Int64]
    private let periods: [Int: Double]

    /// A stream that begins at an instant.
    ///
    /// - Parameters:
    ///   - channels: The channels of the stream.
    ///   - ratesInHertz: Their rates, as the child states them; a channel without a rate gets no gap.
    ///   - nanoseconds: The instant.
    init(channels: Set<Int>, ratesInHertz: [Int: Double], from nanoseconds: Int64) {
        reached = Dictionary(uniqueKeysWithValues: channels.map { ($0, nanoseconds) })
        periods = ratesInHertz.compactMapValues { rate in
            rate.isFinite && rate > 1e-6 ? 1e9 / min(rate, 1e6) : nil
        }
    }

    /// Notes a sample or gap that has arrived.
    mutating func heard(_ sample: MotionSample) {
        guard let before = reached[sample.channel] else { return }
        var end = sample.time.nanoseconds
        if case .gap(let lost, _, _) = sample.role, let period = periods[sample.channel] {
            let missing = Double(lost - 1) * period
            // A gap covers the time up to its last missing sample; one longer than a century is ignored.
            if missing < 3e18 { end = end.addingClamped(Int64(missing)) }
        }
        reached[sample.channel] = max(before, end)
    }

    /// The estimated gaps up to an instant, one for each channel that misses samples.
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
