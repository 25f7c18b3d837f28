// Writes the truth for a recording of a synthetic walk, as a file that every reader of sample files can read:
// attitudes at the samples' instants, and a mark for each step. It is computed after the recording, so it
// delays no thread of the recording.

internal import Orientation
public import Recording
public import SampleFile
public import Timebase

/// Writes the truth about a recording of a synthetic walk.
public struct SyntheticTruth: Sendable {
    public let sensor: SyntheticSensor
    /// The instant of the walk's sample 0.
    public let walkStart: BootInstant

    /// The truth about what a sensor reported of a walk that began at `walkStart`.
    public init(sensor: SyntheticSensor, walkStart: BootInstant) {
        self.sensor = sensor
        self.walkStart = walkStart
    }

    /// The name of the truth file for a sample file: `walk_motion_truth.json` for `walk_motion.json`.
    public static func fileName(beside sampleFile: String) -> String {
        let plain = SampleFileCompression.plainName(of: sampleFile)
        let dot = plain.lastIndex(of: ".") ?? plain.endIndex
        return "\(plain[..<dot])_truth.json"
    }

    /// The fields of a truth file's records, in the order of a motion record's keys.
    public static let schema = RecordSchema([
        .init("uptime", .number), .init("timestamp", .number), .init("stepPath", .text),
        .init("sensorType", .text), .init("referenceCoordinate", .text), .init("x", .number),
        .init("y", .number), .init("z", .number), .init("w", .number), .init("marker", .text),
    ])

    private enum Column {
        static let uptime = 0
        static let timestamp = 1
        static let stepPath = 2
        static let sensorType = 3
        static let referenceCoordinate = 4
        static let (x, y, z, w) = (5, 6, 7, 8)
        static let marker = 9
    }

    /// The name of a step's mark: `leftHeelStrike`, `rightToeOff`.
    public static func marker(of event: GaitEvent) -> String {
        switch (event.foot, event.kind) {
        case (.left, .heelStrike): "leftHeelStrike"
        case (.left, .toeOff): "leftToeOff"
        case (.right, .heelStrike): "rightHeelStrike"
        case (.right, .toeOff): "rightToeOff"
        }
    }

    /// Writes the truth about a file's samples, from its start to its end, both included.
    ///
    /// - Parameters:
    ///   - place: Where to write the truth; no file may exist there.
    ///   - stepPath: The task's step to which the samples belong.
    ///   - fileStart: The sample file's start marker, from which its timestamps count.
    ///   - fileEnd: The sample file's stop marker.
    ///   - stop: Ends the writing early.
    /// - Returns: The content of the file; `nil`, and no file, if writing was stopped.
    /// - Throws: An error if the file could not be written; no truth file is left then.
    public func write(
        creating place: FilePlace,
        stepPath: String,
        fileStart: BootInstant,
        fileEnd: BootInstant,
        until stop: StopSignal = StopSignal()
    ) throws -> SampleFileSummary? {
        var writer = try place.create(
            schema: Self.schema,
            layout: .jsonArray,
            policy: FlushPolicy()
        )
        do {
            guard try fill(&writer, stepPath, fileStart, fileEnd, until: stop) else {
                _ = try? writer.close()
                try place.remove()
                return nil
            }
            return try writer.close()
        } catch {
            // An incomplete truth file is useless and can be computed again, so remove it. A file that another
            // program put in its place stays.
            let isOurs = (error as? SampleFileWriteFailure)?.loss == nil
            if isOurs { try? place.remove() }
            throw error
        }
    }

    /// Writes the records; returns whether it reached the end.
    private func fill(
        _ writer: inout SampleFileWriter,
        _ stepPath: String,
        _ fileStart: BootInstant,
        _ fileEnd: BootInstant,
        until stop: StopSignal
    ) throws -> Bool {
        let texts = Texts(stepPath: PreparedText(stepPath))
        let from = fileStart.nanoseconds - walkStart.nanoseconds
        let through = fileEnd.nanoseconds - walkStart.nanoseconds
        let events = sensor.walk.events(beforeSeconds: Double(through + 1) / 1e9)
            .map { (nanoseconds: Int64(($0.secondsFromStart * 1e9).rounded()), event: $0) }
        var nextEvent = events.firstIndex { $0.nanoseconds >= from } ?? events.endIndex
        var index = sensor.grid.samples(beforeNanoseconds: from)
        while true {
            let nanoseconds = sensor.grid.nanoseconds(ofSample: index)
            while nextEvent < events.endIndex,
                events[nextEvent].nanoseconds <= min(nanoseconds, through)
            {
                let (time, event) = events[nextEvent]
                Self.begin(&writer, walkStart.nanoseconds + time, fileStart, texts)
                writer.text(Column.marker, texts.markers[Self.marker(of: event)] ?? texts.none)
                _ = writer.endRecord()
                nextEvent += 1
            }
            guard nanoseconds <= through else { return true }
            Self.begin(&writer, walkStart.nanoseconds + nanoseconds, fileStart, texts)
            let attitude = sensor.state(ofSample: index).attitude
            writer.text(Column.sensorType, texts.attitude)
            writer.text(Column.referenceCoordinate, texts.northWestUp)
            writer.number(Column.x, attitude.x)
            writer.number(Column.y, attitude.y)
            writer.number(Column.z, attitude.z)
            writer.number(Column.w, attitude.w)
            _ = writer.endRecord()
            if writer.bufferedBytes > FlushPolicy().flushBytes {
                try writer.flush()
                if stop.isRaised { return false }
            }
            index += 1
        }
    }

    private struct Texts {
        let stepPath: PreparedText
        let attitude = PreparedText("attitude")
        let northWestUp = PreparedText("North-West-Up")
        let none = PreparedText("")
        let markers = Dictionary(
            uniqueKeysWithValues: [
                "leftHeelStrike", "rightHeelStrike", "leftToeOff", "rightToeOff",
            ].map { ($0, PreparedText($0)) }
        )
    }

    private static func begin(
        _ writer: inout SampleFileWriter,
        _ nanoseconds: Int64,
        _ fileStart: BootInstant,
        _ texts: Texts
    ) {
        writer.beginRecord()
        writer.nanosecondsAsSeconds(Column.uptime, nanoseconds)
        writer.nanosecondsAsSeconds(
            Column.timestamp,
            DecimalSeconds.asReadBack(nanoseconds)
                - DecimalSeconds.asReadBack(fileStart.nanoseconds)
        )
        writer.text(Column.stepPath, texts.stepPath)
    }
}
