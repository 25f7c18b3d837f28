// A recorder's environment: time, files, and what it may ask of the system. The host passes it in, so that the same
// recorder runs in a study, in a replay and in a test.

public import SampleFile
public import SampleStream
public import Timebase

/// The environment of recorders.
public struct RecorderEnvironment: Sendable {
    /// The clock of recorders and sources.
    public var timekeeper: any Timekeeper
    /// The time zone of dates.
    public var zone: UTCOffset
    /// Where files go.
    public var files: RecorderFiles
    /// Makes marks in the files of all recorders that share this object.
    public var marks: SharedMarks
    /// Connects recorders that count steps with recorders that report them.
    public var pedometers = SharedPedometers()
    /// How much data a killed process may lose, and whether files are compressed.
    public var flushPolicy = FlushPolicy()
    /// What capture threads ask of the system.
    public var capture = CaptureOptions()
    /// How long a source may take to deliver its samples after a stop was requested.
    public var drainLimit: Duration = .seconds(5)
    /// How long a source may continue to open after a stop was requested; short, as it has recorded nothing yet.
    public var openingLimit: Duration = .milliseconds(300)
    /// How long, in real time, a clock that somebody must move may stand still before a recorder notes it.
    public var standstillLimit: Duration = .seconds(10)
    /// The least number of items that can wait for a stream's writer; a power of two.
    ///
    /// When a suspended program continues, everything that the kernel has buffered arrives at once, from several
    /// sensors together. In a test, two sensors with 8,192 readings each overflowed half of this capacity.
    public var ringCapacity = 32768

    /// An environment, by default in the machine's own time.
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
    /// How long a disk may block without a loss, with a margin: some cards take two seconds to sync.
    static let longestWaitForDiskInSeconds = 2.5

    /// How many items can wait for a stream's writer: enough for the longest wait, and a power of two.
    ///
    /// A source that waits for room loses nothing to a slow disk.
    func ringCapacity(for readingsPerSecond: Double, waitsForRoom: Bool) -> Int {
        guard !waitsForRoom else { return ringCapacity }
        let waiting = readingsPerSecond * Self.longestWaitForDiskInSeconds
        var capacity = ringCapacity
        // A larger ring would cost more memory than it is worth: a million items take 64 MiB.
        while Double(capacity) < waiting, capacity < 1 << 20 { capacity *= 2 }
        return capacity
    }
}

/// The host's file functions, as recorders use them.
public struct RecorderFiles: Sendable {
    /// Finds a place for a new file, which does not exist yet.
    ///
    /// It may be called from any thread: the writing thread needs another file if somebody deletes its own.
    public var claim: @Sendable (FileRequest) throws -> FilePlace
    /// Called on the writing thread when a file's source is open.
    public var didOpen: @Sendable (OpenedFile) -> Void
    /// Called when a file has been closed.
    public var didClose: @MainActor @Sendable (RecordedFile) -> Void
    /// Called on any thread if a claimed place gets no file, because the recorder could not begin it.
    public var giveBack: @Sendable (FilePlace) -> Void
    /// Called on the writing thread with what a device's clock showed.
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

/// What a recorder needs a file for.
public struct FileRequest: Sendable, Equatable {
    /// The identifiers of the sections that the recorder runs in, from the outermost, without the task's own.
    public var sections: [String]
    /// The identifier of the logger, which is also the result's.
    public var identifier: String
    /// The extension without the dot: `json` or `csv`, followed by `.zst` if compressed.
    public var fileExtension: String
    /// The compression; `nil` if none.
    public var compression: SampleFileCompression?
    /// The clocks at the recorder's start.
    public var start: ClockReading
    /// The columns of its records, in their order, and what they hold.
    public var schema: RecordSchema
    /// The type of the recorder, as task files have it.
    public var recorder: String
    /// The kind of document, if it is not a list of records; it then has no columns.
    public var document: DocumentKind?
    /// The lost file that this one replaces, if any.
    public var lost: LostFile?
}

/// A file that a recorder has created, with its source open.
public struct OpenedFile: Sendable {
    /// Where it is.
    public var place: FilePlace
    /// Where its samples come from.
    public var source: SourceDescription
    /// Readings per second as asked for or set, by channel name, for every channel that is to have readings.
    public var nominalRatesInHertz: [String: Double]
    /// What a reader must know about the channels' values, by channel name.
    public var meanings: [String: String] = [:]
    /// The instant from which its timestamps count.
    public var start: BootInstant
    /// Writes the file's instants as dates.
    public var dates: RecordDates
}

/// A file that somebody deleted, cut, moved or replaced while a recorder wrote to it.
public struct LostFile: Sendable, Equatable {
    /// Where it was.
    public var place: FilePlace
    /// What happened to it, in words for a person.
    public var what: String

    /// The file and what happened to it, in one line.
    public var line: String { "\(place.relativePath): \(what)" }
}
