// Brings the folder of a killed run into the state of one that ended: sample files whole, the manifest complete,
// and a result that says what happened. The caller owns the folder.

internal import FLACFile
internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// Repairs the files of one session folder.
struct FolderRecovery {
    let tenure: FolderTenure
    var folder: OpenFolder { tenure.folder }
    /// The date of the recovery.
    let now: WallInstant
    var manifest: SessionManifest
    var report: RecoveryReport
    /// True if the manifest was made from the folder's name and files alone.
    let isRebuilt: Bool
    /// How the manifest was found, for a user; `nil` if `manifest.json` itself could be read.
    private let misplaced: String?
    /// The temporary file that becomes the manifest; `nil` if the manifest has another source.
    private let spare: String?
    private var surveys: [String: SampleSurvey] = [:]
    /// The files that could not be repaired and are in the report.
    private var failed: Set<String> = []
    /// Files that the run had announced and not yet created when it was killed.
    private(set) var unbegun: Set<String>
    /// False if `take` has found that a part of the journal cannot be read.
    private(set) var isJournalRead = true
    /// The manifest, with the journal applied, as it was found.
    let asFound: SessionManifest
    /// The content of the journal, if the manifest vouched for it when it was found.
    private let vouchedJournal: JournalReading?
    /// The events to be written to the journal at the end.
    private var events: [SessionEvent] = []

    init(_ tenure: FolderTenure, _ found: FoundManifest, now: WallInstant) {
        self.tenure = tenure
        self.now = now
        manifest = found.manifest
        asFound = found.manifest
        unbegun = found.unbegun
        isRebuilt = found.isRebuilt
        vouchedJournal = found.journal
        spare = found.spare
        report = RecoveryReport(path: tenure.folder.path)
        misplaced = found.note
        if misplaced != nil || found.isBehind { report.changed = true }
        for line in found.corrections {
            let note = "\(SessionManifest.fileName): \(line); it is corrected"
            tell(.note(note))
            report.notes.append(note)
            report.changed = true
        }
    }

    /// Applies an event to the manifest, and keeps it for the journal.
    mutating func tell(_ event: SessionEvent) {
        manifest.apply(event)
        events.append(event)
    }

    /// Replaces the manifest by the one to which the journal's events were applied.
    mutating func take(_ reading: JournalReading) {
        manifest = reading.manifest
        unbegun = reading.unbegun
        isJournalRead = reading.problem == nil
    }

    /// Reports a repaired file, and records it in the session.
    mutating func noteRecovered(_ file: RecoveryReport.File, sealed: SessionManifest.Seal? = nil) {
        report.changed = true
        report.files.append(file)
        let recovery = SessionManifest.Recovery(
            path: file.path,
            original: file.original,
            date: LocalDate(now, manifest.timeZone),
            recordsKept: file.recordsKept,
            bytesLost: file.bytesLost,
            message: file.message,
            recordsLost: file.recordsLost,
            sealed: sealed
        )
        tell(.recovered(recovery))
    }

    /// Reports a file that could not be repaired, unless it is in the report already.
    mutating func noteUnrepaired(_ line: String, of name: String) {
        guard failed.insert(name).inserted else { return }
        report.noteUnrepaired(line)
    }

    /// Removes files from the manifest that the run had listed and never created.
    mutating func forgetNeverMade() {
        for file in manifest.files where folder.kind(of: file.path) == .missing {
            guard JournalReading.isStillToBeMade(file, among: unbegun) else { continue }
            tell(.withdrawn(file: file.path))
            report.notes.append("\(file.path): the run was killed before it made it")
            report.changed = true
        }
    }

    /// Repairs the files that the manifest lists, or one of them.
    mutating func recoverFiles(only name: String? = nil) {
        for index in manifest.files.indices {
            let file = manifest.files[index]
            guard name == nil || file.path == name, !file.isLost, !tenure.keeper.isLost else {
                continue
            }
            takeEntryFromJournal(index)
            guard manifest.files[index].layout != .document else {
                if !file.closed, file.isOurSound { endSound(index) }
                continue
            }
            repair(index)
            // The repaired file may now match its entry in the journal, which the damaged one did not.
            takeEntryFromJournal(index)
        }
        FileFacts.complete(&manifest, only: name, in: folder)
    }

    /// Adds sample files that the run had created and not yet listed.
    mutating func adoptFiles() {
        let known = Set(manifest.files.map(\.path) + manifest.recovered.compactMap(\.original))
        for name in (try? folder.list()) ?? [] where !known.contains(name) && !tenure.keeper.isLost
        {
            guard let file = StrayFile.entry(name, in: folder, manifest) else { continue }
            manifest.files.append(file)
            report.notes.append("\(name): taken into the manifest, which did not list it")
            repair(manifest.files.count - 1)
        }
    }

