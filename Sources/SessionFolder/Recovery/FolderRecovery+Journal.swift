// The journal is repaired first, since its events name the files to repair. What the recovery did is written to
// the journal last.

internal import SampleFile
internal import SystemCalls

extension FolderRecovery {
    /// Makes the journal whole, and applies the events that the manifest did not have yet.
    mutating func recoverJournal() {
        guard let journal = manifest.journal else { return }
        do throws(SessionError) {
            if JournalFile.absence(of: journal.path, in: folder) != nil {
                return try noteGone(journal)
            }
            try FolderFile.requireReadable(journal.path, in: folder)
            switch try recoveredJournal(journal) {
            case .some(.unrecoverable): return try noteGone(journal)
            case .some(.repaired(let recovery)): note(recovery, of: journal)
            case nil: break
            }
        } catch {
            noteUnrepaired("\(journal.path): \(error.what); \(error.remedy)", of: journal.path)
        }
        take(JournalReading(after: manifest, in: folder, unbegun: unbegun))
    }

    /// The outcome of repairing a damaged journal.
    private enum JournalRecovery {
        case repaired(Recovery)
        /// The file holds no record of the journal any more.
        case unrecoverable
    }

    /// Repairs the journal.
    ///
    /// Returns what was repaired, now or by an earlier repair that was killed before it reported it; `nil` if the
    /// journal was whole.
    private func recoveredJournal(
        _ journal: SessionManifest.Journal
    ) throws(SessionError) -> JournalRecovery? {
        do throws(SampleFileError) {
            let (found, original) = try SampleFileRecovery.repair(
                journal.path,
                in: folder,
                schema: JournalFile.schema,
                assuming: JournalFile.layout
            )
            if let original { return .repaired(Recovery(found: found, original: original)) }
            guard !JournalReading.isVouchedFor(journal, in: folder) else { return nil }
            return JournalFile.unreportedRecovery(of: journal.path, in: folder, manifest, found)
                .map(JournalRecovery.repaired)
        } catch {
            if error.kind == .foreign { return .unrecoverable }
            throw SessionError(error)
        }
    }

    private mutating func note(_ recovery: Recovery, of journal: SessionManifest.Journal) {
        let found = recovery.found
        // The manifest includes the records before byte `size`. Subtract those of them that the repair left out.
        let leftOut = found.damaged.count { Self.isRecord($0) && $0.byteOffset < journal.size }
        let kept = max(0, min(journal.records - leftOut, found.intactRecords))
        let lost = journal.records - kept
        noteRecovered(
            RecoveryReport.File(
                path: journal.path,
                original: recovery.original,
                recordsKept: found.intactRecords,
                bytesLost: found.lostBytes,
                // Nothing has counted the records after `size`. If only such records can be lost, the number is
                // unknown.
                recordsLost: journal.size > 0 && lost > 0 ? lost : nil,
                message: "\(found.intactRecords) records kept; it was \(found); the original is "
                    + recovery.original
            )
        )
        // The manifest must describe the journal as it is now, without the bytes that are left out.
        guard let end = JournalFile.end(of: kept, in: journal.path, folder),
            let digest = try? FolderFile.digest(journal.path, in: folder, upTo: end)
        else { return }
        manifest.journal?.size = digest.size
        manifest.journal?.checksum = digest.checksum
        manifest.journal?.records = kept
    }

    /// True for a line that was a record and is left out; false for the opening bracket, and for a missing comma.
    private static func isRecord(_ line: SampleFileCondition.DamagedLine) -> Bool {
        line.byteOffset > 0 && line.byteCount > 0
    }

    /// Reports the journal as lost, and removes it from the manifest; moves away what has its name.
    ///
    /// Events that the manifest did not have yet are lost.
    private mutating func noteGone(_ journal: SessionManifest.Journal) throws(SessionError) {
        var original: String?
        if folder.kind(of: journal.path) != .missing {
            original = try KeptOriginal.moveAway(journal.path, in: folder)
        }
        noteRecovered(
            RecoveryReport.File(
                path: journal.path,
                original: original,
                recordsKept: 0,
                bytesLost: journal.size,
                recordsLost: journal.records,
                message: "it is gone; the manifest has what it had taken in"
                    + (original.map { "; what was in its place is now \($0)" } ?? "")
            )
        )
        manifest.journal = nil
    }

    /// Writes the events of this recovery to the journal, and renews the checksum of the journal in the manifest.
    ///
    /// If the journal cannot be written, the manifest still contains the events, and states that the journal lacks
    /// them. A journal that could not be read completely, or was changed by somebody else, is left alone.
    mutating func tellJournal(_ events: [SessionEvent]) {
        guard let journal = manifest.journal, isJournalRead,
            // A new checksum would hide that the journal was changed after the manifest was written.
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
