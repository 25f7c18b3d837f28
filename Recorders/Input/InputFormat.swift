// The records of input files: one form for all kinds of events, and the field's own for touches.

public import Recording
public import SampleFile
internal import Timebase

/// Writes input events as records.
public struct InputFormat: SampleFormat {
    public typealias Sample = InputSample

    /// The record of an input file.
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
        ]
    )

    private let columns = InputColumns(in: Self.schema)
    private let channelNames = InputChannel.allCases.map { PreparedText($0.name) }
    private let switchNames = InputChannel.switchNames.map { PreparedText($0) }
    private let keyNames: [PreparedText]
    private let live: LiveInput?

    /// A format that can name these keys, and no other.
    public init(keys: [String]) { self.init(keys: keys, live: nil) }

    init(keys: [String], live: LiveInput?) {
        keyNames = keys.map { PreparedText($0) }
        self.live = live
    }

    public var schema: RecordSchema { Self.schema }

    public func name(ofChannel channel: Int) -> String {
        InputChannel(rawValue: channel)?.name ?? "unknown"
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
        columns.writeHead(event, channelNames, at: place, to: &file)
        if let name = event.name {
            let names =
                event.channel == InputChannel.switch.rawValue ? switchNames : keyNames
            if name < names.count { file.text(columns.key, names[name]) }
        }
        if event.hasValue { file.integer(columns.value, Int64(event.value)) }
        columns.writeContact(event, to: &file)
    }
}

/// Writes touches as records of the field's form.
public struct TouchFormat: SampleFormat {
    public typealias Sample = InputSample

    /// The record of a touch file.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + [
            .init("phase", .integer),
            .init("index", .integer),
            .init("x", .number),
            .init("y", .number),
            .init("width", .number),
            .init("height", .number),
            .init("pressure", .number),
            .init("xMillimetres", .number),
            .init("yMillimetres", .number),
        ]
    )

    private let columns = InputColumns(in: Self.schema)
    private let channelNames = InputChannel.allCases.map { PreparedText($0.name) }

    private let live: LiveInput?

    /// The format of every touch file.
    public init() { self.init(live: nil) }

    init(live: LiveInput?) { self.live = live }

    public var schema: RecordSchema { Self.schema }

    public func name(ofChannel channel: Int) -> String {
        InputChannel(rawValue: channel)?.name ?? "unknown"
    }

    public func write(
        _ items: UnsafeBufferPointer<InputSample>,
        by writer: inout StreamWriter<TouchFormat>
    ) {
        unsafe live?.note(items)
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ event: InputSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        columns.writeHead(event, channelNames, at: place, to: &file)
        columns.writeContact(event, to: &file)
    }
}

/// Where a schema has the columns of events; -1 for those that it has not.
private struct InputColumns: Sendable {
    let uptime, timestamp, stepPath, sensorType, estimated: Int
    let key, value, phase, index, x, y, z, width, height, pressure: Int
    let xMillimetres, yMillimetres: Int

    init(in schema: RecordSchema) {
        func place(_ name: String) -> Int { schema.index(of: name) ?? -1 }
        uptime = place("uptime")
        timestamp = place("timestamp")
        stepPath = place("stepPath")
        sensorType = place("sensorType")
        estimated = place("estimated")
        key = place("key")
        value = place("value")
        phase = place("phase")
        index = place("index")
        x = place("x")
        y = place("y")
        z = place("z")
        width = place("width")
        height = place("height")
        pressure = place("pressure")
        xMillimetres = place("xMillimetres")
        yMillimetres = place("yMillimetres")
    }

    func writeHead(
        _ event: InputSample,
        _ channelNames: [PreparedText],
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = event.time.nanoseconds
        file.nanosecondsAsSeconds(uptime, time)
        file.nanosecondsAsSeconds(timestamp, time &- place.originNanoseconds)
        file.text(stepPath, place.stepPath)
        if event.channel < channelNames.count {
            file.text(sensorType, channelNames[event.channel])
        }
        if event.isEstimated { file.boolean(estimated, true) }
    }

    func writeContact(_ event: InputSample, to file: inout SampleFileWriter) {
        if let phase = event.phase {
            file.integer(self.phase, Int64(phase.rawValue))
            file.integer(index, Int64(event.index))
        }
        if event.hasPosition {
            file.number(x, event.x)
            file.number(y, event.y)
        }
        if event.hasDepth, z >= 0 { file.number(z, event.z) }
        if event.hasSize {
            file.number(width, Double(event.width))
            file.number(height, Double(event.height))
        }
        if event.hasPressure { file.number(pressure, Double(event.pressure)) }
        if let millimetres = event.millimetres {
            file.number(xMillimetres, millimetres.x)
            file.number(yMillimetres, millimetres.y)
        }
    }
}
