// The record of a motion reading: SageResearch's keys in SageResearch's order, followed by keys of our own that
// SageResearch's readers skip.

public import Recording
public import SampleFile
internal import Timebase

/// Writes motion readings as records.
public struct MotionFormat: SampleFormat {
    public typealias Sample = MotionSample

    /// The record of a motion file.
    public static let schema = RecordSchema(
        [
            .init("uptime", .number),
            .init("timestamp", .number),
            .init("stepPath", .text),
            .init("timestampDate", .text),
            .init("sensorType", .text),
            .init("eventAccuracy", .integer),
            .init("referenceCoordinate", .text),
            .init("heading", .number),
            .init("x", .number),
            .init("y", .number),
            .init("z", .number),
            .init("w", .number),
            .init("lost", .integer),
            .init("reason", .text),
            .init("marker", .text),
            .init("estimated", .boolean),
        ],
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    /// The indices of the columns in `schema`.
    public enum Column {
        public static let uptime = 0
        public static let timestamp = 1
        public static let stepPath = 2
        public static let timestampDate = 3
        public static let sensorType = 4
        public static let eventAccuracy = 5
        public static let referenceCoordinate = 6
        public static let heading = 7
        public static let x = 8
        public static let y = 9
        public static let z = 10
        public static let w = 11
        public static let lost = 12
        public static let reason = 13
        public static let marker = 14
        public static let estimated = 15
    }

    private let typeNames: [PreparedText]
    private let zUp = PreparedText(ReferenceCoordinate.zUp.rawValue)
    private let northWestUp = PreparedText(ReferenceCoordinate.northWestUp.rawValue)

    private let plots: [Int: ChannelPlot]
    /// Counts the steps in the written readings, if requested.
    let counter: StepCounter?

    /// The format of every motion file.
    ///
    /// - Parameter request: What is recorded and can be plotted; without it, nothing is plotted.
    public init(plotting request: MotionRequest? = nil) {
        self.init(plotting: request, counting: nil)
    }

    /// The format of a file in whose readings steps are counted.
    init(plotting request: MotionRequest?, counting counter: StepCounter?) {
        self.counter = counter
        typeNames = (0..<16).map {
            PreparedText(MotionSensorType(channel: $0)?.rawValue ?? "unknown")
        }
        var plots: [Int: ChannelPlot] = [:]
        for type in request?.wantedTypes ?? [] {
            plots[type.channel] = ChannelPlot(
                lines: type == .attitude ? ["x", "y", "z", "w"] : ["x", "y", "z"],
                unit: type.unit == "1" ? nil : type.unit,
                // The spacing is longer than a period, so that jitter leaves no interval without a sample.
                spacing: .seconds(1.5 / max(0.001, request?.rateInHertz ?? 1))
            )
        }
        self.plots = plots
    }

    public var schema: RecordSchema { Self.schema }

    public func plot(ofChannel channel: Int) -> ChannelPlot? { plots[channel] }

    public func plotted(_ reading: MotionSample) -> SIMD4<Float> {
        SIMD4(Float(reading.x), Float(reading.y), Float(reading.z), Float(reading.w))
    }

    public func name(ofChannel channel: Int) -> String { typeNames[channel & 15].text }

    public func meaning(ofChannel channel: Int) -> String? {
        MotionSensorType(channel: channel)?.meaning
    }

    public func write(
        _ items: UnsafeBufferPointer<MotionSample>,
        by writer: inout StreamWriter<MotionFormat>
    ) {
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ reading: MotionSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = reading.time.nanoseconds
        file.nanosecondsAsSeconds(Column.uptime, time)
        file.nanosecondsAsSeconds(Column.timestamp, place.timestamp(ofUptime: time))
        file.text(Column.stepPath, place.stepPath)
        file.text(Column.sensorType, typeNames[reading.channel & 15])
        if reading.presence & ~MotionSample.Presence.axes | reading.coordinate != 0 {
            writeRareColumns(reading, to: &file)
        }
        if reading.hasAxes {
            file.number(Column.x, reading.x)
            file.number(Column.y, reading.y)
            file.number(Column.z, reading.z)
        }
        if reading.hasW { file.number(Column.w, reading.w) }
        counter?.take(reading, in: place.stepPath.text)
    }

    public func didEnd() { counter?.end() }

    private func writeRareColumns(_ reading: MotionSample, to file: inout SampleFileWriter) {
        if let accuracy = reading.eventAccuracy {
            file.integer(Column.eventAccuracy, Int64(accuracy))
        }
        switch reading.referenceCoordinate {
        case .zUp: file.text(Column.referenceCoordinate, zUp)
        case .northWestUp: file.text(Column.referenceCoordinate, northWestUp)
        case nil: break
        }
        if reading.hasHeading { file.number(Column.heading, reading.heading) }
    }
}
