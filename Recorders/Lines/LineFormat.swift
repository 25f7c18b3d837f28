// The records of a file of lines: up to four values each, whatever the device calls them.

public import Recording
public import SampleFile
internal import Timebase

/// Writes readings of lines as records.
public struct LineFormat: SampleFormat {
    public typealias Sample = LineSample

    /// The record of every file of lines.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + LineColumns.values.map { .init($0, .number) },
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    private let columns = LineColumns()
    private let kinds: [LineKind]
    private let names: [PreparedText]
    private let spacing: Duration

    /// The format of the file of one device.
    ///
    /// - Parameters:
    ///   - kinds: What it gives; the place of each is its channel.
    ///   - rateInHertz: How many lines there should be in a second, where somebody knows.
    public init(_ kinds: [LineKind], rateInHertz: Double? = nil) {
        self.kinds = kinds
        names = (0..<16).map { PreparedText($0 < kinds.count ? kinds[$0].sensorType : "unknown") }
        // A clock that trembles leaves no stretch empty.
        spacing = .seconds(1.5 / max(0.001, rateInHertz ?? 1))
    }

    public var schema: RecordSchema { Self.schema }

    public func name(ofChannel channel: Int) -> String { names[channel & 15].text }

    public func meaning(ofChannel channel: Int) -> String? {
        kinds.indices.contains(channel) ? kinds[channel].unit : nil
    }

    public func plot(ofChannel channel: Int) -> ChannelPlot? {
        guard kinds.indices.contains(channel) else { return nil }
        let kind = kinds[channel]
        let lines =
            kind.parts == 1 ? [kind.sensorType] : Array(LineColumns.values.prefix(kind.parts))
        return ChannelPlot(lines: lines, unit: kind.unit, spacing: spacing)
    }

    public func plotted(_ reading: LineSample) -> SIMD4<Float> {
        SIMD4(Float(reading.x), Float(reading.y), Float(reading.z), Float(reading.w))
    }

    public func write(
        _ items: UnsafeBufferPointer<LineSample>,
        by writer: inout StreamWriter<LineFormat>
    ) {
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ reading: LineSample,
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

/// Where the columns of a file of lines are.
struct LineColumns: Sendable {
    /// The columns of values, which stand together at the end.
    static let values = ["x", "y", "z", "w"]

    let common = CommonColumns(in: LineFormat.schema)
    let first = RecordSchema.commonColumns.count
}
