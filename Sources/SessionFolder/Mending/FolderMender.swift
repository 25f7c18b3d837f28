// Brings a folder whose run did not end it into the state of one that did: sample files whole, the
// manifest complete, a result that says what happened. Whoever uses it holds the folder's lock.

internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// Mends what is in one session folder.
struct FolderMender {
    let folder: String
    /// The moment of the mending.
    let now: WallInstant
    private(set) var manifest: SessionManifest
    private(set) var report: MendingReport
    /// Whether the manifest was put together from the folder's name and files alone.
    private let isRebuilt: Bool
    /// Whether what has the manifest's name, if anything, is not it.
    private let isMisplaced: Bool
    /// The file that is the manifest instead.
    private let spare: String?
    private var surveys: [String: SampleSurvey] = [:]

    init(_ folder: String, _ found: FoundManifest, now: WallInstant) {
        self.folder = folder
        self.now = now
        manifest = found.manifest
        isRebuilt = found.isRebuilt
        isMisplaced = found.note != nil
        spare = found.spare
        report = MendingReport(path: folder)
        if let note = found.note {
            report.notes.append(note)
            manifest.notes.append(note)
        }
        if isMisplaced { report.changed = true }
    }

    /// Leaves out documents that a run listed and had no time to create.
    mutating func forgetDocumentsNeverMade() {
        manifest.files.removeAll { file in
            file.layout == .document && !file.closed
                && FileSystem.kind(of: "\(folder)/\(file.path)") == .missing
        }
    }

    /// Mends the files that the manifest lists, or one of them.
    mutating func mendFiles(only name: String? = nil) {
        for index in manifest.files.indices {
            let file = manifest.files[index]
            guard name == nil || file.path == name else { continue }
            file.layout == .document ? compareDocument(file) : mend(index)
        }
        FileFacts.complete(&manifest, in: folder)
    }

    /// Takes in sample files that a run created and had no time to list.
    mutating func adoptFiles() {
        let known = Set(manifest.files.map(\.path) + manifest.recovered.compactMap(\.original))
        for name in (try? FileSystem.list(folder)) ?? [] where !known.contains(name) {
            guard let file = StrayFile.entry(name, in: folder, manifest) else { continue }
            manifest.files.append(file)
            report.notes.append("\(name): taken into the manifest, which did not list it")
            mend(manifest.files.count - 1)
        }
    }

    private mutating func mend(_ index: Int) {
        let file = manifest.files[index]
        do throws(SessionError) {
            let mended = try MendedFile.mend(file, in: folder)
            report.files.append(mended.report)
            if !mended.condition.isComplete {
                report.changed = true
                manifest.recovered.append(
                    SessionManifest.Recovery(
                        path: file.path,
                        original: mended.report.original,
                        date: DateStamp(now, manifest.timeZone),
                        recordsKept: mended.report.recordsKept,
                        bytesLost: mended.report.bytesLost,
                        message: mended.report.message
                    )
                )
            } else if file.closed, file.size != nil, file.checksum != nil {
                try compare(file)
                // One whose end an earlier repair could not tell, as the run had none yet.
                if file.endDate == nil { surveys[file.path] = survey(file) }
                return
            }
            if let layout = mended.condition.layout {
                manifest.files[index].layout = layout.manifestLayout
            }
            try fill(index)
        } catch {
            manifest.files[index].error = file.error ?? error.what
            let line = "\(file.path): \(error.what); \(error.remedy)"
            noteUnmended(line)
            if !manifest.errors.contains(line) { manifest.errors.append(line) }
        }
    }

    /// Says when a whole file is not the one that was closed; nothing can mend that.
    private mutating func compare(_ file: SessionManifest.File) throws(SessionError) {
        let digest = try FolderFile.digest("\(folder)/\(file.path)")
        if digest.size != file.size || digest.checksum != file.checksum { noteChanged(file.path) }
    }

    /// The same of a file that is only kept; one that its run had no time to end is as it lies.
    private mutating func compareDocument(_ file: SessionManifest.File) {
        do throws(SessionError) {
            try FolderFile.requirePlain("\(folder)/\(file.path)")
            if file.size != nil, file.checksum != nil { try compare(file) }
        } catch {
            noteUnmended("\(file.path): \(error.what); \(error.remedy)")
        }
    }

    private mutating func noteChanged(_ name: String) {
        noteUnmended(
            "\(name): a byte of it has changed since it was closed; restore it from a copy, no"
                + " repair can know what it said"
        )
    }

    private mutating func noteUnmended(_ line: String) {
        report.unmended += 1
        report.notes.append(line)
    }

