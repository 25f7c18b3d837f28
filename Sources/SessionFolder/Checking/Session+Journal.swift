// A journal that is not whole is damage to whoever checks, and a reason to change and to compute nothing: both go by
// what is found here.

internal import SampleFile
internal import SystemCalls

extension Session {
    /// What is wrong with the journal of a session that nobody writes; `nil` where it is whole, and where there is none.
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
                let untold = JournalFile.untoldMending(
                    of: journal.path,
                    in: folder,
                    manifest,
                    condition
                )
                return CheckRules.changed(journal.path, isMendable: untold != nil)
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

    /// Throws where the journal is damaged or gone: nobody is to write on in it, or to pass on what it says.
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
