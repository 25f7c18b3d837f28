// Reads the records of touch files, which have a part of the columns of input files and no others.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// A recorded touch file as a source.
public typealias RecordedTouchSource = RecordedSource<TouchForm>

/// Reads touch files back.
public struct TouchForm: RecordedForm {
    public typealias Sample = InputSample

    public let schema = TouchFormat.schema
    public let channelNames = InputChannel.allCases.map { $0 == .touch ? $0.name : "" }
    public var subject: String { "touch" }

    private let columns = InputColumns(in: TouchFormat.schema)

    /// The form of every touch file.
    public init() {}

    public func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> InputSample {
        try columns.reading(head, batch, row)
    }

    public func run(
        _ flow: RecordedFlow<TouchForm>,
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}

extension RecordedSource where Form == TouchForm {
    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - timekeeper: The clock that sets the pace.
    ///   - cut: Where the source ends if the recording is longer.
    public convenience init(
        _ file: SessionManifest.File,
        of session: Session,
        timekeeper: any Timekeeper,
        cut: BootInstant? = nil
    ) {
        self.init(file, of: session, form: TouchForm(), timekeeper: timekeeper, cut: cut)
    }
}