    private mutating func fill(_ index: Int) throws(SessionError) {
        let file = manifest.files[index]
        let digest = try FolderFile.digest("\(folder)/\(file.path)")
        let survey = survey(manifest.files[index])
        surveys[file.path] = survey
        manifest.files[index].size = digest.size
        manifest.files[index].checksum = digest.checksum
        manifest.files[index].records = survey.records
        manifest.files[index].closed = true
        manifest.files[index].sensors = Self.sensors(of: file, survey)
        report.changed = true
    }

    private func survey(_ file: SessionManifest.File) -> SampleSurvey {
        SurveyedFile.read("\(folder)/\(file.path)", file).survey
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
                measuredRateInHertz: found.measuredRateInHertz
            )
        }
    }

    /// Ends the run that did not: its status, its end, its result.
    mutating func close() {
        if isRebuilt { findClocks() }
        for index in manifest.files.indices {
            guard manifest.files[index].endDate == nil,
                let last = surveys[manifest.files[index].path]?.lastUptime
            else { continue }
            manifest.files[index].endDate = ClosingTime.date(ofUptime: last, manifest)
        }
        let last = surveys.values.compactMap(\.lastUptime).max()
        manifest.endDate =
            last.flatMap { ClosingTime.date(ofUptime: $0, manifest) }
            ?? ClosingTime.ofLastReading(manifest)
        manifest.status = .interrupted
        let ended = manifest.endDate?.text ?? manifest.startDate.text
        report.notes.append("closed as interrupted; its last record is of \(ended)")
        report.changed = true
    }

    /// The folder's name tells when the run began, its records what the uptime was then.
    private mutating func findClocks() {
        let first = surveys.values.compactMap(\.firstUptime).min()
        guard let first, let uptime = BootInstant(seconds: first),
            uptime.nanoseconds.magnitude < 2_000_000_000_000_000_000
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
        try putManifestInPlace()
        SessionTemporaries.remove(from: folder)
        // A run without an end has no result yet: the closing will say in it why there is no more.
        if manifest.status != .recording { try mendResult() }
        let bytes = try manifest.encoded()
        do throws(SystemError) {
            try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
        } catch {
            throw SessionError(error, "write the manifest", where: folder)
        }
    }

    /// Gives the manifest its name, if another file has it; one of the two can be read at any moment.
    private func putManifestInPlace() throws(SessionError) {
        guard isMisplaced else { return }
        let name = SessionManifest.fileName
        if FileSystem.kind(of: "\(folder)/\(name)") != .missing {
            _ = try KeptOriginal.moveAway(name, in: folder)
        }
        guard let spare else { return }
        do throws(SystemError) {
            try FileSystem.rename("\(folder)/\(spare)", to: "\(folder)/\(name)")
        } catch {
            throw SessionError(error, "put the manifest in its place", where: folder)
        }
    }

    /// Has the result looked at even if every file is whole, when there is none that can be read;
    /// says when one that can be read is not the one that was written.
    mutating func noteResult() {
        guard manifest.status != .recording else { return }
        let name = SessionManifest.taskResultName
        let factory = RSDFactory(writingDatesIn: manifest.timeZone)
        let result = try? SessionResult.read(in: folder, factory)
        if result?.taskRunUUID != manifest.taskRunUUID {
            report.changed = true
        } else if let document = manifest.taskResult,
            let digest = try? FolderFile.digest("\(folder)/\(name)"),
            document.size != digest.size || document.checksum != digest.checksum
        {
            noteChanged(name)
        }
    }

    /// Keeps a result that can be read, and makes one where there is none.
    private mutating func mendResult() throws(SessionError) {
        let name = SessionManifest.taskResultName
        let path = "\(folder)/\(name)"
        let factory = RSDFactory(writingDatesIn: manifest.timeZone)
        if FileSystem.kind(of: path) != .missing {
            do throws(SessionError) {
                let result = try SessionResult.read(in: folder, factory)
                if result.taskRunUUID == manifest.taskRunUUID || isRebuilt {
                    if isRebuilt { manifest.taskRunUUID = result.taskRunUUID }
                    if manifest.taskResult == nil {
                        let digest = try FolderFile.digest(path)
                        manifest.taskResult = SessionManifest.Document(
                            path: name,
                            size: digest.size,
                            checksum: digest.checksum
                        )
                    }
                    return
                }
            } catch {
                report.notes.append("\(name): \(error.what)")
            }
            let kept = try KeptOriginal.moveAway(name, in: folder)
            report.notes.append("\(name): made anew from the files; the original is \(kept)")
        }
        manifest.taskResult = try SessionResult.write(
            ClosingResult.result(of: manifest),
            factory,
            into: nil,
            in: folder
        )
    }
}
