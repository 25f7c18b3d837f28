// The journal is mended before all else, since it tells what else there is to mend; what a mending has done is
// told there last.

internal import SampleFile
internal import SystemCalls

extension FolderMender {
    /// Makes the journal whole, and takes in what it has told since the manifest was written.
    mutating func mendJournal() {
        guard let journal = manifest.journal, folder.kind(of: journal.path) == .file else { return }
        do throws(SessionError) {
            let (condition, original) = try Self.mend(journal.path, in: folder)
            if !condition.isComplete {
                note(condition, of: journal, original)
            }
        } catch {
            noteUnmended("\(journal.path): \(error.what); \(error.remedy)", of: journal.path)
        }
        take(JournalReading(after: manifest, in: folder))
    }

    private static func mend(
        _ name: String,
        in folder: OpenFolder
    ) throws(SessionError) -> (SampleFileCondition, original: String?) {
        let before = Set((try? folder.list()) ?? [])
        do throws(SampleFileError) {
            let condition = try SampleFileRecovery.repair(
                name,
                in: folder,
                schema: JournalFile.schema,
                assuming: JournalFile.layout
            )
            let after = (try? folder.list()) ?? []
            let original = after.first { $0.hasPrefix("\(name).torn") && !before.contains($0) }
            return (condition, original)
        } catch {
            throw SessionError(error)
        }
    }

    private mutating func note(
        _ condition: SampleFileCondition,
        of journal: SessionManifest.Journal,
        _ original: String?
    ) {
        let lost = max(0, journal.records - condition.intactRecords)
        // What no manifest had taken in yet: how much that was, nobody can say.
        let bytesLost = max(0, condition.fileBytes - condition.intactBytes)
        noteRecovered(
            SessionManifest.Recovery(
                path: journal.path,
                original: original,
                date: DateStamp(now, manifest.timeZone),
                recordsKept: condition.intactRecords,
                bytesLost: bytesLost,
                message: "\(condition.intactRecords) records kept; it was \(condition)",
                recordsLost: journal.size > 0 && lost > 0 ? lost : nil
            )
        )
        // It stands for what is there now.
        let digest = try? FolderFile.digest(
            journal.path,
            in: folder,
            upTo: min(journal.size, condition.intactBytes)
        )
        guard let digest else { return }
        manifest.journal?.size = digest.size
        manifest.journal?.checksum = digest.checksum
        manifest.journal?.records = min(journal.records, condition.intactRecords)
    }

    /// Tells the journal what the mending has done, and lets the manifest stand for all of it.
    ///
    /// What stands in the way, the examination at the end finds.
    mutating func tellJournal(_ events: [SessionEvent]) {
        guard let journal = manifest.journal,
            // What is another than when it was vouched for, nobody vouches for anew.
            JournalReading.isVouchedFor(journal, in: folder)
        else { return }
        do {
            var writer = try JournalWriter.goOn(in: journal.path, of: folder)
            try writer.write(events.map { JournalWriter.Entry(time: nil, event: $0) })
            manifest.journal = writer.seal
            writer.close()
        } catch {
            return
        }
    }
}
