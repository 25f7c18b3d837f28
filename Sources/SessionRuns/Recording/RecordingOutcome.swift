// What became of a recording: a program reads it as one JSON object.

public import Recording
public import SampleFile
internal import Research
internal import SampleStream
internal import SystemCalls

/// What became of a recording.
public struct RecordingOutcome: Sendable, Equatable, Encodable {
    /// The session folder, where it is at the end; where it was, if it is gone.
    public var session: String
    /// Whether somebody has deleted the session folder, and all that was recorded with it.
    public var isGone = false
    /// Whether its samples were computed of another session, and not recorded.
    public var isComputed = false
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
    /// What recorders answer beside their files, such as how many steps were counted.
    public var answers: [Answer] = []
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

    /// A number that a recorder answers.
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

extension RecordingOutcome.Answer {
    /// The answers of a recorder that are numbers.
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
