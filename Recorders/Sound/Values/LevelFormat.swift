// The record of a level: SageResearch's keys, among those common to all recorders.

public import Recording
public import SampleFile
internal import Timebase

/// Writes levels of sound as records.
public struct LevelFormat: SampleFormat {
    public typealias Sample = LevelSample

    /// The record of every file of levels.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + [
            .init("timeInterval", .number), .init("average", .number), .init("peak", .number),
            .init("unit", .text),
        ],
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    /// The values of `sensorType` for levels, and for the sound itself.
    static let names = ["soundLevel", "sound"]
    /// Decibels of full scale, in SageResearch's spelling.
    static let unit = "dbFS"
    private static let preparedUnit = PreparedText(unit)

    private let columns = LevelColumns()
    private let typeNames = (names + Array(repeating: "unknown", count: 14)).map {
        PreparedText($0)
    }

    /// The format of every file of levels.
    public init() {}

    public var schema: RecordSchema { Self.schema }

    public func name(ofChannel channel: Int) -> String { typeNames[channel & 15].text }

    public func meaning(ofChannel channel: Int) -> String? {
        switch channel {
        case LevelSample.levels:
            "dB of full scale, up to uptime: average is the root mean square of all samples, peak the greatest; "
                + "\(Decibels.floor) is silence"
        case LevelSample.frames: "frames, of which each has a sample of every channel"
        default: nil
        }
    }

    public func plot(ofChannel channel: Int) -> ChannelPlot? {
        guard channel == LevelSample.levels else { return nil }
        return ChannelPlot(
            lines: ["average", "peak"],
            unit: "dB",
            spacing: MicrophoneRecorderKind.interval * 1.5
        )
    }

    public func plotted(_ reading: LevelSample) -> SIMD4<Float> {
        SIMD4(Float(reading.average), Float(reading.peak), 0, 0)
    }

    public func write(
        _ items: UnsafeBufferPointer<LevelSample>,
        by writer: inout StreamWriter<LevelFormat>
    ) {
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ reading: LevelSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = reading.time.nanoseconds
        file.nanosecondsAsSeconds(columns.common.uptime, time)
        file.nanosecondsAsSeconds(columns.common.timestamp, place.timestamp(ofUptime: time))
        file.text(columns.common.stepPath, place.stepPath)
        file.text(columns.common.sensorType, typeNames[reading.channel & 15])
        file.number(columns.first, reading.timeInterval)
        file.number(columns.first + 1, reading.average)
        file.number(columns.first + 2, reading.peak)
        file.text(columns.first + 3, Self.preparedUnit)
    }
}

/// The indices of the columns in a file of levels.
struct LevelColumns: Sendable {
    let common = CommonColumns(in: LevelFormat.schema)
    let first = RecordSchema.commonColumns.count
}
