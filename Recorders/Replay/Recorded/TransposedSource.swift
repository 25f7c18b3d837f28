// What was recorded, as if it happened now. Where a session is recorded again, its marks and its own
// times are kept; where it takes the place of a sensor in a task, everything comes at the task's times,
// and what belongs to the task's steps is the task's recorder's to say.

public import MotionRecorder
internal import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// Gives the readings of a recorded file at the times of another run.
///
/// Gaps and named marks stay; where the recording began, ended and moved is left out, since the run
/// has a beginning, an end and steps of its own.
public final class TransposedSource: SampleSource {
    public typealias Sample = MotionSample

    /// Which recorded instant becomes which of the run.
    public enum Alignment: Sendable, Equatable {
        /// The file's beginning becomes the instant at which the source is opened.
        case fileWithOpening
        /// A recorded instant becomes one of the run; what lies before the opening is left out.
        case instants(BootInstant, with: BootInstant)
    }

    private let path: String
    private let file: SessionManifest.File
    private let types: Set<MotionSensorType>
    private let timekeeper: any Timekeeper
    private let alignment: Alignment
    private let marks = MarkTable()
    private var opening: BootInstant

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - types: The types that are wanted.
    ///   - timekeeper: The time of the run.
    ///   - alignment: Which recorded instant becomes which of the run.
    public init(
        _ file: SessionManifest.File,
        of session: Session,
        types: Set<MotionSensorType>,
        timekeeper: any Timekeeper,
        aligning alignment: Alignment
    ) {
        path = session.path(of: file)
        self.file = file
        self.types = types
        self.timekeeper = timekeeper
        self.alignment = alignment
        opening = timekeeper.now
    }

    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        _ = try reader()
        opening = timekeeper.now
        var description = SourceDescription(
            name: file.path,
            kind: "recording",
            clock: "as recorded, moved to this run"
        )
        description.placement = file.placement
        for sensor in file.sensors {
            guard let type = MotionSensorType(rawValue: sensor.sensorType) else { continue }
            description.nominalRatesInHertz[type.channel] = sensor.nominalRateInHertz
        }
        description.readyChannels = Set(types.filter(\.isDerived).map(\.channel))
        description.marks = marks
        description.details["recordedStartUptime"] = "\(file.startUptime.seconds)"
        return description
    }

    public func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        var reader = try reader()
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var records = RecordedMotion(file: path, start: file.startUptime, types: types)
        var end = opening
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let item = try records.item(batch, row)
                guard var sample = kept(item) else { continue }
                sample.time = sample.time.advanced(by: shift)
                guard sample.time >= opening else { continue }
                guard pace.mayPass(sample.time) else { return .stopped }
                end = max(end, sample.time)
                sink.deliver(sample)
            }
        }
        return .exhausted(at: end)
    }

    public func close() {}

    /// What an item is in the new run; `nil` where it is nothing there.
    private func kept(_ item: RecordedMotion.Item) -> MotionSample? {
        switch item.content {
        case .sample(let sample): return sample
        case .mark(let mark):
            guard let name = mark.name, !Self.ends.contains(name) else { return nil }
            let here = RecordedMark(isRecord: true, stepPath: nil, date: nil, name: name)
            return .mark(marks.add(here), at: item.time)
        case .leftOut: return nil
        }
    }

    /// The marks that every recording has of itself.
    private static let ends: Set<String> = ["start", "stop"]

    /// From recorded time to the run's.
    private var shift: Duration {
        switch alignment {
        case .fileWithOpening: file.startUptime.duration(to: opening)
        case .instants(let recorded, let lived): recorded.duration(to: lived)
        }
    }

    private func reader() throws -> SampleFileReader {
        try SampleFileReader(
            opening: path,
            followingLinks: false,
            schema: MotionFormat.schema,
            csvHeader: file.layout != .csvWithoutHeader
        )
    }
}
