// A stream as its recorder sees it: something that is started, told things, stopped, closed. What
// kind of samples run through it is its own affair.

public import SampleFile
public import SampleStream
public import Timebase

/// One source, one file, and the threads between them.
public protocol RecordingStream: AnyObject, Sendable {
    /// The identifier of the file's logger.
    var identifier: String { get }
    /// The columns of its records, in their order, and what they hold.
    var schema: RecordSchema { get }
    /// What its file is, where it is no list of records.
    var document: DocumentKind? { get }
    /// The channels that can be drawn, the first of which is drawn where nobody says which.
    var plots: [StreamPlot] { get }
    /// What a channel that can be drawn did lately, since somebody began to look.
    func course(ofChannel channel: Int, over window: Duration) -> LiveCurves.Course?
    /// How far it is.
    var progress: StreamProgress { get }

    /// Opens file and source and lets samples flow; says how that went by reports.
    func start(_ setup: StreamSetup, report: @escaping @Sendable (StreamReport) -> Void)
    /// Says something about the samples from an instant on.
    ///
    /// - Returns: Whether it will be in the file, if the stream begins one; not where it came too late, or is of after
    ///   the end.
    @discardableResult
    func note(_ note: ControlNote, at instant: BootInstant) -> Bool
    /// Ends the capture when everything stamped no later than the instant has been delivered.
    func stop(at instant: BootInstant)
    /// Ends the capture at once.
    func abandon(at instant: BootInstant)
    /// Closes the file, once everything is drained.
    func closeFile()
    /// Waits for the threads; after the report that the file is closed this is but a moment.
    func join()
}

extension RecordingStream {
    public var document: DocumentKind? { nil }
    public var plots: [StreamPlot] { [] }
    public func course(ofChannel channel: Int, over window: Duration) -> LiveCurves.Course? { nil }
}

/// A channel of a stream that can be drawn.
public struct StreamPlot: Sendable, Hashable {
    public var channel: Int
    /// The channel's name, as `sensorType` has it.
    public var name: String
    public var plot: ChannelPlot
}

/// What a stream needs to start.
public struct StreamSetup: Sendable {
    var environment: RecorderEnvironment
    /// What the file is for.
    var request: FileRequest
    var place: FilePlace
    /// The recorder's, for all of its streams.
    var replacements: Replacements
    var usesCSV: Bool
    var usesRootDictionary: Bool
    var stepPath: String
    var start: ClockReading
}

/// What a stream tells, in this order; `drained` and `closed` come always, and once.
public enum StreamReport: Sendable {
    /// Something asked for was not to be had, and the recording goes on without it.
    case note(String)
    /// File and source are open.
    case opened(SourceDescription)
    /// File or source could not be opened.
    case openFailed(any Error)
    /// The source gave its opening up, because it was asked to end at once.
    case openAbandoned
    /// Somebody took a file away, and the recording goes on in another.
    case lost(LostFile)
    /// The source, or the file, has failed.
    case failed(any Error)
    /// The source has no more.
    case sourceEnded
    /// Everything captured is written.
    case drained
    /// The file is closed; `nil` when there was nothing to keep.
    case closed(RecordedFile?, failure: (any Error)?)
}

/// How far a stream is, for whoever watches.
public struct StreamProgress: Sendable, Equatable {
    /// Readings written.
    public var samples: Int
    /// Readings missing.
    public var lost: Int
    /// The instant of the last reading.
    public var last: BootInstant?
}
