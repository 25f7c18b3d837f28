// Writes the records of input files: one format for all kinds of events, and SageResearch's format for touches.

public import Recording
public import SampleFile
internal import Timebase

/// Writes input events as records.
public struct InputFormat: SampleFormat, LiveInputFormat {
    public typealias Sample = InputSample

    /// The columns of an input file.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + [
            .init("key", .text),
            .init("value", .integer),
            .init("phase", .integer),
            .init("index", .integer),
            .init("x", .number),
            .init("y", .number),
            .init("z", .number),
            .init("width", .number),
            .init("height", .number),
            .init("pressure", .number),
            .init("xMillimetres", .number),
            .init("yMillimetres", .number),
        ],
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    public let schema: RecordSchema
    private let columns: InputColumns
    private let channelNames = InputChannel.allCases.map { PreparedText($0.name) }
    private let switchNames = InputChannel.switchNames.map { PreparedText($0) }
    private let keyNames: [PreparedText]
    public let live: LiveInput?
    private let plotsSensors: Bool

    /// A format that can name these keys and no others.
    public init(keys: [String]) { self.init(keys: keys, live: nil) }

    init(
        keys: [String],
        live: LiveInput?,
        schema: RecordSchema = Self.schema,
        plotsSensors: Bool = false
    ) {
        self.schema = schema
        self.plotsSensors = plotsSensors
        columns = InputColumns(in: schema)
        keyNames = keys.map { PreparedText($0) }
        self.live = live
    }

    public func name(ofChannel channel: Int) -> String {
        InputChannel(rawValue: channel)?.name ?? "unknown"
    }

    public func plot(ofChannel channel: Int) -> ChannelPlot? {
        guard plotsSensors else { return nil }
        switch InputChannel(rawValue: channel) {
        case .accelerometer: return ChannelPlot(lines: ["x", "y", "z"], unit: "g")
        case .gyro: return ChannelPlot(lines: ["x", "y", "z"], unit: "rad/s")
        // A plot of keys, touches or a pointer would show nothing useful.
        case .key, .touch, .pointer, .switch, nil: return nil
        }
    }

    public func plotted(_ event: InputSample) -> SIMD4<Float> {
        SIMD4(Float(event.x), Float(event.y), Float(event.z), 0)
    }

    public func write(
        _ items: UnsafeBufferPointer<InputSample>,
        by writer: inout StreamWriter<InputFormat>
    ) {
        unsafe live?.note(items)
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ event: InputSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = event.time.nanoseconds
        file.nanosecondsAsSeconds(columns.common.uptime, time)
        file.nanosecondsAsSeconds(columns.common.timestamp, place.timestamp(ofUptime: time))
        file.text(columns.common.stepPath, place.stepPath)
        if event.channel < channelNames.count {
            file.text(columns.common.sensorType, channelNames[event.channel])
        }
        if event.isEstimated { file.boolean(columns.common.estimated, true) }
        if let name = event.name, columns.key >= 0 {
            let names =
                event.channel == InputChannel.switch.rawValue ? switchNames : keyNames
            if name < names.count { file.text(columns.key, names[name]) }
        }
        if event.hasValue, columns.value >= 0 {
            file.integer(columns.value, Int64(event.value))
        }
        if let phase = event.phase {
            file.integer(columns.phase, Int64(phase.rawValue))
            file.integer(columns.index, Int64(event.index))
        }
        if event.hasPosition {
            file.number(columns.x, event.x)
            file.number(columns.y, event.y)
        }
        if event.hasDepth, columns.z >= 0 { file.number(columns.z, event.z) }
        if event.hasSize {
            file.number(columns.width, Double(event.width))
            file.number(columns.height, Double(event.height))
        }
        if event.hasPressure { file.number(columns.pressure, Double(event.pressure)) }
        if let millimetres = event.millimetres {
            file.number(columns.xMillimetres, millimetres.x)
            file.number(columns.yMillimetres, millimetres.y)
        }
    }
}

/// Writes touches in SageResearch's format.
public struct TouchFormat: SampleFormat, LiveInputFormat {
    public typealias Sample = InputSample

    /// The columns of a touch file: those of an input file, without columns that touches never use.
    public static let schema = RecordSchema(
        InputFormat.schema.columns.filter { !["key", "value", "z"].contains($0.name) },
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    let format: InputFormat

    /// The format of every touch file.
    public init() { self.init(live: nil) }

    init(live: LiveInput?) {
        format = InputFormat(keys: [], live: live, schema: Self.schema)
    }

    public var schema: RecordSchema { Self.schema }

    public var live: LiveInput? { format.live }

    public func name(ofChannel channel: Int) -> String { format.name(ofChannel: channel) }

    public func write(
        _ items: UnsafeBufferPointer<InputSample>,
        by writer: inout StreamWriter<TouchFormat>
    ) {
        unsafe format.live?.note(items)
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ touch: InputSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        format.write(touch, at: place, to: &file)
    }
}
