// Brings a folder whose run did not end it into the state of one that did: sample files whole, the
// manifest complete, a result that says what happened. Whoever uses it owns the folder.

internal import FLACFile
internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// Mends what is in one session folder.
struct FolderMender {
    let tenure: FolderTenure
    var folder: OpenFolder { tenure.folder }
    /// The moment of the mending.
    let now: WallInstant
    var manifest: SessionManifest
    var report: MendingReport
    /// Whether the manifest was put together from the folder's name and files alone.
    let isRebuilt: Bool
    /// How the manifest was found, where that was not in its place: what lies there, if anything, is moved away.
    private let misplaced: String?
    /// The file that is the manifest instead.
    private let spare: String?
    private var surveys: [String: SampleSurvey] = [:]
    /// The files that a mending did not help, each told of.
    private var failed: Set<String> = []
    /// Files that were about to be made when the run died.
    private var unbegun: Set<String>
    /// Whether all that the journal tells is taken in.
    private(set) var isJournalRead = true
    /// What manifest and journal say of the session as it was found.
    let asFound: SessionManifest
    /// All that the journal tells that was vouched for then.
    private let vouchedJournal: JournalReading?
    /// What the journal is told in the end.
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
        report = MendingReport(path: tenure.folder.path)
        misplaced = found.note
        if misplaced != nil || found.isBehind { report.changed = true }
        for line in found.corrections {
            let note = "\(SessionManifest.fileName): \(line); it tells so again"
            tell(.note(note))
            report.notes.append(note)
            report.changed = true
        }
    }

    /// Takes in what a mending has found or done, and has the journal told of it.
    mutating func tell(_ event: SessionEvent) {
        manifest.apply(event)
        events.append(event)
    }

    /// Takes in what the journal has told.
    mutating func take(_ reading: JournalReading) {
        manifest = reading.manifest
        unbegun.formUnion(reading.unbegun)
        isJournalRead = reading.problem == nil
    }

    /// Takes note of a file that was mended.
    mutating func noteRecovered(_ file: MendingReport.File, sealed: SessionManifest.Seal? = nil) {
        report.changed = true
        report.files.append(file)
        let recovery = SessionManifest.Recovery(
            path: file.path,
            original: file.original,
            date: DateStamp(now, manifest.timeZone),
            recordsKept: file.recordsKept,
            bytesLost: file.bytesLost,
            message: file.message,
            recordsLost: file.recordsLost,
            sealed: sealed
        )
        tell(.recovered(recovery))
    }

    /// Takes note of a file that a mending did not help.
    mutating func noteUnmended(_ line: String, of name: String) {
        guard failed.insert(name).inserted else { return }
        report.noteUnmended(line)
    }

    /// Leaves out what a run listed and had no time to make.
    mutating func forgetNeverMade() {
        for file in manifest.files where folder.kind(of: file.path) == .missing {
            guard JournalReading.isStillToBeMade(file, among: unbegun) else { continue }
            tell(.withdrawn(file: file.path))
            report.notes.append("\(file.path): the run was killed before it made it")
            report.changed = true
        }
    }

    /// Mends the files that the manifest lists, or one of them.
    mutating func mendFiles(only name: String? = nil) {
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
            mend(index)
            // A file that was torn may be again as the journal tells, which could not be seen before.
            takeEntryFromJournal(index)
        }
        FileFacts.complete(&manifest, in: folder)
    }

    /// Takes in sample files that a run created and had no time to list.
    mutating func adoptFiles() {
        let known = Set(manifest.files.map(\.path) + manifest.recovered.compactMap(\.original))
        for name in (try? folder.list()) ?? [] where !known.contains(name) && !tenure.keeper.isLost
        {
            guard let file = StrayFile.entry(name, in: folder, manifest) else { continue }
            manifest.files.append(file)
            report.notes.append("\(name): taken into the manifest, which did not list it")
            mend(manifest.files.count - 1)
        }
    }

    /// Ends a sound that nobody has ended.
    private mutating func endSound(_ index: Int) {
        let name = manifest.files[index].path
        do throws(SessionError) {
            guard folder.kind(of: name) == .file else { return }
            guard let ending = try Self.ending(of: name, in: folder) else {
                return noteUnmended(
                    "\(name): it holds no whole block of sound, so there is nothing to mend it from; it is left as"
                        + " it is: look at it by hand, or delete it",
                    of: name
                )
            }
            let told = Set(manifest.recovered.compactMap(\.original))
            let mending = ending.untold(of: name, in: folder, besides: told) ?? ending
            let digest = try FolderFile.digest(name, in: folder)
            manifest.files[index].size = digest.size
            manifest.files[index].checksum = digest.checksum
            manifest.files[index].closed = true
            let end = manifest.files[index].startUptime.seconds + mending.seconds
            if manifest.files[index].endDate == nil {
                manifest.files[index].endDate = ClosingTime.date(ofUptime: end, manifest)
            }
            report.changed = true
            if let original = mending.original {
                noteRecovered(
                    MendingReport.File(
                        path: name,
                        original: original,
                        recordsKept: 0,
                        bytesLost: mending.cut,
                        message: mending.message
                    )
                )
            } else {
                report.notes.append("\(name): \(mending.message)")
            }
            noteClosed(manifest.files[index])
        } catch {
            noteUnmended("\(name): \(error.what); \(error.remedy)", of: name)
        }
    }

    private static func ending(
        of name: String,
        in folder: OpenFolder
    ) throws(SessionError) -> FLACMending? {
        do throws(SystemError) {
            return try FLACMending.mend(name, in: folder)
        } catch {
            throw SessionError(error, "end the sound", where: folder.path(ofFile: name))
        }
    }

    private mutating func mend(_ index: Int) {
        let file = manifest.files[index]
        do throws(SessionError) {
            let mended = try MendedFile.mend(file, in: folder, manifest)
            if !mended.isChanged { report.files.append(mended.report) }
            if mended.isChanged {
                noteRecovered(mended.report, sealed: file.seal)
                // The sums of its frames tell that of a compressed file no byte has changed besides, and what a
                // repair leaves of it has other frames.
                if file.seal != nil, file.compression == nil, mended.report.recordsLost == 0 {
                    // All is back, unless a byte has changed besides: the seal stays and tells.
                    if file.endDate == nil { surveys[file.path] = mended.survey ?? survey(file) }
                    return
                }
            } else if file.closed {
                // What its writer has vouched for, in however few words, no repair vouches for anew.
                // Its end an earlier repair could not tell, as the run had none yet.
                if file.endDate == nil { surveys[file.path] = mended.survey ?? survey(file) }
                return
            }
            if let layout = mended.condition.layout {
                manifest.files[index].layout = layout.manifestLayout
            }
            try fill(index, mended)
        } catch {
            // The manifest says nothing of it: the next repair may have the space that this one lacked.
            noteUnmended("\(file.path): \(error.what); \(error.remedy)", of: file.path)
        }
    }

    /// Has the manifest tell of a file what the journal tells, where that is to be believed.
    private mutating func takeEntryFromJournal(_ index: Int) {
        let file = manifest.files[index]
        let folder = folder
        let told = vouchedJournal?.entry(insteadOf: file) { () throws(SessionError) in
            try FolderFile.digest(file.path, in: folder)
        }
        guard let told else { return }
        let note =
            "\(SessionManifest.fileName): what it told of \(file.path) had been changed, and is taken from "
            + "\(JournalFile.fileName) again"
        tell(told.event)
        tell(.note(note))
        report.notes.append(note)
        report.changed = true
    }

    private mutating func fill(_ index: Int, _ mended: MendedFile) throws(SessionError) {
        let file = manifest.files[index]
        let digest: (size: Int64, checksum: String)
        if let known = mended.digest {
            digest = known
        } else {
            digest = try FolderFile.digest(file.path, in: folder)
        }
        let survey = mended.survey ?? survey(manifest.files[index])
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

    /// What the file has of each sensor, with what only the manifest knew.
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
            // Of a file that failed, the writer may have counted losses that the file cannot tell.
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

    /// Ends the run that did not: its status, its end, its result.
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

    /// The folder's name tells when the run began, its records what the uptime was then.
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

    /// Writes what has changed; the space that the dead run kept back is given back first.
    mutating func save() throws(SessionError) {
        guard report.changed else { return }
        // A machine may have slept while it read the files.
        guard !tenure.keeper.isLost else {
            throw SessionError(
                "another machine took it over meanwhile",
                where: folder.path,
                remedy: "see there what has become of it"
            )
        }
        try putManifestInPlace()
        SessionTemporaries.remove(from: folder)
        // A run without an end has no result yet: the closing will say in it why there is no more.
        if manifest.status != .recording { try mendResult() }
        tellJournal(events)
        let bytes = try manifest.encoded()
        do throws(SystemError) {
            try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
        } catch {
            throw SessionError(error, "write the manifest", where: folder.path)
        }
    }

    /// Gives the manifest its name, if another file has it; one of the two can be read at any moment.
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
                MendingReport.File(
                    path: name,
                    recordsKept: 0,
                    bytesLost: 0,
                    recordsLost: 1,
                    message:
                        "it was lost, and the journal with it: devices, rates, placements, origin and notes "
                        + "of the recording are known no more, nor "
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

    /// Takes what a check says of the session as it lies now for what could not be mended.
    mutating func judge(only name: String? = nil) throws(SessionError) {
        let check = try SessionCheck(of: folder, called: folder.path, only: name, isLive: false)
        for finding in check.findings where finding.severity == .damage {
            // Of one file a person needs to hear once.
            guard failed.insert(finding.file ?? "").inserted else { continue }
            let line = [
                finding.file.map { "\($0): \(finding.what)" } ?? finding.what, finding.remedy,
            ]
            report.noteUnmended(line.compactMap { $0 }.joined(separator: "; "))
        }
    }
}
