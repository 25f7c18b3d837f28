// The result of a recording. With `--json`, a command prints it as one JSON object.

public import Recording
public import SampleFile
internal import Research
internal import SampleStream
internal import SystemCalls

/// The result of a recording.
public struct RecordingOutcome: Sendable, Equatable, Encodable {
    /// The path of the session folder at the end, or its last known path if the folder is gone.
    public var session: String
    /// Whether the session folder, with all that was recorded, was deleted during the recording.
    public var isGone = false
    /// Whether its samples were computed from another session rather than recorded.
    public var isComputed = false
    /// How the run ended, in the manifest's words.
    public var status: String
    public var files: [File]
    public var samples: Int
    /// Missing samples, counted or estimated in gap records, without those of pauses.
    public var losses: Int
    /// Losses that the session recorded again already had, a line each.
    public var inheritedLosses: [String] = []
    /// Files that were deleted or moved away during the recording, a line each; `losses` includes their samples.
    public var lostFiles: [String] = []
    /// What else a reader of the data should know, a line each.
    public var notes: [String] = []
    /// The numeric results of recorders, such as a count of steps.
    public var answers: [Answer] = []
    /// The recorded time.
    public var seconds: Double
    /// How long the recording took in real time.
    public var tookSeconds: Double
    /// The error, if it failed.
    public var error: String?
    /// The errors of further recorders, if several failed.
    public var otherErrors: [String] = []

    public init(
        session: String,
        isGone: Bool = false,
        isComputed: Bool = false,
        status: String,
        files: [File],
        samples: Int,
        losses: Int,
        inheritedLosses: [String] = [],
        lostFiles: [String] = [],
        notes: [String] = [],
        answers: [Answer] = [],
        seconds: Double,
        tookSeconds: Double,
        error: String? = nil,
        otherErrors: [String] = []
    ) {
        self.session = session
        self.isGone = isGone
        self.isComputed = isComputed
        self.status = status
        self.files = files
        self.samples = samples
        self.losses = losses
        self.inheritedLosses = inheritedLosses
        self.lostFiles = lostFiles
        self.notes = notes
        self.answers = answers
        self.seconds = seconds
        self.tookSeconds = tookSeconds
        self.error = error
        self.otherErrors = otherErrors
    }

    /// A numeric result of a recorder.
    public struct Answer: Sendable, Equatable, Encodable {
        public var recorder: String
        public var identifier: String
        public var value: Double
        public var unit: String?

        public init(recorder: String, identifier: String, value: Double, unit: String? = nil) {
            self.recorder = recorder
            self.identifier = identifier
            self.value = value
            self.unit = unit
        }
    }

    /// A file of the session.
    public struct File: Sendable, Equatable, Encodable {
        public var path: String
        public var identifier: String
        public var samples: Int
        public var losses: Int
        public var records: Int
        public var bytes: Int64
        /// Absent if the file could not be closed properly.
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

extension RecordingOutcome.Answer {
    /// Returns the numeric results of a recorder.
    @MainActor
    static func all(of recorder: RSDSampleRecorder) -> [Self] {
        recorder.resultsBesideFiles.compactMap { result in
            guard let answer = result as? RSDAnswerResultObject else { return nil }
            let value: Double
            switch answer.value {
            case .integer(let number): value = Double(number)
            case .decimal(let number): value = number
            default: return nil
            }
            return Self(
                recorder: recorder.configuration.identifier,
                identifier: answer.identifier,
                value: value,
                unit: answer.answerType.unit
            )
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

    /// A companion file beside the samples.
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
