// A recorded file as a source, so that what was recorded once runs through the real recorder again:
// samples, gaps and marks as they stand, at any pace. One source reads one file; a session of
// several files has as many recorders as it had.

public import MotionRecorder
internal import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// Gives the samples of one file of a session folder.
///
/// Times are those of the recording: its recorder needs a timekeeper that began with the session's
/// first reading of the clocks, and the session's time zone.
public final class RecordedSessionSource: SampleSource {
    public typealias Sample = MotionSample

    private let path: String
    private let file: SessionManifest.File
    private let clocks: ClockReading?
    private let types: Set<MotionSensorType>
    private let timekeeper: any Timekeeper
    private let marks = MarkTable()

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - types: The types that are wanted; readings and gaps of others are left out.
    ///   - timekeeper: Gives the pace.
    public init(
        _ file: SessionManifest.File,
        of session: Session,
        types: Set<MotionSensorType> = Set(MotionSensorType.allCases),
        timekeeper: any Timekeeper
    ) {
        path = session.path(of: file)
        self.file = file
        clocks = session.manifest.clocks.first
        self.types = types
        self.timekeeper = timekeeper
    }

    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        // Whatever is wrong with the file's beginning is told before the recorder makes one.
        _ = try reader()
        var description = SourceDescription(
            name: file.path,
            kind: "recording",
            clock: "as recorded"
        )
        description.placement = file.placement
        for sensor in file.sensors {
            guard let type = MotionSensorType(rawValue: sensor.sensorType) else { continue }
            description.nominalRatesInHertz[type.channel] = sensor.nominalRateInHertz
        }
        description.recordedStart = file.startUptime
        description.marks = marks
        return description
    }

    public func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        var reader = try reader()
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var records = RecordedMotion(file: path, start: file.startUptime, types: types)
        var end = file.startUptime
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let item = try records.item(batch, row)
                guard pace.mayPass(item.time) else {
                    sayStop(at: stop.request, notBefore: end, records, into: &sink)
                    return .stopped
                }
                end = max(end, item.time)
                switch item.content {
                case .sample(let sample):
                    if let moved = item.moved { sink.deliver(mark(moved, at: item.time)) }
                    sink.deliver(sample)
                case .mark(let recorded):
                    sink.deliver(mark(recorded, at: item.time))
                case .leftOut:
                    break
                }
            }
        }
        return .exhausted(at: end)
    }

    public func close() {}

    private func reader() throws -> SampleFileReader {
        try SampleFileReader(
            opening: path,
            schema: MotionFormat.schema,
            csvHeader: file.layout != .csvWithoutHeader
        )
    }

    private func mark(_ mark: RecordedMark, at time: BootInstant) -> MotionSample {
        .mark(marks.add(mark), at: time)
    }

    /// A replay that is stopped ends its file as any recording does, with a mark.
    private func sayStop(
        at request: StopSignal.Request,
        notBefore earliest: BootInstant,
        _ records: RecordedMotion,
        into sink: inout SampleSink<MotionSample>
    ) {
        guard case .drain(let instant) = request else { return }
        let end = max(instant, earliest)
        let recorded = RecordedMark(
            isRecord: true,
            stepPath: records.stepPath,
            date: clocks?.wall(at: end),
            name: "stop"
        )
        sink.deliver(mark(recorded, at: end))
    }
}
