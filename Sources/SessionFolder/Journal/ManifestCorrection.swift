// A manifest is what the events of its journal come to. Where the journal is the very one that it vouches for, and
// has all that it tells, whatever it tells of the run otherwise somebody has changed since.

internal import FoundationEssentials
internal import SystemCalls

/// What a manifest has to tell, by its journal.
struct ManifestCorrection {
    /// The manifest with what the journal tells.
    private(set) var manifest: SessionManifest
    /// All that the journal tells, where it can be believed against the manifest.
    let journal: JournalReading?
    /// What it told otherwise, a line each.
    private(set) var lines: [String] = []

    /// Compares a manifest with its journal, all of which is read for it.
    init(of manifest: SessionManifest, in folder: OpenFolder) {
        self.manifest = manifest
        journal = JournalReading.vouchedFor(by: manifest, in: folder)
        guard manifest.journal?.lacksEvents != true, let told = journal?.manifest else { return }
        if manifest.identifier != told.identifier {
            self.manifest.identifier = told.identifier
            note("the identifier", told.identifier.debugDescription)
        }
        if manifest.taskRunUUID != told.taskRunUUID {
            self.manifest.taskRunUUID = told.taskRunUUID
            note("the run's UUID", told.taskRunUUID.uuidString)
        }
        if manifest.participant != told.participant {
            self.manifest.participant = told.participant
            note("whose it is", told.participant?.statement ?? "nobody's that was told")
        }
        if manifest.status != told.status {
            self.manifest.status = told.status
            self.manifest.endDate = told.endDate
            self.manifest.endedEarly = told.endedEarly
            self.manifest.reminder = told.reminder
            self.manifest.interruptions = told.interruptions
            note("how the run stands", told.status.rawValue)
        }
        if manifest.answers == nil, let answers = told.answers {
            self.manifest.answers = answers
            note("the answers", answers.path)
        }
        for file in told.files where !manifest.files.contains(where: { $0.path == file.path }) {
            self.manifest.apply(.closed(file, file.device.map { told.devices[$0] }))
            note("a file", file.path)
        }
    }

    private mutating func note(_ what: String, _ told: String) {
        lines.append(
            "what it tells of \(what) has been changed: by \(JournalFile.fileName) it is \(told)"
        )
    }
}
