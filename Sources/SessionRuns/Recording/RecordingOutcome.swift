// What became of a recording: a program reads it as one JSON object.

public import Recording
public import SampleFile
internal import SampleStream
internal import SystemCalls

/// What became of a recording.
public struct RecordingOutcome: Sendable, Equatable, Encodable {
    /// The session folder, where it is at the end; where it was, if it is gone.
    public var session: String
    /// Whether somebody has deleted the session folder, and all that was recorded with it.
    public var isGone = false
    /// How the run ended, in the manifest's words.
    public var status: String
    public var files: [File]
    public var samples: Int
    /// Samples that are missing, counted or estimated in gap records; those of a pause are not among them.
    public var losses: Int
    /// What a session that is recorded again lacked already, a line each.
    public var inheritedLosses: [String] = []
    /// Files that somebody took away while they were written, a line each; what was in them is among the
    /// losses.
    public var lostFiles: [String] = []
    /// What else whoever reads the data should know, a line each.
    public var notes: [String] = []
    /// How much was recorded.
    public var seconds: Double
    /// How long that took.
    public var tookSeconds: Double
    /// Why it failed, if it did.
    public var error: String?
    /// Why others of its recorders failed, where several did.
    public var otherErrors: [String] = []

    public init(
        session: String,
        isGone: Bool = false,
        status: String,
        files: [File],
        samples: Int,
        losses: Int,
        inheritedLosses: [String] = [],
        lostFiles: [String] = [],
        notes: [String] = [],
        seconds: Double,
        tookSeconds: Double,
        error: String? = nil,
        otherErrors: [String] = []
    ) {
        self.session = session
        self.isGone = isGone
        self.status = status
        self.files = files
        self.samples = samples
        self.losses = losses
        self.inheritedLosses = inheritedLosses
        self.lostFiles = lostFiles
        self.notes = notes
        self.seconds = seconds
        self.tookSeconds = tookSeconds
        self.error = error
        self.otherErrors = otherErrors
    }

    /// A file of the session.
    public struct File: Sendable, Equatable, Encodable {
        public var path: String
        public var identifier: String
        public var samples: Int
        public var losses: Int
        public var records: Int
        public var bytes: Int64
        /// Absent when the file could not be closed as it was meant to be.
        public var checksum: String?

        public init(
            path: String,
            identifier: String,
            samples: Int,
            losses: Int,
            records: Int,
            bytes: Int64,
            checksum: String? = nil
        ) {
            self.path = path
            self.identifier = identifier
            self.samples = samples
            self.losses = losses
            self.records = records
            self.bytes = bytes
            self.checksum = checksum
        }
    }
}

extension RecordingOutcome.File {
    /// A file that a recorder has closed.
    public init(_ file: RecordedFile) {
        self.init(
            path: file.place.relativePath,
            identifier: file.identifier,
            samples: file.samples,
            losses: Int(clamping: file.lost),
            records: file.summary.records,
            bytes: file.summary.bytes,
            checksum: file.isClosedWell ? file.summary.checksum : nil
        )
    }

    /// A file that is kept beside the samples.
    public init(_ place: FilePlace, _ summary: SampleFileSummary, _ identifier: String) {
        self.init(
            path: place.relativePath,
            identifier: identifier,
            samples: 0,
            losses: 0,
            records: summary.records,
            bytes: summary.bytes,
            checksum: summary.checksum
        )
    }
}
