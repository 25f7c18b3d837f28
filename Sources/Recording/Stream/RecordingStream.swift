// A stream as its recorder sees it: the recorder starts it, passes notes to it, stops it and closes it. The type of
// its samples is hidden.

public import SampleFile
public import SampleStream
public import Timebase

/// One source, one file, and the threads between them.
public protocol RecordingStream: AnyObject, Sendable {
    /// The identifier of the file's logger.
    var identifier: String { get }
    /// The columns of its records, in their order, and what they hold.
    var schema: RecordSchema { get }
    /// The kind of its file, if that is not a list of records.
    var document: DocumentKind? { get }
    /// The channels that can be plotted; the first is drawn if the user chooses none.
    var plots: [StreamPlot] { get }
    /// The values of a channel over the last `window`; `nil` if it is not plotted or has no reading yet.
    ///
    /// They are collected only from the first call on.
    func course(ofChannel channel: Int, over window: Duration) -> LiveCurves.Course?
    /// How much it has written so far.
    var progress: StreamProgress { get }
    /// The signal that ends its source, and identifies the source to a clock that waits for sources.
    ///
    /// It is `nil` if the stream has no source of its own.
    var sourceSignal: StopSignal? { get }

    /// Opens file and source and starts the capture; reports the outcome.
    func start(_ setup: StreamSetup, report: @escaping @Sendable (StreamReport) -> Void)
    /// Adds a note about all samples from an instant on.
    ///
    /// - Returns: Whether the note will be in the file, if the stream begins one; false if it came too late or is
    ///   about a time after the end.
    @discardableResult
    func note(_ note: ControlNote, at instant: BootInstant) -> Bool
    /// Ends the capture after delivering everything timestamped no later than the instant.
    func stop(at instant: BootInstant)
    /// Ends the capture at once.
    func abandon(at instant: BootInstant)
    /// Permits the stream to close its file, which it does once everything is drained.
    func closeFile()
    /// Waits for the threads to end; after the `closed` report this takes only a moment.
    func join()
}

extension RecordingStream {
    public var document: DocumentKind? { nil }
    public var plots: [StreamPlot] { [] }
    public var sourceSignal: StopSignal? { nil }
    public func course(ofChannel channel: Int, over window: Duration) -> LiveCurves.Course? { nil }
}

/// A channel of a stream that can be plotted.
public struct StreamPlot: Sendable, Hashable {
    public var channel: Int
    /// The channel's name, as in `sensorType`.
    public var name: String
    public var plot: ChannelPlot
}

/// What a stream needs to start.
public struct StreamSetup: Sendable {
    var environment: RecorderEnvironment
    /// What the stream needs a file for.
    var request: FileRequest
    var place: FilePlace
    /// Shared by all streams of the recorder.
    var replacements: Replacements
    var usesCSV: Bool
    var usesRootDictionary: Bool
    var stepPath: String
    var start: ClockReading
}

/// A report of a stream; `drained` and `closed` always come, once, and in this order.
public enum StreamReport: Sendable {
    /// The system refused something that was asked for; the recording continues without it.
    case note(String)
    /// File and source are open.
    case opened(SourceDescription)
    /// File or source could not be opened.
    case openFailed(any Error)
    /// The source stopped opening because it was asked to end at once.
    case openAbandoned
    /// Somebody removed a file; the recording continues in another one.
    case lost(LostFile)
    /// The source or the file has failed.
    case failed(any Error)
    /// The source has no more samples.
    case sourceEnded
    /// All captured samples are written.
    case drained
    /// The file is closed; `nil` if there was nothing to keep.
    case closed(RecordedFile?, failure: (any Error)?)
}

/// A stream's progress, for live views.
public struct StreamProgress: Sendable, Equatable {
    /// Readings written.
    public var samples: Int
    /// Readings missing.
    public var lost: Int
    /// The instant of the last item from the source: a reading, a gap or a mark.
    public var last: BootInstant?
}
