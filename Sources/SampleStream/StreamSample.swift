// What may travel from a device to a file: a value of fixed size that can be copied bit by bit, so
// that the way is free of allocation, locks and reference counts.

public import Timebase

/// An item of a stream: mostly a reading, now and then a word about the readings.
public protocol StreamSample: BitwiseCopyable, Sendable {
    /// When it was measured, by the clock of the session.
    var time: BootInstant { get }

    /// Which of the stream's kinds of readings it is of: 0 to 15.
    var channel: Int { get }

    /// What it says.
    var role: StreamRole { get }

    /// A gap: so many readings of a channel are missing from `time` on, or about so many.
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

/// A sample that can also say a recorded mark: of a kind that sources repeat.
public protocol MarkedSample: StreamSample {
    /// The recorded mark with a number in the source's `MarkTable`.
    static func mark(_ number: Int, at time: BootInstant) -> Self
}

/// What an item of a stream says.
@frozen
public enum StreamRole: Sendable, Hashable {
    /// A reading of a sensor.
    case reading
    /// So many readings are missing here, for a reason; or about so many, where nobody could count.
    case gap(lost: Int64, reason: GapReason, isEstimated: Bool = false)
    /// The recorded mark with this number in the source's `MarkTable`.
    case mark(Int)
}

/// Why readings are missing.
@frozen
public enum GapReason: String, Sendable, Hashable, CaseIterable, Codable, BitwiseCopyable {
    /// The writer did not keep up and the ring was full.
    case ring
    /// The device lost them, or its driver.
    case device
    /// The kernel's buffer was full: whoever reads it did not come in time.
    case kernel
    /// The source said that they were lost, or gave what cannot be written.
    case source
    /// The recorder was paused.
    case paused
    /// The disk took no more.
    case disk
}

extension GapReason {
    /// Its place among the reasons, for a sample that keeps it in a byte.
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

    /// The reason with a place; an unknown place is the source's doing.
    public init(place: UInt8) {
        self = Self.allCases.first { $0.place == place } ?? .source
    }
}
