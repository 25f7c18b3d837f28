// What a check makes of what it read: rules over values, so that each can be tried without a disk.

internal import SampleFile
internal import SystemCalls

/// The rules by which a session is judged.
enum CheckRules {
    /// What repairs have left out.
    static func recovered(_ manifest: SessionManifest) -> [CheckFinding] {
        manifest.recovered.map {
            CheckFinding($0.hasLosses ? .loss : .note, file: $0.path, what: $0.message)
        }
    }

    /// How many samples of each sensor repairs have left out of a file that had been sealed.
    static func leftOut(
        of file: SessionManifest.File,
        _ manifest: SessionManifest
    ) -> [String: Int] {
        // Each later seal is what the repair before it had kept, so the first one knows of all.
        let sealed = manifest.recovered.first { $0.path == file.path && $0.sealed != nil }?.sealed
        return (sealed?.sensors ?? []).reduce(into: [:]) { leftOut, sensor in
            let left = file.sensors.first { $0.sensorType == sensor.sensorType }
            let accounted = (left?.samples ?? 0).addingClamped(left?.lost ?? 0)
            let missing = sensor.samples.addingClamped(sensor.lost) - accounted
            if missing > 0 { leftOut[sensor.sensorType] = missing }
        }
    }

    /// Whether a file's bytes are those that were written.
    static func bytes(
        of file: SessionManifest.File,
        digest: (size: Int64, checksum: String),
        isMendable: Bool
    ) -> [CheckFinding] {
        if let size = file.size, size != digest.size {
            return [
                CheckFinding(
                    .damage,
                    file: file.path,
                    byteOffset: min(size, digest.size),
                    what: "it has \(digest.size) bytes, not \(size) as when it was closed",
                    remedy: isMendable
                        ? "restore the file from a copy, or run `footfall repair`"
                        : "restore the file from a copy; no repair can know what it said"
                )
            ]
        }
        guard let checksum = file.checksum, checksum != digest.checksum else { return [] }
        guard isMendable else { return [changed(file.path)] }
        return [
            CheckFinding(
                .damage,
                file: file.path,
                what: hasChanged,
                remedy: "restore the file from a copy, or run `footfall repair`"
            )
        ]
    }

    /// Whether a file of rows has lost its last ones: it has no frame that would miss its end.
    static func isCut(_ file: SessionManifest.File, _ found: SurveyedFile, size: Int64) -> Bool {
        guard found.problem == nil, file.layout.isRows, let seal = file.seal else { return false }
        return size < seal.size && found.survey.records < seal.records
    }

    /// A file that somebody took away while it was written: what lies there, if anything, is not it.
    static func lost(_ file: SessionManifest.File) -> CheckFinding {
        let own = file.sensors.isEmpty ? "what it held is counted as lost in the file after it" : ""
        return CheckFinding(
            .loss,
            file: file.path,
            what: [file.error ?? "it was lost while it was written", own]
                .filter { !$0.isEmpty }.joined(separator: "; ")
        )
    }

