// Checks the journal of a session. To a check, a damaged journal is a finding; to a change or a computation, it
// is a reason to refuse. Both use this code.

internal import SampleFile
internal import SystemCalls

extension Session {
    /// The finding on the journal of a session that no process writes; `nil` if the journal is whole, or there is
    /// none.
    var findingOnJournal: CheckFinding? {
        guard let journal = manifest.journal else { return nil }
        if let what = JournalFile.absence(of: journal.path, in: folder) {
            return CheckRules.gone(journal.path, what)
        }
        do throws(SessionError) {
            try FolderFile.requirePlain(journal.path, in: folder)
            let condition: SampleFileCondition
            do throws(SampleFileError) {
                condition = try JournalFile.examine(journal.path, in: folder)
            } catch {
                // A repair moves it aside.
                if error.kind == .foreign { return CheckRules.gone(journal.path, error.what) }
                throw SessionError(error)
            }
            if !condition.isComplete { return CheckRules.broken(journal.path, condition) }
            if !JournalReading.isVouchedFor(journal, in: folder) {
                let unreported = JournalFile.unreportedRecovery(
                    of: journal.path,
                    in: folder,
                    manifest,
                    condition
                )
                return CheckRules.changed(journal.path, isRecoverable: unreported != nil)
            }
            if let problemOfJournal { throw problemOfJournal }
            return nil
        } catch {
            return CheckFinding(
                .damage,
                file: journal.path,
                what: error.what,
                remedy: error.remedy
            )
        }
    }

    /// Throws if the journal is damaged or gone, or an amendment is half done: then nothing may be appended to
    /// the journal or computed from the session.
    package func requireWholeJournal() throws(SessionError) {
        let isHalfAmended = AmendedFiles.isHalfDone(in: folder)
        guard let finding = isHalfAmended ? CheckRules.halfAmended : findingOnJournal else {
            return
        }
        throw SessionError(
            finding.what,
            where: finding.file.map(folder.path(ofFile:)) ?? path,
            remedy: finding.remedy ?? "see what `footfall check` says"
        )
    }
}
