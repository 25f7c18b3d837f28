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
    private let cut: BootInstant?
    private let marks = MarkTable()

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - types: The types that are wanted; readings and gaps of others are left out.
    ///   - timekeeper: Gives the pace.
    ///   - cut: Where the source comes to its end, should the recording be longer.
    public init(
        _ file: SessionManifest.File,
        of session: Session,
        types: Set<MotionSensorType> = Set(MotionSensorType.allCases),
        timekeeper: any Timekeeper,
        cut: BootInstant? = nil
    ) {
        path = session.path(of: file)
        self.file = file
        clocks = session.manifest.clocks.first
        self.types = types
        self.timekeeper = timekeeper
        self.cut = cut
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
        let wanted = types.filter(\.isDerived)
        if !wanted.isEmpty {
            description.readyChannels = Set(
                try Self.types(of: file, at: path).intersection(wanted).map(\.channel)
            )
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
        var stepPath = ""
        var isCutShort = false
        reading: while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let item = try records.item(batch, row)
                let due = min(item.time, cut ?? item.time)
                guard let last = pace.lastWanted(waitingFor: due) else { return .stopped }
                let limit = min(last, cut ?? last)
                if item.time > limit {
                    isCutShort = true
                    // Sensors take turns: another may still have something from before.
                    if limit.duration(to: item.time) > Self.longestTurn { break reading }
                    continue
                }
                end = max(end, item.time)
                stepPath = records.stepPath
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
        guard isCutShort else { return .exhausted(at: end) }
        let (instant, ending) = lastInstant(stop.request, notBefore: end)
        sayStop(at: instant, stepPath, into: &sink)
        return ending
    }

    /// How much later than one sensor's readings another's of the same time may stand in a file.
    private static var longestTurn: Duration { .seconds(10) }

    /// Where a recording ends that was longer: at the cut, unless it was stopped before.
    private func lastInstant(
        _ request: StopSignal.Request,
        notBefore end: BootInstant
    ) -> (BootInstant, SourceEnding) {
        if case .drain(let instant) = request, cut.map({ instant < $0 }) ?? true {
            return (max(instant, end), .stopped)
        }
        let instant = max(cut ?? end, end)
        return (instant, .exhausted(at: instant))
    }

    public func close() {}

    /// The types that the file has: what its manifest says, or, where a run died before it was said,
    /// what there is.
    public static func types(
        of file: SessionManifest.File,
        in session: Session
    ) throws -> Set<MotionSensorType> {
        try types(of: file, at: session.path(of: file))
    }

    private static func types(
        of file: SessionManifest.File,
        at path: String
    ) throws -> Set<MotionSensorType> {
        guard file.sensors.isEmpty else {
            return Set(file.sensors.compactMap { MotionSensorType(rawValue: $0.sensorType) })
        }
        var missing = MotionSensorType.allCases.map { (type: $0, name: Array($0.rawValue.utf8)) }
        var reader = try reader(of: file, at: path)
        do {
            while !missing.isEmpty, let batch = try reader.nextBatch() {
                for row in 0..<batch.count {
                    guard let name = batch.text(row, MotionFormat.Column.sensorType) else {
                        continue
                    }
                    missing.removeAll { name == $0.name }
                }
            }
        } catch {
            // The capture comes to the same place, and tells what is wrong there.
        }
        return Set(MotionSensorType.allCases).subtracting(missing.map(\.type))
    }

    private func reader() throws -> SampleFileReader { try Self.reader(of: file, at: path) }

    private static func reader(
        of file: SessionManifest.File,
        at path: String
    ) throws -> SampleFileReader {
        try SampleFileReader(
            opening: path,
            followingLinks: false,
            schema: MotionFormat.schema,
            csvHeader: file.layout != .csvWithoutHeader
        )
    }

    private func mark(_ mark: RecordedMark, at time: BootInstant) -> MotionSample {
        .mark(marks.add(mark), at: time)
    }

    /// A replay that does not come to the recorded end marks its own.
    private func sayStop(
        at end: BootInstant,
        _ stepPath: String,
        into sink: inout SampleSink<MotionSample>
    ) {
        let recorded = RecordedMark(
            isRecord: true,
            stepPath: stepPath,
            date: clocks?.wall(at: end),
            name: "stop"
        )
        sink.deliver(mark(recorded, at: end))
    }
}