    /// Completes a sound file that its recorder did not close.
    private mutating func endSound(_ index: Int) {
        let name = manifest.files[index].path
        do throws(SessionError) {
            guard folder.kind(of: name) == .file else { return }
            guard let ending = try Self.ending(of: name, in: folder) else {
                return noteUnrepaired(
                    "\(name): it holds no whole block of sound, so there is nothing to repair it from; it is left as"
                        + " it is: look at it by hand, or delete it",
                    of: name
                )
            }
            let told = Set(manifest.recovered.compactMap(\.original))
            let recovery = ending.unreported(of: name, in: folder, besides: told) ?? ending
            let digest = try FolderFile.digest(name, in: folder)
            manifest.files[index].size = digest.size
            manifest.files[index].checksum = digest.checksum
            manifest.files[index].closed = true
            let end = manifest.files[index].startUptime.seconds + recovery.seconds
            if manifest.files[index].endDate == nil {
                manifest.files[index].endDate = ClosingTime.date(ofUptime: end, manifest)
            }
            report.changed = true
            if let original = recovery.original {
                noteRecovered(
                    RecoveryReport.File(
                        path: name,
                        original: original,
                        recordsKept: 0,
                        bytesLost: recovery.cut,
                        message: recovery.message
                    )
                )
            } else {
                report.notes.append("\(name): \(recovery.message)")
            }
            noteClosed(manifest.files[index])
        } catch {
            noteUnrepaired("\(name): \(error.what); \(error.remedy)", of: name)
        }
    }

    private static func ending(
        of name: String,
        in folder: OpenFolder
    ) throws(SessionError) -> FLACRecovery? {
        do throws(SystemError) {
            return try FLACRecovery.repair(name, in: folder)
        } catch {
            throw SessionError(error, "end the sound", where: folder.path(ofFile: name))
        }
    }

    private mutating func repair(_ index: Int) {
        let file = manifest.files[index]
        do throws(SessionError) {
            let repaired = try RepairedFile.repair(file, in: folder, manifest)
            if !repaired.wasDefective { report.files.append(repaired.report) }
            if repaired.wasDefective {
                noteRecovered(repaired.report, sealed: file.seal)
                // The seal of a compressed file is not kept: its repaired version has other frames. The checksums in
                // these frames reveal a changed byte instead.
                if file.seal != nil, file.compression == nil, repaired.report.recordsLost == 0 {
                    // No record is lost. Keep the seal: it shows whether any other byte has changed.
                    if file.endDate == nil { surveys[file.path] = repaired.survey ?? survey(file) }
                    return
                }
            } else if file.closed {
                // Keep the writer's own record counts and sensors of a closed file. Only the end date may be missing,
                // if an earlier repair closed this file but not the run; the survey provides it.
                if file.endDate == nil { surveys[file.path] = repaired.survey ?? survey(file) }
                return
            }
            if let layout = repaired.condition.layout {
                manifest.files[index].layout = layout.manifestLayout
            }
            try fill(index, repaired)
        } catch {
            // The manifest gets no note of this: a later repair may have the disk space that this one lacked.
            noteUnrepaired("\(file.path): \(error.what); \(error.remedy)", of: file.path)
        }
    }

    /// Restores a file's entry in the manifest from the journal, if the entry was changed and the journal is intact.
    private mutating func takeEntryFromJournal(_ index: Int) {
        let file = manifest.files[index]
        let folder = folder
        let told = vouchedJournal?.entry(insteadOf: file) { () throws(SessionError) in
            try FolderFile.digest(file.path, in: folder)
        }
        guard let told else { return }
        let note =
            "\(SessionManifest.fileName): its entry for \(file.path) had been changed, and is restored from "
            + JournalFile.fileName
        tell(told.event)
        tell(.note(note))
        report.notes.append(note)
        report.changed = true
    }

    private mutating func fill(_ index: Int, _ repaired: RepairedFile) throws(SessionError) {
        let file = manifest.files[index]
        let digest: (size: Int64, checksum: String)
        if let known = repaired.digest {
            digest = known
        } else {
            digest = try FolderFile.digest(file.path, in: folder)
        }
        let survey = repaired.survey ?? survey(manifest.files[index])
        surveys[file.path] = survey
        manifest.files[index].size = digest.size
        manifest.files[index].checksum = digest.checksum
        manifest.files[index].records = survey.records
        manifest.files[index].closed = true
        manifest.files[index].sensors = Self.sensors(of: file, survey)
        report.changed = true
        noteClosed(manifest.files[index])
    }

    private mutating func noteClosed(_ file: SessionManifest.File) {
        events.append(.closed(file, file.device.map { manifest.devices[$0] }))
    }

    private func survey(_ file: SessionManifest.File) -> SampleSurvey {
        SurveyedFile.read(file, in: folder).survey
    }

