// The journal is mended before all else, since it tells what else there is to mend; what a mending has done is
// told there last.

internal import SampleFile
internal import SystemCalls

extension FolderMender {
    /// Makes the journal whole, and takes in what it has told since the manifest was written.
    mutating func mendJournal() {
        guard let journal = manifest.journal else { return }
        do throws(SessionError) {
            if JournalFile.absence(of: journal.path, in: folder) != nil {
                return try noteGone(journal)
            }
            try FolderFile.requireReadable(journal.path, in: folder)
            switch try mendedJournal(journal) {
            case .some(.beyondMending): return try noteGone(journal)
            case .some(.mended(let mending)): note(mending, of: journal)
            case nil: break
            }
        } catch {
            noteUnmended("\(journal.path): \(error.what); \(error.remedy)", of: journal.path)
        }
        take(JournalReading(after: manifest, in: folder))
    }

    /// What can be done for a journal that is not whole.
    private enum JournalMending {
        case mended(Mending)
        /// No record of it is left.
        case beyondMending
    }

    /// What was mended of it, now or by a repair that was killed before it could tell; `nil` where it is whole.
    private func mendedJournal(
        _ journal: SessionManifest.Journal
    ) throws(SessionError) -> JournalMending? {
        do throws(SampleFileError) {
            let (found, original) = try SampleFileRecovery.repair(
                journal.path,
                in: folder,
                schema: JournalFile.schema,
                assuming: JournalFile.layout
            )
            if let original { return .mended(Mending(found: found, original: original)) }
            guard !JournalReading.isVouchedFor(journal, in: folder) else { return nil }
            return JournalFile.untoldMending(of: journal.path, in: folder, manifest, found)
                .map(JournalMending.mended)
        } catch {
            if error.kind == .foreign { return .beyondMending }
            throw SessionError(error)
        }
    }

    private mutating func note(_ mending: Mending, of journal: SessionManifest.Journal) {
        let found = mending.found
        let lost = max(0, journal.records - found.intactRecords)
        noteRecovered(
            MendingReport.File(
                path: journal.path,
                original: mending.original,
                recordsKept: found.intactRecords,
                bytesLost: found.lostBytes,
                // How much it was that no manifest had taken in yet, nobody can say.
                recordsLost: journal.size > 0 && lost > 0 ? lost : nil,
                message: "\(found.intactRecords) records kept; it was \(found); the original is "
                    + mending.original
            )
        )
        // It stands for what is there now.
        let digest = try? FolderFile.digest(
            journal.path,
            in: folder,
            upTo: min(journal.size, found.intactBytes)
        )
        guard let digest else { return }
        manifest.journal?.size = digest.size
        manifest.journal?.checksum = digest.checksum
        manifest.journal?.records = min(journal.records, found.intactRecords)
    }

    /// What it told since the manifest was written, if anything, nobody knows any more.
    private mutating func noteGone(_ journal: SessionManifest.Journal) throws(SessionError) {
        var original: String?
        if folder.kind(of: journal.path) != .missing {
            original = try KeptOriginal.moveAway(journal.path, in: folder)
        }
        noteRecovered(
            MendingReport.File(
                path: journal.path,
                original: original,
                recordsKept: 0,
                bytesLost: journal.size,
                recordsLost: journal.records,
                message: "it is gone; the manifest has what it had taken in"
                    + (original.map { "; what had its name is \($0)" } ?? "")
            )
        )
        manifest.journal = nil
    }

    /// Tells the journal what the mending has done, and lets the manifest stand for all of it.
    ///
    /// Where that cannot be, the manifest has it all the same, and counts what it has taken in of the journal.
    mutating func tellJournal(_ events: [SessionEvent]) {
        guard let journal = manifest.journal, isJournalRead,
            // What is another than when it was vouched for, nobody vouches for anew.
            JournalReading.isVouchedFor(journal, in: folder)
        else { return }
        do {
            var writer = try JournalWriter.goOn(in: journal, of: tenure)
            try writer.write(events.map { JournalWriter.Entry(time: nil, event: $0) })
            manifest.journal = writer.seal
            writer.close()
        } catch {
            manifest.journal?.lacksEvents = true
        }
    }
}
