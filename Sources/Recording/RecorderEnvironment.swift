// What surrounds a recorder: time, files, and what it may ask of the system. Given in, so that the
// same recorder runs in a study, in a replay and in a test.

public import SampleFile
public import SampleStream
public import Timebase

/// The surroundings of recorders.
public struct RecorderEnvironment: Sendable {
    /// The time that recorders and sources live by.
    public var timekeeper: any Timekeeper
    /// The time zone of dates.
    public var zone: UTCOffset
    /// Where files go.
    public var files: RecorderFiles
    /// What makes marks in the files of all recorders that have the same one.
    public var marks: SharedMarks
    /// How much may be lost to a kill.
    public var flushPolicy = FlushPolicy()
    /// What capture threads ask of the system.
    public var capture = CaptureOptions()
    /// How long a source may take to deliver what it had when it was told to stop.
    public var drainLimit: Duration = .seconds(5)
    /// Items that wait for the writer at most; a power of two.
    public var ringCapacity = 16384

    /// Surroundings in the machine's own time, unless told otherwise.
    public init(
        files: RecorderFiles,
        timekeeper: any Timekeeper = LiveTimekeeper(),
        zone: UTCOffset? = nil,
        marks: SharedMarks = SharedMarks()
    ) {
        self.files = files
        self.marks = marks
        self.timekeeper = timekeeper
        self.zone = zone ?? .local(at: timekeeper.reading().realtime)
    }
}

/// Where recorders write, as far as they need to know it.
public struct RecorderFiles: Sendable {
    /// Finds a new place for a file: it names one that does not exist.
    public var claim: @MainActor @Sendable (FileRequest) throws -> FilePlace
    /// Hears of a file that has been closed.
    public var didClose: @MainActor @Sendable (RecordedFile) -> Void
    /// Hears of a claimed place that has no file after all: a recorder could not begin it.
    public var giveBack: @MainActor @Sendable (FilePlace) -> Void

    public init(
        claim: @escaping @MainActor @Sendable (FileRequest) throws -> FilePlace,
        didClose: @escaping @MainActor @Sendable (RecordedFile) -> Void = { _ in },
        giveBack: @escaping @MainActor @Sendable (FilePlace) -> Void = { _ in }
    ) {
        self.claim = claim
        self.didClose = didClose
        self.giveBack = giveBack
    }
}

/// What a recorder wants a file for.
public struct FileRequest: Sendable, Equatable {
    /// The identifiers of the sections the recorder runs in, from the outermost; the task's own
    /// is not among them.
    public var sections: [String]
    /// The identifier of the logger, which is also the result's.
    public var identifier: String
    /// The extension, without the dot.
    public var fileExtension: String
    /// The clocks at the recorder's start.
    public var start: ClockReading
    /// The names of the record's columns, in their order.
    public var columns: [String]
}

/// Where a file goes.
public struct FilePlace: Sendable, Equatable {
    /// The whole path.
    public var path: String
    /// The path within the session folder.
    public var relativePath: String

    public init(path: String, relativePath: String) {
        self.path = path
        self.relativePath = relativePath
    }
}
