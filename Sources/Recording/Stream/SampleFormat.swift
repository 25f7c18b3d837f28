// How the items of a stream become records. What every recorder's file has in common, marks and
// gaps, is written here; a format adds its own readings.

public import SampleFile
public import SampleStream
public import Timebase

/// Turns the readings of a stream into records of a file.
public protocol SampleFormat<Sample>: Sendable {
    associatedtype Sample: StreamSample

    /// The record: the columns of `RecordSchema.commonColumns` among its own.
    var schema: RecordSchema { get }

    /// The name of a channel, as `sensorType` has it.
    func name(ofChannel channel: Int) -> String

    /// What a reader of the file has to know of a channel's values: units, axes, signs; the manifest says it.
    func meaning(ofChannel channel: Int) -> String?

    /// How a channel is drawn; `nil` for one that is not.
    func plot(ofChannel channel: Int) -> ChannelPlot?

    /// What the lines of a channel's plot are at a reading, in their order; the rest are not looked at.
    func plotted(_ reading: Sample) -> SIMD4<Float>

    /// What a reading is, in words, for whoever shows what people do; `nil` where nobody may see it.
    func words(for reading: Sample) -> String?

    /// Writes the columns of one reading; `file` has an open record.
    func write(_ reading: Sample, at place: borrowing RecordPlace, to file: inout SampleFileWriter)

    /// Hears, on the thread that writes, that no reading will come any more.
    func didEnd()

    /// Calls `writer.write(items, by: self)`.
    ///
    /// A requirement so that this one call a batch crosses from the generic code into code that the
    /// compiler has made for this very format.
    func write(_ items: UnsafeBufferPointer<Sample>, by writer: inout StreamWriter<Self>)
}

extension SampleFormat {
    public func meaning(ofChannel channel: Int) -> String? { nil }
    public func plot(ofChannel channel: Int) -> ChannelPlot? { nil }
    public func plotted(_ reading: Sample) -> SIMD4<Float> { SIMD4() }
    public func words(for reading: Sample) -> String? { nil }
    public func didEnd() {}
}

/// How a channel's readings are drawn.
public struct ChannelPlot: Sendable, Hashable {
    /// The names of its lines, four at most.
    public var lines: [String]
    public var unit: String?
    /// How far readings are apart, about.
    public var spacing: Duration

    public init(lines: [String], unit: String? = nil, spacing: Duration = .zero) {
        self.lines = lines
        self.unit = unit
        self.spacing = spacing
    }
}

/// Where records are being written: what every one of them needs beside its own values.
public struct RecordPlace: ~Copyable {
    /// The instant from which `timestamp` counts, in nanoseconds of uptime.
    public var originNanoseconds: Int64
    /// The step path, ready to be written.
    public var stepPath: PreparedText

    /// What a record's `timestamp` is, in nanoseconds: how far its uptime is from the origin.
    ///
    /// Both as they are in the file: a replay knows no more of them, and writes the same.
    @inlinable
    public func timestamp(ofUptime nanoseconds: Int64) -> Int64 {
        DecimalSeconds.asReadBack(nanoseconds) &- DecimalSeconds.asReadBack(originNanoseconds)
    }
}

/// Where a schema has the columns that every recorder's records have.
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
