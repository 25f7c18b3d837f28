// A study has thousands of sessions, and who lists them wants ten facts of each: the rest of a manifest, its devices
// and readings of clocks, would take most of the time. Nothing is judged here; whoever opens the session does.

internal import FoundationEssentials
internal import SystemCalls

/// What a list says of a session.
public struct SessionBrief: Hashable, Sendable {
    public var identifier: String
    public var participant: Participant?
    public var status: SessionManifest.Status
    /// Whether its task was ended before its last step.
    public var endedEarly: Bool
    public var startDate: DateStamp
    public var endDate: DateStamp?
    /// How many files it has listed.
    public var files: Int
    /// How many bytes its files have, as far as its run has told.
    public var bytes: Int64
    /// How many samples it has, and how many are missing that nobody wished to be without; `nil` where nobody counted.
    public var samples: Int?
    public var missing: Int?

    /// What a manifest tells of it.
    public init(_ manifest: SessionManifest) {
        self.init(
            Told(
                format: manifest.format,
                version: manifest.version,
                identifier: manifest.identifier,
                participant: manifest.participant,
                status: manifest.status,
                endedEarly: manifest.endedEarly,
                startDate: manifest.startDate,
                endDate: manifest.endDate,
                files: manifest.files.map(Told.File.init),
                taskResult: manifest.taskResult.map { Told.Document(size: $0.size) },
                answers: manifest.answers.map { Told.Document(size: $0.size) }
            )
        )
    }

    /// What the manifest in a folder tells of it, where the journal beside it has told nothing since; `nil` where more
    /// has to be read to know.
    ///
    /// - Parameters:
    ///   - folder: The session.
    ///   - counts: Whether its samples are counted, which takes as long again.
    init?(in folder: OpenFolder, countingSamples counts: Bool) {
        let decoder = JSONDecoder()
        if let key = Told.countsSamples { decoder.userInfo[key] = counts }
        guard
            let bytes = try? FolderFile.read(
                SessionManifest.fileName,
                in: folder,
                limit: SessionManifest.sizeLimit
            ),
            let excerpt = (counts ? Told.withSamples : Told.withoutSamples).of(bytes),
            let told = try? decoder.decode(Told.self, from: Data(excerpt)),
            told.isPossible
        else { return nil }
        if let journal = told.journal,
            JournalFile.hasMore(than: journal.size, journal.path, in: folder)
        {
            return nil
        }
        self.init(told)
    }

    private init(_ told: Told) {
        identifier = told.identifier
        participant = told.participant
        status = told.status
        endedEarly = told.endedEarly ?? false
        (startDate, endDate) = (told.startDate, told.endDate)
        files = told.files.count
        let documents = [told.taskResult, told.answers].compactMap { $0?.size }
        bytes = (told.files.compactMap(\.size) + documents).reduce(0) { $0.addingClamped($1) }
        guard told.files.allSatisfy({ $0.sensors != nil }) else { return }
        let sensors = told.files.filter(\.hasSamples).compactMap(\.sensors).joined()
        samples = sensors.reduce(0) { $0.addingClamped($1.samples) }
        missing = sensors.reduce(0) { $0.addingClamped($1.missing) }
    }

    /// How long it took, by its dates; `nil` of one that has not ended.
    public var length: Duration? { endDate.flatMap { startDate.length(until: $0) } }

    /// Of a manifest, what a list says.
    private struct Told: Decodable {
        var format: String
        var version: Int
        var identifier: String
        var participant: Participant?
        var status: SessionManifest.Status
        var endedEarly: Bool?
        var startDate: DateStamp
        var endDate: DateStamp?
        var files: [File]
        var taskResult: Document?
        var answers: Document?
        var journal: Journal?

        /// What of a manifest is decoded.
        static let withoutSamples = excerpt(ofFiles: ["layout", "size", "lost"])
        static let withSamples = excerpt(ofFiles: ["layout", "size", "lost", "sensors"])

        private static func excerpt(ofFiles names: [String]) -> JSONExcerpt {
            JSONExcerpt(
                [
                    "format", "version", "identifier", "participant", "status", "endedEarly",
                    "startDate", "endDate", "taskResult", "answers", "journal",
                ],
                within: ["files": JSONExcerpt(names)]
            )
        }

        struct Document: Decodable { var size: Int64 }

        struct Journal: Decodable {
            var path: String
            var size: Int64
        }

        /// Whether the samples of files are wanted, too.
        static let countsSamples = CodingUserInfoKey(rawValue: "countsSamples")

        struct File: Decodable {
            var layout: SessionManifest.Layout
            var size: Int64?
            var lost: Bool?
            var sensors: [Sensor]?

            var hasSamples: Bool { layout != .document && lost != true }

            private enum CodingKeys: String, CodingKey { case layout, size, lost, sensors }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                layout = try values.decode(SessionManifest.Layout.self, forKey: .layout)
                size = try values.decodeIfPresent(Int64.self, forKey: .size)
                lost = try values.decodeIfPresent(Bool.self, forKey: .lost)
                guard let key = Told.countsSamples, decoder.userInfo[key] as? Bool == true else {
                    return
                }
                sensors = try values.decode([Sensor].self, forKey: .sensors)
            }

            init(_ file: SessionManifest.File) {
                (layout, size, lost) = (file.layout, file.size, file.isLost)
                sensors = file.sensors.map {
                    Sensor(samples: $0.samples, lostByReason: $0.lostByReason)
                }
            }
        }

        struct Sensor: Decodable {
            var samples: Int
            var lostByReason: [String: Int]

            /// What is lost that nobody had wished to be without.
            var missing: Int {
                lostByReason.reduce(0) { $1.key == "paused" ? $0 : $0.addingClamped($1.value) }
            }
        }

        /// Whether it can be the manifest of a session, as far as a list goes by it.
        var isPossible: Bool {
            format == SessionManifest.formatName && version > 0
                && files.allSatisfy { file in
                    (file.size ?? 0) >= 0
                        && (file.sensors ?? []).allSatisfy { $0.samples >= 0 && $0.missing >= 0 }
                } && (journal.map { SessionManifest.problem(ofPath: $0.path) == nil } ?? true)
        }
    }
}
