// A reading on its way to the file, and the record that it becomes there.

public import Recording
public import SampleFile
public import SampleStream
public import Timebase

/// How bright it was at an instant, or a word about missing readings.
public struct LightReading: StreamSample {
    public var time: BootInstant
    public var lux: Double
    public var role: StreamRole
    public var channel: Int { 0 }

    public init(at time: BootInstant, lux: Double) {
        self.time = time
        self.lux = lux
        role = .reading
    }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> LightReading {
        var gap = LightReading(at: time, lux: 0)
        gap.role = .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        return gap
    }
}

/// Writes readings as records: the columns that every recorder has, and `lux`.
public struct LightFormat: SampleFormat {
    /// The record of a light file.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + [RecordSchema.Column("lux", .number)]
    )
    private static let sensor = PreparedText("ambientLight")
    private let uptime, timestamp, stepPath, sensorType, lux: Int

    public init() {
        let place = { name in Self.schema.index(of: name) ?? 0 }
        uptime = place("uptime")
        timestamp = place("timestamp")
        stepPath = place("stepPath")
        sensorType = place("sensorType")
        lux = place("lux")
    }

    public var schema: RecordSchema { Self.schema }

    public func name(ofChannel channel: Int) -> String { Self.sensor.text }

    public func write(
        _ items: UnsafeBufferPointer<LightReading>,
        by writer: inout StreamWriter<LightFormat>
    ) {
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ reading: LightReading,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        file.nanosecondsAsSeconds(uptime, reading.time.nanoseconds)
        file.nanosecondsAsSeconds(timestamp, reading.time.nanoseconds - place.originNanoseconds)
        file.text(stepPath, place.stepPath)
        file.text(sensorType, Self.sensor)
        file.number(lux, reading.lux)
    }
}
