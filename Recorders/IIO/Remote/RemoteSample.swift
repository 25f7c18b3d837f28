// A sample on its way from a child. It has numbers only, of which every bit means something: whatever a
// child has written there can be read, and is then looked at.

internal import MotionRecorder
internal import SampleStream
internal import Timebase

/// A reading or a gap, as it lies in shared memory.
struct RemoteSample: BitwiseCopyable, Sendable, Equatable {
    private var nanoseconds: Int64
    private var x: Double
    private var y: Double
    private var z: Double
    /// How many readings are missing; 0 for a reading.
    private var lost: Int64
    private var channel: UInt8
    private var reason: UInt8
    private var isEstimated: UInt8

    /// Why a child may miss readings: its source asks a device without a buffer time by time, and may be late.
    private static let reasons: [GapReason] = [.device, .kernel, .source]

    /// No machine has been up for longer, nor is a sensor that much ahead.
    static let century: Int64 = 3_200_000_000_000_000_000

    /// Room for one.
    static let empty = RemoteSample()

    private init() {
        (nanoseconds, lost) = (0, 0)
        (x, y, z) = (0, 0, 0)
        (channel, reason, isEstimated) = (0, 0, 0)
    }

    /// What a sensor gives; a mark, which no sensor gives, is none.
    init?(_ sample: MotionSample) {
        nanoseconds = sample.time.nanoseconds
        (x, y, z) = (sample.x, sample.y, sample.z)
        channel = UInt8(truncatingIfNeeded: sample.channel)
        switch sample.role {
        case .reading: (lost, reason, isEstimated) = (0, 0, 0)
        case .gap(let count, let why, let isAbout):
            (lost, reason, isEstimated) = (count, why.place, isAbout ? 1 : 0)
        case .mark: return nil
        }
    }

    /// The sample, if it can be one of a stream of these channels.
    func sample(ofChannels channels: Set<Int>) -> MotionSample? {
        let channel = Int(channel)
        guard channels.contains(channel), abs(nanoseconds.clampedAbove) < Self.century
        else { return nil }
        let time = BootInstant(nanoseconds: nanoseconds)
        if lost == 0 { return MotionSample(channel: channel, at: time, x: x, y: y, z: z) }
        let why = GapReason(place: reason)
        guard lost > 0, lost < 1 << 53, why.place == reason, Self.reasons.contains(why),
            isEstimated <= 1
        else { return nil }
        return .gap(
            channel: channel,
            at: time,
            lost: lost,
            reason: why,
            isEstimated: isEstimated == 1
        )
    }
}

extension Int64 {
    /// Itself, or the next of which there is an opposite.
    fileprivate var clampedAbove: Int64 { Swift.max(self, -.max) }
}