    /// Returns the samples and losses of each sensor in the file, with facts that only the manifest has.
    static func sensors(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [SessionManifest.Sensor] {
        let said = file.sensors
        let order = said.map(\.sensorType)
        let types = order + survey.sensors.keys.filter { !order.contains($0) }.sorted()
        return types.map { type in
            let found = survey.sensors[type] ?? SampleSurvey.Sensor()
            let known = said.first { $0.sensorType == type }
            // If the file failed, its writer may have counted losses that the file has no record of.
            let counted = file.error == nil ? [:] : known?.lostByReason ?? [:]
            return SessionManifest.Sensor(
                sensorType: type,
                samples: found.samples,
                lostByReason: found.lostByReason.merging(counted, uniquingKeysWith: max),
                nominalRateInHertz: known?.nominalRateInHertz,
                measuredRateInHertz: found.measuredRateInHertz,
                meaning: known?.meaning
            )
        }
    }

    /// Closes a run that did not end: sets its status and its end date.
    mutating func close() {
        if isRebuilt { findClocks() }
        adoptAnswers()
        for index in manifest.files.indices {
            guard manifest.files[index].endDate == nil,
                let last = surveys[manifest.files[index].path]?.lastUptime
            else { continue }
            manifest.files[index].endDate = ClosingTime.date(ofUptime: last, manifest)
        }
        let last = surveys.values.compactMap(\.lastUptime).max()
        let end =
            last.flatMap { ClosingTime.date(ofUptime: $0, manifest) }
            ?? ClosingTime.ofLastReading(manifest)
        for file in manifest.files { noteClosed(file) }
        report.changed = true
        if isRebuilt, closeByResult() { return }
        tell(.interrupted(end))
        report.notes.append("closed as interrupted; its last record is of \(end.text)")
    }

    /// Sets the clock readings of a rebuilt manifest: the folder's name has the start date, the first record the
    /// uptime.
    private mutating func findClocks() {
        let first = surveys.values.compactMap(\.firstUptime).min()
        guard let first, let uptime = BootInstant(seconds: first),
            uptime.nanoseconds.magnitude < 4_600_000_000_000_000_000
        else { return }
        manifest.startUptime = uptime
        manifest.clocks = [
            ClockReading(
                realtime: manifest.startDate.instant,
                monotonicNanoseconds: uptime.nanoseconds,
                boottime: uptime
            )
        ]
        for index in manifest.files.indices { manifest.files[index].startUptime = uptime }
    }

    /// Writes the task result, the journal and the manifest if the recovery changed anything.
    ///
    /// First frees the disk space that the crashed session had reserved.
    mutating func save() throws(SessionError) {
        guard report.changed else { return }
        // If this machine was suspended while it read the files, another one may have taken over the session.
        guard !tenure.keeper.isLost else {
            throw SessionError(
                "another machine took it over meanwhile",
                where: folder.path,
                remedy: "see there what has become of it"
            )
        }
        try putManifestInPlace()
        SessionTemporaries.remove(from: folder)
        // A run without an end has no result yet; closing it will make one that says why there is no more.
        if manifest.status != .recording { try recoverResult() }
        tellJournal(events)
        let bytes = try manifest.encoded()
        do throws(SystemError) {
            try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
        } catch {
            throw SessionError(error, "write the manifest", where: folder.path)
        }
    }

    /// Puts the manifest in its place if it was found elsewhere.
    ///
    /// A kill at any moment leaves either `manifest.json` or the temporary file readable.
    private mutating func putManifestInPlace() throws(SessionError) {
        guard var note = misplaced else { return }
        let name = SessionManifest.fileName
        if folder.kind(of: name) != .missing {
            note += "; the original is \(try KeptOriginal.moveAway(name, in: folder))"
        }
        report.notes.insert(note, at: 0)
        manifest.notes.append(note)
        if isRebuilt {
            noteRecovered(
                RecoveryReport.File(
                    path: name,
                    recordsKept: 0,
                    bytesLost: 0,
                    recordsLost: 1,
                    message:
                        "it was lost, and the journal with it: devices, rates, placements, origin and notes "
                        + "of the recording are lost, and it is unknown "
                        + (manifest.status == .finished
                            ? "whether its run was cancelled" : "how its run ended")
                )
            )
        }
        guard let spare else { return }
        do throws(SystemError) {
            try folder.rename(spare, to: name)
        } catch {
            throw SessionError(error, "put the manifest in its place", where: folder.path)
        }
    }

    /// Checks the repaired session, and reports all remaining damage as not repaired.
    mutating func judge(only name: String? = nil) throws(SessionError) {
        let check = try SessionCheck(of: folder, called: folder.path, only: name, isLive: false)
        for finding in check.findings where finding.severity == .damage {
            // One line for each file is enough.
            guard failed.insert(finding.file ?? "").inserted else { continue }
            let line = [
                finding.file.map { "\($0): \(finding.what)" } ?? finding.what, finding.remedy,
            ]
            report.noteUnrepaired(line.compactMap { $0 }.joined(separator: "; "))
        }
    }
}
