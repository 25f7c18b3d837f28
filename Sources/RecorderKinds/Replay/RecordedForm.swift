// What the files of one kind of recorder have of their own. What all recorders' files have in common,
// times, step paths, gaps and marks, is read in one place for all of them.

public import SampleFile
public import SampleStream
public import Timebase

/// How the records of a kind of file become samples again.
public protocol RecordedForm<Sample>: Sendable, SendableMetatype {
    associatedtype Sample: MarkedSample

    /// The record: the columns of `RecordSchema.commonColumns` among its own.
    var schema: RecordSchema { get }

    /// What `sensorType` says of each channel, at most 16; of a channel that there is not, nothing.
    var channelNames: [String] { get }

    /// Channels that a recorder can compute from others, and need not where a file has them.
    var derivedChannels: Set<Int> { get }

    /// What the files are of, in a word or two.
    var subject: String { get }

    /// Whether a gap of that reason may be of any channel, whichever it was told of: then it is told
    /// of a channel that is wanted where its own is not.
    static func isOfAnyChannel(_ reason: GapReason) -> Bool

    /// What goes on after a reading, or is over with it: a key that is down, a finger that is there.
    static func standing(after sample: Sample) -> RecordedStanding?

    /// The same at a later instant, where it was found and not seen to begin.
    static func found(_ sample: Sample, at time: BootInstant) -> Sample

    /// Makes a reading of a record's own columns.
    mutating func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> Sample

    /// Calls `flow.run(by: self, into: &sink, until: stop)`.
    ///
    /// A requirement so that this one call a file crosses from the generic code into code that the
    /// compiler has made for this very form.
    func run(
        _ flow: RecordedFlow<Self>,
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding
}

/// Something that goes on from one record to another, by a number that tells it from others.
public enum RecordedStanding: Sendable, Hashable {
    case begins(Int)
    case ends(Int)
}

extension RecordedForm {
    public var derivedChannels: Set<Int> { [] }

    public static func standing(after sample: Sample) -> RecordedStanding? { nil }

    public static func found(_ sample: Sample, at time: BootInstant) -> Sample { sample }

    public static func isOfAnyChannel(_ reason: GapReason) -> Bool { false }

    /// Every channel that has a name.
    package var allChannels: Set<Int> {
        Set(channelNames.indices.filter { !channelNames[$0].isEmpty })
    }

    /// The channel that `sensorType` says.
    package func channel(named name: String) -> Int? {
        name.isEmpty ? nil : channelNames.firstIndex(of: name)
    }
}

/// What is known of a reading before its own columns are looked at.
public struct RecordedHead: Sendable {
    public let channel: Int
    public let time: BootInstant
    /// Whether the record says of itself that it is estimated.
    public let isEstimated: Bool
}

/// Why a record is none that a recorder writes, in words that follow "the record".
public struct RecordedFault: Error, Sendable, Hashable {
    public let what: String

    public init(_ what: String) { self.what = what }
}
