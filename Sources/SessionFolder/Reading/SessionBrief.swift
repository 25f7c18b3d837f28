// The few facts about a session that a list shows. A study has thousands of sessions, and decoding the rest of
// each manifest, such as devices and clock readings, would take most of the time. Nothing is validated here;
// opening the session does that.

internal import SystemCalls

/// The facts about a session that a list shows.
public struct SessionBrief: Hashable, Sendable {
    public var identifier: String
    public var participant: Participant?
    public var status: SessionManifest.Status
    /// True if its task was ended before its last step.
    public var endedEarly: Bool
    public var startDate: LocalDate
    public var endDate: LocalDate?
    /// The folder name of the session that it was computed from; `nil` if it was recorded, imported or replayed.
    public var computedFrom: String?
    /// The number of files that it lists.
    public var files: Int
    /// The total size of its files, as the manifest says; for an unfinished session, of the files in the folder.
    public var bytes: Int64
    /// The number of its samples, and of missing ones without pauses; `nil` if they were not counted.
    public var samples: Int?
    public var missing: Int?

    /// Collects the facts from a manifest.
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

    /// Reads the facts from the manifest in a folder; `nil` if more must be read, because the journal has later events
    /// or the manifest is unusual.
    ///
    /// - Parameters:
    ///   - folder: The session folder.
    ///   - counts: True to count its samples.
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

    /// Its length, from its dates; `nil` if it has not ended.
    public var length: Duration? { endDate.flatMap { startDate.length(until: $0) } }
}
