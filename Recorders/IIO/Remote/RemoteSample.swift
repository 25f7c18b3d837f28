// A sample in the form stored in the memory that is shared with a child. It consists of plain numbers, valid for
// every bit pattern, so the parent can safely read whatever a child has written, and then check it.

internal import MotionRecorder
internal import SampleStream
internal import Timebase

/// A reading or a gap in shared memory.
struct RemoteSample: BitwiseCopyable, Sendable, Equatable {
    private var nanoseconds: Int64
    private var x: Double
    private var y: Double
    private var z: Double
    /// The number of missing readings; 0 for a reading.
    private var lost: Int64
    private var channel: UInt8
    private var reason: UInt8
    private var isEstimated: UInt8

    /// The reasons for which a child may miss readings; `source` because it polls a device without a buffer and
    /// may be late.
    private static let reasons: [GapReason] = [.device, .kernel, .source]

    /// The limit for instants: no machine has been up for longer, and no sensor's clock is that far ahead.
    static let century: Int64 = 3_200_000_000_000_000_000

    /// An empty slot.
    static let empty = RemoteSample()

    private init() {
        (nanoseconds, lost) = (0, 0)
        (x, y, z) = (0, 0, 0)
        (channel, reason, isEstimated) = (0, 0, 0)
    }

    /// Converts a sample; `nil` for a mark, which no sensor produces.
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

    /// The sample, if it is valid for a stream with these channels; `nil` otherwise.
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
    /// The value itself, or the next greater one if it has no opposite (`Int64.min`).
    fileprivate var clampedAbove: Int64 { Swift.max(self, -.max) }
}
