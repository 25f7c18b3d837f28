// The journal has all events that led to the manifest. If the journal is intact and complete, and the manifest
// differs from it, somebody has changed the manifest since. `ManifestCorrection` corrects the facts that matter most:
// identifier, run, participant, status, answers that are missing, and files that are missing.

internal import FoundationEssentials
internal import SystemCalls

/// The differences between a manifest and its journal, and the corrected manifest.
struct ManifestCorrection {
    /// The manifest, corrected by the journal.
    private(set) var manifest: SessionManifest
    /// The content of the journal, if it may be trusted more than the manifest.
    let journal: JournalReading?
    /// The corrections, a line each.
    private(set) var lines: [String] = []

    /// Compares a manifest with its journal; reads the whole journal.
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
            note("the participant", told.participant?.statement ?? "none")
        }
        if manifest.status != told.status {
            self.manifest.status = told.status
            self.manifest.endDate = told.endDate
            self.manifest.endedEarly = told.endedEarly
            self.manifest.reminder = told.reminder
            self.manifest.interruptions = told.interruptions
            note("the status", told.status.rawValue)
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
            "\(what) was changed in it: \(JournalFile.fileName) says \(told)"
        )
    }
}
