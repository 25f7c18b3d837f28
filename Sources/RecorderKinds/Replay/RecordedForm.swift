// Reads what is special in the files of one kind of recorder. What all files share (times, step paths, gaps and
// marks) is read in one place for all kinds.

public import SampleFile
public import SampleStream
public import Timebase

/// Turns the records of one kind of file back into samples.
public protocol RecordedForm<Sample>: Sendable, SendableMetatype {
    associatedtype Sample: MarkedSample

    /// The columns of the records: those of `RecordSchema.commonColumns`, and the form's own.
    var schema: RecordSchema { get }

    /// The `sensorType` of each channel, at most 16; empty for an unused channel.
    var channelNames: [String] { get }

    /// Channels that a recorder computes from others only if the file does not contain them.
    var derivedChannels: Set<Int> { get }

    /// What the files contain, in a word or two.
    var subject: String { get }

    /// Whether a gap of that reason may affect any channel, not only the one that it names.
    ///
    /// If the named channel is not wanted, the gap is assigned to a wanted one.
    static func isOfAnyChannel(_ reason: GapReason) -> Bool

    /// The state that a reading begins or ends, such as a pressed key or a finger on the screen; `nil` if neither.
    static func standing(after sample: Sample) -> RecordedStanding?

    /// The same reading at a later instant, marked as found there instead of observed.
    static func found(_ sample: Sample, at time: BootInstant) -> Sample

    /// Makes a reading from the form's own columns of a record.
    mutating func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> Sample

    /// Calls `flow.run(by: self, into: &sink, until: stop)`.
    ///
    /// It is a requirement so that generic code makes one dynamic call per file, into code that the compiler has
    /// specialised for this form.
    func run(
        _ flow: RecordedFlow<Self>,
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding
}

/// A state that lasts from one record to another; its number distinguishes it from other states.
public enum RecordedStanding: Sendable, Hashable {
    case begins(Int)
    case ends(Int)
}

extension RecordedForm {
    public var derivedChannels: Set<Int> { [] }

    public static func standing(after sample: Sample) -> RecordedStanding? { nil }

    public static func found(_ sample: Sample, at time: BootInstant) -> Sample { sample }

    public static func isOfAnyChannel(_ reason: GapReason) -> Bool { false }

    /// All channels that have a name.
    package var allChannels: Set<Int> {
        Set(channelNames.indices.filter { !channelNames[$0].isEmpty })
    }

    /// The channel with this `sensorType`.
    package func channel(named name: String) -> Int? {
        name.isEmpty ? nil : channelNames.firstIndex(of: name)
    }
}

/// What is known about a reading before its own columns are read.
public struct RecordedHead: Sendable {
    public let channel: Int
    public let time: BootInstant
    /// Whether the record is marked as estimated.
    public let isEstimated: Bool
}

/// Why no recorder can have written a record, in words that follow "the record".
public struct RecordedFault: Error, Sendable, Hashable {
    public let what: String

    public init(_ what: String) { self.what = what }
}
