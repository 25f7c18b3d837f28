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
    /// Where recorders that count steps and those that tell of them find each other.
    public var pedometers = SharedPedometers()
    /// How much may be lost to a kill, and whether files are compressed.
    public var flushPolicy = FlushPolicy()
    /// What capture threads ask of the system.
    public var capture = CaptureOptions()
    /// How long a source may take to deliver what it had when it was told to stop.
    public var drainLimit: Duration = .seconds(5)
    /// How long a source may still take to open when it is told to stop: nothing of it is recorded yet.
    public var openingLimit: Duration = .milliseconds(300)
    /// For how long, in real time, a clock that somebody has to move may stand still before a recorder notes it.
    public var standstillLimit: Duration = .seconds(10)
    /// Items that may wait for the writer of a stream in any case; a power of two.
    ///
    /// What a kernel has kept while the program was stopped comes at once, of several sensors together: two with
    /// 8,192 readings each were 103 too many for half of this.
    public var ringCapacity = 32768

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

extension RecorderEnvironment {
    /// For how long a disk may take nothing without a loss, a margin included: some cards sync for two seconds.
    static let longestWaitForDiskInSeconds = 2.5

    /// Items that may wait for the writer of a stream: enough for the longest wait, and a power of two.
    ///
    /// A source that waits for room itself loses nothing by a slow disk.
    func ringCapacity(for readingsPerSecond: Double, waitsForRoom: Bool) -> Int {
        guard !waitsForRoom else { return ringCapacity }
        let waiting = readingsPerSecond * Self.longestWaitForDiskInSeconds
        var capacity = ringCapacity
        // Above, the memory would be the loss: a million items have 64 MiB.
        while Double(capacity) < waiting, capacity < 1 << 20 { capacity *= 2 }
        return capacity
    }
}

/// Where recorders write, as far as they need to know it.
public struct RecorderFiles: Sendable {
    /// Finds a new place for a file: it names one that does not exist.
    ///
    /// Called from any thread: the one that writes needs another file when somebody deletes its own.
    public var claim: @Sendable (FileRequest) throws -> FilePlace
    /// Hears of a file whose source is open, on the thread that writes it.
    public var didOpen: @Sendable (OpenedFile) -> Void
    /// Hears of a file that has been closed.
    public var didClose: @MainActor @Sendable (RecordedFile) -> Void
    /// Hears, on any thread, of a claimed place that has no file after all: a recorder could not begin it.
    public var giveBack: @Sendable (FilePlace) -> Void
    /// Hears, on the thread that writes the file, what its device's clock showed.
    public var didReadClock: @Sendable (FilePlace, ClockNote) -> Void

    public init(
        claim: @escaping @Sendable (FileRequest) throws -> FilePlace,
        didOpen: @escaping @Sendable (OpenedFile) -> Void = { _ in },
        didClose: @escaping @MainActor @Sendable (RecordedFile) -> Void = { _ in },
        giveBack: @escaping @Sendable (FilePlace) -> Void = { _ in },
        didReadClock: @escaping @Sendable (FilePlace, ClockNote) -> Void = { _, _ in }
    ) {
        self.claim = claim
        self.didOpen = didOpen
        self.didClose = didClose
        self.giveBack = giveBack
        self.didReadClock = didReadClock
    }
}

/// What a recorder wants a file for.
public struct FileRequest: Sendable, Equatable {
    /// The identifiers of the sections the recorder runs in, from the outermost; the task's own
    /// is not among them.
    public var sections: [String]
    /// The identifier of the logger, which is also the result's.
    public var identifier: String
    /// The extension, without the dot: `json` or `csv`, of a compressed file with `.zst` behind.
    public var fileExtension: String
    /// How the file is compressed, if it is.
    public var compression: SampleFileCompression?
    /// The clocks at the recorder's start.
    public var start: ClockReading
    /// The columns of its records, in their order, and what they hold.
    public var schema: RecordSchema
    /// The type of the recorder, as task files have it.
    public var recorder: String
    /// What it is, where it is no list of records: then it has no columns.
    public var document: DocumentKind?
    /// The file that it takes the place of, where that was lost while it was written.
    public var lost: LostFile?
}

/// A file that a recorder has made, and whose source is open.
public struct OpenedFile: Sendable {
    /// Where it is.
    public var place: FilePlace
    /// Where its samples come from.
    public var source: SourceDescription
    /// Readings a second as asked for or set, by the name of every channel that is to have any.
    public var nominalRatesInHertz: [String: Double]
    /// What a reader has to know of their values, by the same names.
    public var meanings: [String: String] = [:]
    /// The instant from which its timestamps count.
    public var start: BootInstant
    /// Names its instants by dates.
    public var dates: RecordDates
}

/// A file that somebody deleted, cut, moved or replaced while a recorder wrote to it.
public struct LostFile: Sendable, Equatable {
    /// Where it was.
    public var place: FilePlace
    /// What became of it, for a person.
    public var what: String

    /// The file and what became of it, in one line.
    public var line: String { "\(place.relativePath): \(what)" }
}
