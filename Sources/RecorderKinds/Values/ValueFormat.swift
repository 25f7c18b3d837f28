// Writes value records: up to four numbers each, under the name of the value.

public import Recording
public import SampleFile
internal import Timebase

/// Writes readings of values as records.
public struct ValueFormat: SampleFormat {
    public typealias Sample = ValueSample

    /// The columns of every value file.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + ValueColumns.values.map { .init($0, .number) },
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    private let columns = ValueColumns()
    private let channels: [ValueChannel]
    private let names: [PreparedText]
    private let spacing: Duration

    /// The format of one file.
    ///
    /// - Parameters:
    ///   - channels: The values in it; the index of each is its channel.
    ///   - rateInHertz: How many readings of each to expect per second; `nil` if unknown.
    public init(_ channels: [ValueChannel], rateInHertz: Double? = nil) {
        self.channels = channels
        names = (0..<ValueChannel.most).map {
            PreparedText($0 < channels.count ? channels[$0].sensorType : "unknown")
        }
        // With a margin, so that clock jitter leaves no interval of a plot empty.
        spacing = .seconds(1.5 / max(0.001, rateInHertz ?? 1))
    }

    public var schema: RecordSchema { Self.schema }

    public func name(ofChannel channel: Int) -> String { names[channel & 15].text }

    public func meaning(ofChannel channel: Int) -> String? {
        channels.indices.contains(channel) ? channels[channel].unit : nil
    }

    public func plot(ofChannel channel: Int) -> ChannelPlot? {
        guard channels.indices.contains(channel) else { return nil }
        let value = channels[channel]
        let lines =
            value.components == 1
            ? [value.sensorType] : Array(ValueColumns.values.prefix(value.components))
        return ChannelPlot(lines: lines, unit: value.unit, spacing: spacing)
    }

    public func plotted(_ reading: ValueSample) -> SIMD4<Float> {
        SIMD4(Float(reading.x), Float(reading.y), Float(reading.z), Float(reading.w))
    }

    public func write(
        _ items: UnsafeBufferPointer<ValueSample>,
        by writer: inout StreamWriter<ValueFormat>
    ) {
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ reading: ValueSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = reading.time.nanoseconds
        file.nanosecondsAsSeconds(columns.common.uptime, time)
        file.nanosecondsAsSeconds(columns.common.timestamp, place.timestamp(ofUptime: time))
        file.text(columns.common.stepPath, place.stepPath)
        file.text(columns.common.sensorType, names[reading.channel & 15])
        if reading.isEstimated { file.boolean(columns.common.estimated, true) }
        if reading.hasX { file.number(columns.first, reading.x) }
        if reading.hasY { file.number(columns.first + 1, reading.y) }
        if reading.hasZ { file.number(columns.first + 2, reading.z) }
        if reading.hasW { file.number(columns.first + 3, reading.w) }
    }
}

/// The indices of the columns of a value file.
struct ValueColumns: Sendable {
    /// The columns of the numbers, which stand together at the end.
    static let values = ["x", "y", "z", "w"]

    let common = CommonColumns(in: ValueFormat.schema)
    let first = RecordSchema.commonColumns.count
}
