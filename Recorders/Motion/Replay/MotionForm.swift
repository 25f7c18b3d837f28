// Reads the records of a motion file back: the parts that are specific to motion.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// A recorded motion file as a source.
public typealias RecordedSessionSource = RecordedSource<MotionForm>

/// The record form of motion files.
public struct MotionForm: RecordedForm {
    public typealias Sample = MotionSample

    public let schema = MotionFormat.schema
    public let channelNames = (0..<16).map {
        MotionSensorType(channel: $0)?.rawValue ?? ""
    }
    public let derivedChannels = Set(
        MotionSensorType.allCases.filter(\.isDerived).map(\.channel)
    )
    public var subject: String { "motion" }

    private typealias Column = MotionFormat.Column

    /// The form of every motion file.
    public init() {}

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> MotionSample {
        let axes = (
            batch.number(row, Column.x), batch.number(row, Column.y), batch.number(row, Column.z)
        )
        var sample = MotionSample(
            channel: head.channel,
            at: head.time,
            x: axes.0 ?? 0,
            y: axes.1 ?? 0,
            z: axes.2 ?? 0
        )
        switch axes {
        case (_?, _?, _?): break
        case (nil, nil, nil): sample.hasAxes = false
        default: throw RecordedFault("it has some of x, y and z, but not all")
        }
        if let w = batch.number(row, Column.w) {
            sample.w = w
            sample.hasW = true
        }
        if let heading = batch.number(row, Column.heading) {
            sample.heading = heading
            sample.hasHeading = true
        }
        if let accuracy = batch.integer(row, Column.eventAccuracy) {
            guard let value = Int8(exactly: accuracy) else {
                throw RecordedFault("its eventAccuracy \(accuracy) is none")
            }
            sample.eventAccuracy = Int(value)
        }
        if let name = batch.text(row, Column.referenceCoordinate) {
            guard let reference = ReferenceCoordinate(rawValue: name.description) else {
                throw RecordedFault("its referenceCoordinate \"\(name)\" is unknown")
            }
            sample.referenceCoordinate = reference
        }
        return sample
    }

    public func run(
        _ flow: RecordedFlow<MotionForm>,
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}

extension RecordedSource where Form == MotionForm {
    /// Creates a source that is not open yet.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - types: The types to deliver; readings and gaps of others are left out.
    ///   - timekeeper: Sets the pace.
    ///   - cut: Where the source ends if the recording is longer.
    public convenience init(
        _ file: SessionManifest.File,
        of session: Session,
        types: Set<MotionSensorType> = Set(MotionSensorType.allCases),
        timekeeper: any Timekeeper,
        cut: BootInstant? = nil
    ) {
        self.init(
            file,
            of: session,
            form: MotionForm(),
            channels: Set(types.map(\.channel)),
            timekeeper: timekeeper,
            cut: cut
        )
    }

    /// The types in the file, as its manifest states; if the recording was killed before the manifest named them,
    /// the types that the file really contains.
    public static func types(
        of file: SessionManifest.File,
        in session: Session
    ) throws -> Set<MotionSensorType> {
        Set(
            try channels(of: file, in: session, by: MotionForm())
                .compactMap(MotionSensorType.init(channel:))
        )
    }
}
