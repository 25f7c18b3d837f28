// Turns the items of a stream into records. Marks and gaps look the same in every recorder's file and are written
// here; a format adds its own readings.

public import SampleFile
public import SampleStream
public import Timebase

/// Writes the readings of a stream as records of a file.
public protocol SampleFormat<Sample>: Sendable {
    associatedtype Sample: StreamSample

    /// The record's columns: the format's own and `RecordSchema.commonColumns`.
    var schema: RecordSchema { get }

    /// The name of a channel, as in `sensorType`.
    func name(ofChannel channel: Int) -> String

    /// What a reader of the file must know about a channel's values (units, axes, signs); it goes into the
    /// manifest.
    func meaning(ofChannel channel: Int) -> String?

    /// How a channel is plotted; `nil` if it is not.
    func plot(ofChannel channel: Int) -> ChannelPlot?

    /// The values of the plot's lines for a reading, in their order; the other lanes are ignored.
    func plotted(_ reading: Sample) -> SIMD4<Float>

    /// A reading in words, for a display of what participants do; `nil` if nobody may see it.
    func words(for reading: Sample) -> String?

    /// Writes the columns of one reading; `file` has an open record.
    func write(_ reading: Sample, at place: borrowing RecordPlace, to file: inout SampleFileWriter)

    /// Called on the writing thread when no more readings will come.
    func didEnd()

    /// Calls `writer.write(items, by: self)`.
    ///
    /// It is a requirement so that generic code makes one dynamic call per batch, into code that the compiler has
    /// specialised for this format.
    func write(_ items: UnsafeBufferPointer<Sample>, by writer: inout StreamWriter<Self>)
}

extension SampleFormat {
    public func meaning(ofChannel channel: Int) -> String? { nil }
    public func plot(ofChannel channel: Int) -> ChannelPlot? { nil }
    public func plotted(_ reading: Sample) -> SIMD4<Float> { SIMD4() }
    public func words(for reading: Sample) -> String? { nil }
    public func didEnd() {}
}

/// How a channel's readings are plotted.
public struct ChannelPlot: Sendable, Hashable {
    /// The names of its lines, four at most.
    public var lines: [String]
    public var unit: String?
    /// The usual time between readings.
    public var spacing: Duration

    public init(lines: [String], unit: String? = nil, spacing: Duration = .zero) {
        self.lines = lines
        self.unit = unit
        self.spacing = spacing
    }
}

/// The state that every record needs besides its own values.
public struct RecordPlace: ~Copyable {
    /// The instant from which `timestamp` counts, in nanoseconds of uptime.
    public var originNanoseconds: Int64
    /// The step path, prepared for writing.
    public var stepPath: PreparedText

    /// The `timestamp` of a record, in nanoseconds: its uptime minus the origin.
    ///
    /// Both are rounded as in the file, because a replay knows only those values and must write the same bytes.
    @inlinable
    public func timestamp(ofUptime nanoseconds: Int64) -> Int64 {
        DecimalSeconds.asReadBack(nanoseconds) &- DecimalSeconds.asReadBack(originNanoseconds)
    }
}

/// The indices of the columns that every recorder's records have.
package struct CommonColumns: Sendable {
    package let uptime, timestamp, stepPath, timestampDate, sensorType: Int
    package let lost, reason, marker, estimated: Int

    package init(in schema: RecordSchema) {
        func place(_ name: String) -> Int {
            guard let index = schema.index(of: name) else {
                preconditionFailure("a recorder's schema needs the column '\(name)'")
            }
            return index
        }
        uptime = place("uptime")
        timestamp = place("timestamp")
        stepPath = place("stepPath")
        timestampDate = place("timestampDate")
        sensorType = place("sensorType")
        lost = place("lost")
        reason = place("reason")
        marker = place("marker")
        estimated = place("estimated")
    }
}
