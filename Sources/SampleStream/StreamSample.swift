// What may travel from a device to a file: a value of fixed size that can be copied bit by bit. So the path needs
// no allocation, no lock and no reference count.

public import Timebase

/// An item of a stream: usually a reading, occasionally a gap or a mark.
public protocol StreamSample: BitwiseCopyable, Sendable {
    /// When it was measured, by the clock of the session.
    var time: BootInstant { get }

    /// The stream's channel (kind of readings) that it belongs to: 0 to 15.
    var channel: Int { get }

    /// Whether it is a reading, a gap or a mark.
    var role: StreamRole { get }

    /// A gap: `lost` readings of a channel are missing from `time` on; about so many if `isEstimated`.
    static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> Self
}

extension StreamSample {
    /// A gap whose readings were counted.
    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason
    ) -> Self {
        gap(channel: channel, at: time, lost: lost, reason: reason, isEstimated: false)
    }
}

/// A sample that can also be a recorded mark; for kinds of samples that can be replayed.
public protocol MarkedSample: StreamSample {
    /// The recorded mark with a number in the source's `MarkTable`.
    static func mark(_ number: Int, at time: BootInstant) -> Self
}

/// The meaning of an item of a stream.
@frozen
public enum StreamRole: Sendable, Hashable {
    /// A reading of a sensor.
    case reading
    /// `lost` readings are missing here, for a reason; the number is approximate if `isEstimated`.
    case gap(lost: Int64, reason: GapReason, isEstimated: Bool = false)
    /// The recorded mark with this number in the source's `MarkTable`.
    case mark(Int)
}

/// Why readings are missing.
@frozen
public enum GapReason: String, Sendable, Hashable, CaseIterable, Codable, BitwiseCopyable {
    /// The writer did not keep up and the ring was full.
    case ring
    /// The device or its driver lost them.
    case device
    /// The kernel's buffer was full, because the reader was too slow.
    case kernel
    /// The source reported that they were lost, or delivered values that cannot be written.
    case source
    /// The recorder was paused.
    case paused
    /// The disk accepted no more data.
    case disk
}

extension GapReason {
    /// The reason as one byte, for a sample that stores it.
    public var place: UInt8 {
        switch self {
        case .ring: 0
        case .device: 1
        case .source: 2
        case .paused: 3
        case .disk: 4
        case .kernel: 5
        }
    }

    /// The reason for a byte that `place` returned; any other byte means `source`.
    public init(place: UInt8) {
        self = Self.allCases.first { $0.place == place } ?? .source
    }
}
