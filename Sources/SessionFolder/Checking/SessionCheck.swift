// Checks whether a session is unchanged since it was recorded, and whether it has all samples of its sensors. A
// check changes no byte of the session.

internal import Research
internal import SampleFile
internal import SystemCalls

/// The outcome of checking a session.
public struct SessionCheck: Hashable, Sendable, Codable {
    /// The outcome in a word.
    public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        /// Every byte and every sample is there.
        case clean
        /// Every byte is there; some samples were never recorded, and are counted.
        case hasLosses
        /// Something was changed since it was written.
        case damaged
        /// Every byte is there; the run was cut short, and what it had not written is lost.
        case interrupted
        /// A run is still writing it; what is there so far is in order.
        case live

        /// The exit code of a command: 0 good, 1 damaged, 3 losses.
        public var exitCode: Int32 {
            switch self {
            case .clean, .live: 0
            case .damaged: 1
            case .hasLosses, .interrupted: 3
            }
        }
    }

    /// Statistics of one sensor in one file.
    public struct Sensor: Hashable, Sendable, Codable {
        public var file: String
        public var sensorType: String
        public var samples: Int
        public var lost: Int
        public var measuredRateInHertz: Double?
        /// How well it was recorded; absent if the file was lost, and for events that people cause, such as
        /// touches.
        public var quality: SampleQuality?
    }

    /// The session folder.
    public var session: String
    public var verdict: Verdict
    /// How the run ended; `nil` if the manifest cannot be read.
    public var status: SessionManifest.Status?
    /// True if a task was ended before its last step.
    public var endedEarly = false
    /// The errors that the run reported.
    public var errors: [String] = []
    /// The number of sample files that were read; `records` is the number of their records.
    public var files: Int
    public var records: Int
    public var sensors: [Sensor]
    /// The quality of each file of samples.
    public var fileQualities: [RecordingQuality] = []
    /// The quality of the whole recording.
    public var quality = RecordingQuality(ofAll: [])
    /// How well the files of several devices are aligned in time; absent for fewer than two devices.
    public var alignment: ClockAlignment?
    /// How well the machine's clock was synchronised; absent if the journal does not say.
    public var clock: ClockKnowledge?
    public var findings: [CheckFinding]

    /// True if a repair is the remedy for at least one of the damages that were found.
    public var isRecoverable: Bool {
        findings.contains {
            $0.severity == .damage && $0.remedy?.contains("footfall repair") == true
        }
    }

    /// Checks a session folder.
    ///
    /// If it is being repaired, waits for a minute at most.
    ///
    /// - Throws: `SessionError` if there is no session, if it cannot be reached, or if its repair takes longer;
    ///   faults of a session are findings instead.
    public init(of path: String) throws(SessionError) {
        let folder = try Session.folder(at: path)
        try self.init(of: folder, called: path, isLive: Self.isRecorded(folder))
    }

    /// True if a run is writing the session.
    ///
    /// Waits for a running repair to finish, since a half-repaired session cannot be judged.
    private static func isRecorded(_ folder: OpenFolder) throws(SessionError) -> Bool {
        let start = ContinuousClock.now
        let wakeEvent = WakeEvent()
        while FolderTenure.owned(among: [folder])[0] {
            guard FolderTenure.isOfARecovery(folder) else { return true }
            guard ContinuousClock.now - start < patienceWithRepairs else {
                throw SessionError(
                    "a repair is still at work there",
                    where: folder.path,
                    remedy: "check it again when that has ended"
                )
            }
            // Nothing signals this event: the kernel does not report that a lock is free again. So this is only a
            // pause.
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(20))
        }
        return false
    }

    private static let patienceWithRepairs = Duration.seconds(60)

    /// Checks a folder, or one file of its session.
    ///
    /// A repair judges its own outcome by this, too.
    init(
        of folder: OpenFolder,
        called path: String,
        only file: String? = nil,
        isLive: Bool
    ) throws(SessionError) {
        let name = SessionManifest.fileName
        if let error = SessionError.outOfReach(name, in: folder) { throw error }
        session = folder.path
        files = 0
        records = 0
        sensors = []
        findings = []
        verdict = .clean
        guard
            folder.kind(of: name) != .missing || CrashedSessions.looksLikeARun(folder.path)
                || folder.kind(of: JournalFile.fileName) == .file
        else {
            _ = try Session(in: folder, called: path)
            return
        }
        // Until the amendment is completed, the files are a mixture of old and new, so nothing else is checked.
        let isHalfAmended = !isLive && AmendedFiles.isHalfDone(in: folder)
        if isHalfAmended || !isLive && AmendedFiles.isUnknown(in: folder) {
            findings = [isHalfAmended ? CheckRules.halfAmended : CheckRules.unknownAmendment]
            verdict = .damaged
            judgeQuality()
            return
        }
        // If the run continued in another folder, its missing end is no loss.
        var next: String?
        do throws(SessionError) {
            var session = try Session(in: folder)
            var journal: JournalReading?
            if !isLive {
                let correction = ManifestCorrection(of: session.manifest, in: folder)
                session.manifest = correction.manifest
                journal = correction.journal
                findings += correction.lines.map(CheckRules.changedManifest)
            }
            status = session.manifest.status
            endedEarly = session.manifest.endedEarly ?? false
            errors = session.manifest.errors
            if let file {
                check(session, journal, only: file)
            } else {
                if !isLive { next = session.continuation }
                check(session, journal, isLive: isLive, goingOnIn: next)
            }
            if session.manifest.laterVersion != nil {
                findings = findings.map(CheckRules.withoutRepair)
            }
        } catch {
            findings.append(Self.manifestFinding(error, in: folder))
        }
        verdict = Self.verdict(
            of: findings,
            status: next == nil ? status : .finished,
            isLive: isLive
        )
        judgeQuality()
    }

    /// Returns the finding on an unreadable manifest, with what a repair would do.
    private static func manifestFinding(
        _ failure: SessionError,
        in folder: OpenFolder
    ) -> CheckFinding {
        var what = failure.what
        var remedy = "run `footfall repair`: it rebuilds the manifest from what there is"
        do throws(SessionError) {
            _ = try FoundManifest.find(in: folder)
        } catch {
            (what, remedy) = (error.what, error.remedy)
        }
        return CheckFinding(.damage, file: SessionManifest.fileName, what: what, remedy: remedy)
    }

    /// Returns the verdict that follows from findings and status.
    static func verdict(
        of findings: [CheckFinding],
        status: SessionManifest.Status?,
        isLive: Bool
    ) -> Verdict {
        let worst = findings.map(\.severity).max() ?? .note
        if worst == .damage { return .damaged }
        if isLive { return .live }
        switch status {
        case .recording, .interrupted: return .interrupted
        case .finished, .cancelled, .failed, nil: return worst == .loss ? .hasLosses : .clean
        }
    }

    private mutating func check(
        _ session: Session,
        _ journal: JournalReading?,
        isLive: Bool,
        goingOnIn next: String?
    ) {
        findings += CheckRules.version(of: session.manifest)
        findings += CheckRules.ending(
            of: session.manifest,
            isLive: isLive,
            goesOnElsewhere: next != nil
        )
        findings += CheckRules.inherited(from: session.manifest.origin)
        if let next { findings.append(CheckRules.goesOn(in: next)) }
        if !isLive, next == nil { checkResumption(of: session) }
        for file in session.manifest.files {
            check(file, of: session, journal, isLive: isLive)
        }
        findings += CheckRules.recovered(session.manifest)
        checkJournal(of: session, isLive: isLive)
        checkResult(of: session)
        checkAnswers(of: session)
        checkFolder(session, isLive: isLive)
        alignment = ClockAlignment(of: session)
        clock = ClockKnowledge(of: session)
        if journal?.endsAmended == true,
            AmendedName.isPending(for: session.manifest, in: session.folder)
        {
            findings.append(CheckRules.stillToBeRenamed)
        }
    }

    /// Reports how an unfinished run can continue.
    private mutating func checkResumption(of session: Session) {
        let finding = CheckRules.resumption(
            of: session.manifest,
            SavedProgressFile(in: session.folder),
            at: session.path,
            hasResult: session.hasOwnResult
        )
        if let finding { findings.append(finding) }
    }

    private mutating func check(
        _ session: Session,
        _ journal: JournalReading?,
        only name: String
    ) {
        for file in session.manifest.files where file.path == name {
            check(file, of: session, journal, isLive: false)
        }
        if name == SessionManifest.taskResultName { checkResult(of: session) }
        if name == session.manifest.answers?.path { checkAnswers(of: session) }
    }

    private mutating func check(
        _ file: SessionManifest.File,
        of session: Session,
        _ journal: JournalReading?,
        isLive: Bool
    ) {
        if file.isLost { return noteLost(file) }
        let folder = session.folder
        if session.manifest.status == .recording, folder.kind(of: file.path) == .missing,
            JournalReading.isStillToBeMade(file, among: session.unbegun)
        {
            findings.append(CheckRules.notMadeYet(file.path, isLive: isLive))
            return
        }
        var file = file
        let facts = RecorderFacts(of: file, in: session.manifest)
        var found = SurveyedFile(survey: SampleSurvey())
        var prospect = RepairProspect.nothingToDo
        do throws(SessionError) {
            try FolderFile.requirePlain(file.path, in: folder)
            let isGrowing = isLive && !file.closed
            let listed = file
            // One pass is enough for a file that has not changed since its recorder closed it.
            let whole =
                isGrowing || file.layout == .document
                ? nil : SurveyedFile.readIfWhole(file, in: folder, ranges: facts.ranges)
            var digest = whole?.digest
            if digest == nil, !isGrowing { digest = try FolderFile.digest(file.path, in: folder) }
            if let digest, let told = journal?.entry(insteadOf: file, lyingAs: { digest }) {
                if told.isRight { findings.append(CheckRules.changedEntry(of: file.path)) }
                file = told.file
            }
            if let whole, file == listed {
                found = SurveyedFile(survey: whole.survey)
            } else if file.layout != .document {
                found =
                    isGrowing
                    ? SurveyedFile.readLive(file, in: folder, ranges: facts.ranges)
                    : SurveyedFile.read(file, in: folder, ranges: facts.ranges)
                if found.problem != nil, !isGrowing {
                    prospect = RepairProspect(of: file, in: folder)
                }
            }
            if let digest {
                findings += CheckRules.bytes(
                    of: file,
                    digest: digest,
                    isRecoverable: prospect.isRecoverable
                        || CheckRules.isCut(file, found, size: digest.size)
                        || found.problem == nil && digest.size != file.size
                            && RepairedFile.unreported(
                                of: file,
                                in: folder,
                                session.manifest,
                                leaving: found.survey.records
                            ) != nil
                )
            }
        } catch {
            findings.append(
                CheckFinding(.damage, file: file.path, what: error.what, remedy: error.remedy)
            )
            return
        }
        guard file.layout != .document else {
            let hasEnded = !isLive && session.manifest.status != .recording
            if hasEnded, !file.closed, file.isOurSound {
                findings.append(CheckRules.neverEnded(file.path))
            }
            return
        }
        files += 1
        records += found.survey.records
        let unreported = CheckRules.unreported(of: file, found.survey)
        let leftOut = CheckRules.leftOut(of: file, session.manifest)
        let nothing = leftOut.mapValues { _ in SampleSurvey.Sensor() }
        let counted = found.survey.sensors.merging(nothing) { found, _ in found }
        for (sensorType, sensor) in counted.sorted(by: { $0.key < $1.key }) {
            let more = unreported.filter { $0.sensorType == sensorType }.map(\.count)
                .reduce(leftOut[sensorType] ?? 0) { $0.addingClamped($1) }
            sensors.append(
                Sensor(
                    file: file.path,
                    sensorType: sensorType,
                    samples: sensor.samples,
                    lost: sensor.lost.addingClamped(more),
                    measuredRateInHertz: sensor.measuredRateInHertz,
                    quality: SampleQuality(
                        sensor,
                        since: found.survey.firstUptime ?? 0,
                        rates: facts.rates(of: sensorType),
                        unreported: more
                    )
                )
            )
        }
        findings += CheckRules.records(of: file, found, prospect, isLive: isLive && !file.closed)
    }

    /// Reports a file that was lost while it was written, with those of its samples that no later file counts.
    private mutating func noteLost(_ file: SessionManifest.File) {
        findings.append(CheckRules.lost(file))
        for sensor in file.sensors {
            sensors.append(
                Sensor(
                    file: file.path,
                    sensorType: sensor.sensorType,
                    samples: sensor.samples,
                    lost: sensor.lost
                )
            )
        }
    }

    private mutating func checkJournal(of session: Session, isLive: Bool) {
        // While a run writes the journal, its last line may be incomplete. So check only a journal that no run writes.
        if !isLive, let finding = session.findingOnJournal { findings.append(finding) }
    }

    private mutating func checkResult(of session: Session) {
        guard session.manifest.status != .recording else { return }
        let name = SessionManifest.taskResultName
        do throws(SessionError) {
            let result = try session.taskResult()
            if result.taskRunUUID != session.manifest.taskRunUUID {
                throw SessionError(
                    "it is the result of another run",
                    where: name,
                    remedy: "restore the file from a copy"
                )
            }
            // If a repair would replace the result anyway, its checksum does not matter.
            if let document = session.manifest.taskResult,
                try !FolderFile.isUnchanged(
                    document,
                    in: session.folder,
                    limit: SessionResult.sizeLimit
                )
            {
                let isUnreported = ClosingResult.isUnreported(in: session.folder, session.manifest)
                findings.append(CheckRules.changed(name, isRecoverable: isUnreported))
            }
        } catch {
            var remedy = "restore the file from a copy, or have `footfall repair` make a new one"
            if SavedProgressFile(in: session.folder) == .readable {
                remedy =
                    "go on with the run first, which writes it, or restore the file from a copy; a new one from"
                    + " `footfall repair` has no answers"
            }
            let isReadable = FolderFile.obstacle(at: name, in: session.folder) == nil
            findings.append(
                CheckFinding(
                    .damage,
                    file: name,
                    what: error.what,
                    remedy: isReadable ? remedy : error.remedy
                )
            )
        }
    }

    private mutating func checkAnswers(of session: Session) {
        guard let document = session.manifest.answers else { return }
        do throws(SessionError) {
            let isUnchanged = try FolderFile.isUnchanged(
                document,
                in: session.folder,
                limit: SessionResult.sizeLimit
            )
            if !isUnchanged { findings.append(CheckRules.changed(document.path)) }
        } catch {
            findings.append(
                CheckFinding(
                    .damage,
                    file: document.path,
                    what: error.what,
                    remedy: "restore the file from a copy"
                        + (isResultWhole(of: session) ? "; the answers are in the result, too" : "")
                )
            )
        }
    }

    private func isResultWhole(of session: Session) -> Bool {
        guard let document = session.manifest.taskResult,
            session.manifest.status != .interrupted,
            // A result made by a repair has no answers.
            !session.manifest.recovered.contains(where: { $0.path == document.path })
        else { return false }
        let limit = SessionResult.sizeLimit
        return (try? FolderFile.isUnchanged(document, in: session.folder, limit: limit)) ?? false
    }

    private mutating func checkFolder(_ session: Session, isLive: Bool) {
        let folder = session.folder
        let names = (try? folder.list()) ?? []
        findings += CheckRules.strays(among: names, session.manifest, isLive: isLive)
        let isOpen =
            ((try? folder.permissions()) ?? 0) & 0o077 != 0
            || names.contains { name in
                ((try? folder.permissions(of: name)) ?? 0) & 0o077 != 0
                    && folder.kind(of: name) != .link
            }
        if isOpen {
            let namesParticipant = session.manifest.participant != nil
            findings.append(
                CheckFinding(
                    .note,
                    what: "others on this machine may read it"
                        + (namesParticipant ? ": it holds a participant's data" : ""),
                    remedy: (namesParticipant ? "" : "if they should not, ")
                        + "run `chmod -R go= \(session.path)`"
                )
            )
        }
    }
}