    /// A sound that its run has not ended, though the run itself has ended.
    static func neverEnded(_ name: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            what: "nobody has ended it: it may be torn, and has no checksum",
            remedy: "run `footfall repair`: it ends the sound behind its last whole block"
        )
    }

    /// A journal that was cut, or of which a line is broken.
    static func broken(_ name: String, _ condition: SampleFileCondition) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            byteOffset: condition.damaged.first?.byteOffset ?? condition.intactBytes,
            what: "\(condition)",
            remedy: condition.isMendable
                ? "restore the file from a copy, or run `footfall repair`"
                : "restore the file from a copy"
        )
    }

    /// A journal that somebody has taken away, or of which nothing is left.
    static func gone(_ name: String, _ what: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            what: what,
            remedy:
                "restore the file from a copy, or run `footfall repair`: the manifest has what it"
                + " had taken in of it"
        )
    }

    /// An amendment that a kill has stopped once it was decided.
    static let halfAmended = CheckFinding(
        .damage,
        what: "an amendment was killed before all of its files were in place",
        remedy: "run `footfall repair`: it brings the amendment to its end"
    )

    /// An amendment of which nobody can say if it was decided, since something was damaged behind it.
    static let unknownAmendment = CheckFinding(
        .damage,
        file: AmendedFiles.journalName,
        what: AmendedFiles.unknown,
        remedy: AmendedFiles.remedyOfUnknown
    )

    /// An amended session whose folder is not called yet as it is to be.
    static let stillToBeRenamed = CheckFinding(
        .note,
        what: "an amendment was killed before the folder had its new name",
        remedy: "run `footfall repair`: it gives the folder that name"
    )

    /// A file that its run has listed, and had not come to.
    static func notMadeYet(_ name: String, isLive: Bool) -> CheckFinding {
        CheckFinding(
            .note,
            file: name,
            what: isLive ? "it is about to be made" : "the run was killed before it made it"
        )
    }

    /// A manifest that tells of other bytes of a file than the journal, which is right.
    static func changedEntry(of name: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: SessionManifest.fileName,
            what: "what it tells of \(name) has been changed: the file is as the journal tells",
            remedy: "run `footfall repair`: it takes from the journal what that tells of the file"
        )
    }

    private static let hasChanged =
        "a byte of it has changed since it was closed: its checksum is another"

    /// A file of which some byte changed.
    static func changed(_ name: String, isMendable: Bool = false) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            what: hasChanged,
            remedy: isMendable
                ? "run `footfall repair`: one before it was killed before it could tell what it mended"
                : "restore the file from a copy; no repair can know what it said"
        )
    }

    /// Whether a file's records are whole, in order, and as many as its manifest says.
    static func records(
        of file: SessionManifest.File,
        _ found: SurveyedFile,
        _ prospect: RepairProspect,
        isLive: Bool
    ) -> [CheckFinding] {
        var findings: [CheckFinding] = []
        if let problem = found.problem {
            // A file that is being written may be read between two bytes of a flush.
            let severity = isLive && problem.kind == .torn ? CheckFinding.Severity.note : .damage
            findings.append(
                CheckFinding(
                    severity,
                    file: file.path,
                    byteOffset: problem.byteOffset,
                    what: problem.record.map { "record \($0): \(problem.what)" } ?? problem.what,
                    remedy: prospect.remedy ?? problem.remedy
                )
            )
        }
        findings += cut(of: file, found)
        findings += order(of: file, found.survey)
        findings += losses(of: file, found.survey)
        findings += untoldLosses(of: file, found.survey)
        if found.problem == nil, file.closed { findings += counts(of: file, found.survey) }
        return findings
    }

    /// How many records a file that ends early has lost since it was closed.
    private static func cut(
        of file: SessionManifest.File,
        _ found: SurveyedFile
    ) -> [CheckFinding] {
        // Behind damage there may be more records than were read; behind a torn end there are none.
        guard found.problem?.kind == .torn, let records = file.seal?.records,
            records > found.survey.records
        else { return [] }
        let missing = records - found.survey.records
        return [
            CheckFinding(
                .loss,
                file: file.path,
                what: "\(missing) \(missing == 1 ? "record" : "records") of the \(records) that it"
                    + " had when it was closed are missing"
            )
        ]
    }

    private static func order(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [CheckFinding] {
        survey.sensors.sorted { $0.key < $1.key }.flatMap { sensorType, sensor in
            [
                (sensor.uptimeGoesBack, "`uptime` goes back"),
                (sensor.timestampGoesBack, "`timestamp` goes back"),
                (sensor.emptyGap, "a gap counts less than one sample"),
            ].compactMap { fault, what in
                fault.map {
                    let more = $0.count > 1 ? ", and \($0.count - 1) times more after it" : ""
                    return CheckFinding(
                        .damage,
                        file: file.path,
                        byteOffset: $0.byteOffset,
                        what: "record \($0.record) of \(sensorType): \(what)\(more)",
                        remedy: "leave these records out of what you compute from the file"
                    )
                }
            }
        }
    }

    private static func losses(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [CheckFinding] {
        survey.sensors.sorted { $0.key < $1.key }.flatMap { sensorType, sensor in
            sensor.lostByReason.sorted { $0.key < $1.key }.map { reason, lost in
                let estimated = sensor.estimatedReasons.contains(reason) ? "an estimated " : ""
                // Who pauses a recorder wants nothing from it: that is no loss.
                return CheckFinding(
                    reason == "paused" ? .note : .loss,
                    file: file.path,
                    what: lost == 1
                        ? "\(estimated)1 sample of \(sensorType) is missing (\(reason))"
                        : "\(estimated)\(lost) samples of \(sensorType) are missing (\(reason))"
                )
            }
        }
    }

    /// Losses that only the manifest knows: a file that failed may take no gap record either.
    static func untold(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [(sensorType: String, reason: String, count: Int)] {
        guard file.error != nil else { return [] }
        var untold: [(sensorType: String, reason: String, count: Int)] = []
        for said in file.sensors {
            let told = survey.sensors[said.sensorType]?.lostByReason ?? [:]
            for (reason, count) in said.lostByReason.sorted(by: { $0.key < $1.key }) {
                let more = count - (told[reason] ?? 0)
                if more > 0 { untold.append((said.sensorType, reason, more)) }
            }
        }
        return untold
    }

    /// What is said of them.
    static func untoldLosses(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [CheckFinding] {
        untold(of: file, survey).map {
            CheckFinding(
                $0.reason == "paused" ? .note : .loss,
                file: file.path,
                what: "\($0.count) samples of \($0.sensorType) are missing (\($0.reason)), of which"
                    + " the file could not tell"
            )
        }
    }

    private static func counts(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [CheckFinding] {
        func differs(_ what: String, _ found: Int, _ said: Int) -> CheckFinding {
            CheckFinding(
                .damage,
                file: file.path,
                what: "it has \(found) \(what), the manifest says \(said)",
                remedy: "restore the manifest or the file from a copy"
            )
        }
        var findings: [CheckFinding] = []
        if let records = file.records, records != survey.records {
            findings.append(differs("records", survey.records, records))
        }
        guard !file.sensors.isEmpty else { return findings }
        var found = survey.sensors
        for said in file.sensors {
            let sensor = found.removeValue(forKey: said.sensorType) ?? SampleSurvey.Sensor()
            if sensor.samples != said.samples {
                findings.append(
                    differs("samples of \(said.sensorType)", sensor.samples, said.samples)
                )
            }
            let reasons = Set(sensor.lostByReason.keys).union(said.lostByReason.keys)
            for reason in reasons.sorted() {
                let lost = sensor.lostByReason[reason] ?? 0
                let saidLost = said.lostByReason[reason] ?? 0
                // Of a file that failed, the manifest alone may know what came after its last record.
                guard lost != saidLost, file.error == nil || lost > saidLost else { continue }
                findings.append(
                    differs("lost samples of \(said.sensorType) (\(reason))", lost, saidLost)
                )
            }
        }
        for (sensorType, sensor) in found.sorted(by: { $0.key < $1.key }) {
            findings.append(differs("samples of \(sensorType)", sensor.samples, 0))
        }
        return findings
    }

    /// What lies in the folder and is nobody's.
    static func strays(
        among names: [String],
        _ manifest: SessionManifest,
        isLive: Bool
    ) -> [CheckFinding] {
        unknown(among: names, manifest).compactMap { name in
            // Of an owner that has just ended, or will be looked for; it says nothing of the data.
            if name == Lease.fileName { return nil }
            if SessionTemporaries.contains(name, among: names) {
                guard !isLive else { return nil }
                return CheckFinding(
                    .note,
                    file: name,
                    what: name.hasSuffix(AmendedFiles.ending)
                        ? "an amendment that was killed left it behind, and had changed nothing"
                        : "a run that died left it behind",
                    remedy: "`footfall repair` removes it"
                )
            }
            return CheckFinding(
                .note,
                file: name,
                what: "the manifest does not know it",
                remedy: "move it elsewhere if it is not the session's"
            )
        }
    }

    /// The names of what lies in a session's folder and is not listed: temporaries, and what is not the session's.
    static func unknown(among names: [String], _ manifest: SessionManifest) -> [String] {
        var known = Set(manifest.files.map(\.path)).union(documents)
        known.formUnion([manifest.answers?.path, manifest.journal?.path].compactMap { $0 })
        // A run that is killed may have written them, and not have told so yet.
        if manifest.status == .recording { known.insert(SessionManifest.answersName) }
        known.formUnion(manifest.recovered.compactMap(\.original))
        return names.filter { name in
            // The original of a manifest that was made anew.
            !known.contains(name)
                && !manifest.notes.contains { $0.hasSuffix("; the original is \(name)") }
        }
    }

    /// What every session may have, whatever it records.
    private static let documents: Set<String> = [
        SessionManifest.fileName, SessionManifest.taskResultName, SessionManifest.progressName,
    ]

    /// Whether a name is such as the files of sessions have, where no manifest lists them.
    static func mayBeOfASession(_ name: String, among names: [String]) -> Bool {
        mayBeWritten(name) || SessionTemporaries.contains(name, among: names)
    }

    /// Whether a name is that of what a session has besides its files of samples.
    static func isOfEverySession(_ name: String) -> Bool {
        documents.contains(name)
            || [SessionManifest.answersName, JournalFile.fileName].contains(name)
    }

    /// Whether a name is that of a document or a file of samples, or of what a repair has kept of one.
    static func mayBeWritten(_ name: String) -> Bool {
        documents.contains(name)
            || [".json", ".csv", ".torn"].contains {
                SampleFileCompression.plainName(of: name).hasSuffix($0)
            }
    }
}
