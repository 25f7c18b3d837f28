// A study has thousands of sessions, and who lists them wants ten facts of each: the rest of a manifest, its devices
// and readings of clocks, would take most of the time. Nothing is judged here; whoever opens the session does.

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
    /// The session that it was computed of, by the name of its folder; `nil` of one that was recorded, imported or
    /// replayed.
    public var computedFrom: String?
    /// How many files it has listed.
    public var files: Int
    /// How many bytes its files have, as far as its run has told; of one that has not come to its end, those that lie
    /// in the folder.
    public var bytes: Int64
    /// How many samples it has, and how many are missing that nobody wished to be without; `nil` where nobody counted.
    public var samples: Int?
    public var missing: Int?

    /// What a manifest tells of it.
    public init(_ manifest: SessionManifest) {
        self.init(
            ManifestFacts(
                format: manifest.format,
                version: manifest.version,
                identifier: manifest.identifier,
                participant: manifest.participant,
                status: manifest.status,
                endedEarly: manifest.endedEarly,
                startDate: manifest.startDate,
                endDate: manifest.endDate,
                computedFrom: manifest.origin?.ownProcessing?.session,
                files: manifest.files.map(ManifestFacts.File.init),
                documents: [manifest.taskResult, manifest.answers].compactMap { $0?.size }
            )
        )
    }

    /// What the manifest in a folder tells of it, where the journal beside it has told nothing since; `nil` where more
    /// has to be read to know.
    ///
    /// - Parameters:
    ///   - folder: The session.
    ///   - counts: Whether its samples are counted.
    init?(in folder: OpenFolder, countingSamples counts: Bool) {
        guard
            let bytes = try? FolderFile.read(
                SessionManifest.fileName,
                in: folder,
                limit: SessionManifest.sizeLimit
            ),
            let told = ManifestFacts(bytes, countingSamples: counts), told.isPossible
        else { return nil }
        if let journal = told.journal,
            JournalFile.hasMore(than: journal.size, journal.path, in: folder)
        {
            return nil
        }
        self.init(told)
    }

    private init(_ told: ManifestFacts) {
        identifier = told.identifier
        participant = told.participant
        status = told.status
        endedEarly = told.endedEarly ?? false
        (startDate, endDate) = (told.startDate, told.endDate)
        computedFrom = told.computedFrom
        files = told.files.count
        bytes = (told.files.compactMap(\.size) + told.documents).reduce(0) { $0.addingClamped($1) }
        guard told.files.allSatisfy({ $0.sensors != nil }) else { return }
        let sensors = told.files.filter(\.hasSamples).compactMap(\.sensors).joined()
        samples = sensors.reduce(0) { $0.addingClamped($1.samples) }
        missing = sensors.reduce(0) { $0.addingClamped($1.missing) }
    }

    /// How long it took, by its dates; `nil` of one that has not ended.
    public var length: Duration? { endDate.flatMap { startDate.length(until: $0) } }
}
