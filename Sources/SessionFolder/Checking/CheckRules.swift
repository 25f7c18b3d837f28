// The rules that turn what a check has read into findings. They work on values only, so tests need no disk.

internal import SampleFile
internal import SystemCalls

/// The rules by which a session is judged.
enum CheckRules {
    /// What repairs left out.
    static func recovered(_ manifest: SessionManifest) -> [CheckFinding] {
        manifest.recovered.map {
            CheckFinding($0.hasLosses ? .loss : .note, file: $0.path, what: $0.message)
        }
    }

    /// Returns how many samples of each sensor repairs left out of a file that had been closed.
    static func leftOut(
        of file: SessionManifest.File,
        _ manifest: SessionManifest
    ) -> [String: Int] {
        // A later seal describes what an earlier repair kept, so only the first one counts everything.
        let sealed = manifest.recovered.first { $0.path == file.path && $0.sealed != nil }?.sealed
        return (sealed?.sensors ?? []).reduce(into: [:]) { leftOut, sensor in
            let left = file.sensors.first { $0.sensorType == sensor.sensorType }
            let accounted = (left?.samples ?? 0).addingClamped(left?.lost ?? 0)
            let missing = sensor.samples.addingClamped(sensor.lost) - accounted
            if missing > 0 { leftOut[sensor.sensorType] = missing }
        }
    }

    /// Checks that a file has the size and the checksum that it had when it was closed.
    static func bytes(
        of file: SessionManifest.File,
        digest: (size: Int64, checksum: String),
        isRecoverable: Bool
    ) -> [CheckFinding] {
        let remedy =
            isRecoverable
            ? "restore the file from a copy, or run `footfall repair`"
            : "\(onlyACopy); without a copy, `footfall plot` shows what can still be read"
        if let size = file.size, size != digest.size {
            return [
                CheckFinding(
                    .damage,
                    file: file.path,
                    byteOffset: min(size, digest.size),
                    what: "it has \(digest.size) bytes, not \(size) as when it was closed",
                    remedy: remedy
                )
            ]
        }
        guard let checksum = file.checksum, checksum != digest.checksum else { return [] }
        return [CheckFinding(.damage, file: file.path, what: hasChanged, remedy: remedy)]
    }

    /// True if a CSV file has lost its last rows: it has no closing bracket whose absence would show that.
    static func isCut(_ file: SessionManifest.File, _ found: SurveyedFile, size: Int64) -> Bool {
        guard found.problem == nil, file.layout.isRows, let seal = file.seal else { return false }
        return size < seal.size && found.survey.records < seal.records
    }

    /// A file that was deleted, moved or replaced while it was written: what is there now, if anything, is
    /// another file.
    static func lost(_ file: SessionManifest.File) -> CheckFinding {
        let own = file.sensors.isEmpty ? "what it held is counted as lost in the file after it" : ""
        return CheckFinding(
            .loss,
            file: file.path,
            what: [file.error ?? "it was lost while it was written", own]
                .filter { !$0.isEmpty }.joined(separator: "; ")
        )
    }

    /// A sound file that was not completed, although its run has ended.
    static func neverEnded(_ name: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            what: "its recorder never closed it: it may be torn, and has no checksum",
            remedy: "run `footfall repair`: it ends the sound behind its last whole block"
        )
    }

    /// A journal that was cut off or has a damaged line.
    static func broken(_ name: String, _ condition: SampleFileCondition) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            byteOffset: condition.damaged.first?.byteOffset ?? condition.intactBytes,
            what: "\(condition)",
            remedy: condition.isRecoverable
                ? "restore the file from a copy, or run `footfall repair`"
                : "restore the file from a copy"
        )
    }

    /// A journal that is missing, or has no record that can be read.
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

    /// An amendment that was killed after its manifest was in place, so that it must be completed.
    static let halfAmended = CheckFinding(
        .damage,
        what: "an amendment was killed before all of its files were in place",
        remedy: "run `footfall repair`: it brings the amendment to its end"
    )

    /// A killed amendment of which it is unknown whether its manifest was in place, because something was damaged
    /// since.
    static let unknownAmendment = CheckFinding(
        .damage,
        file: AmendedFiles.journalName,
        what: AmendedFiles.unknown,
        remedy: AmendedFiles.remedyOfUnknown
    )

    /// An amended session whose folder does not have its new name yet.
    static let stillToBeRenamed = CheckFinding(
        .note,
        what: "an amendment was killed before the folder had its new name",
        remedy: "run `footfall repair`: it gives the folder that name"
    )

    /// A file that the run had listed and not yet created.
    static func notMadeYet(_ name: String, isLive: Bool) -> CheckFinding {
        CheckFinding(
            .note,
            file: name,
            what: isLive ? "it is about to be made" : "the run was killed before it made it"
        )
    }

    /// The manifest's entry of a file differs from the journal's, and the file matches the journal.
    static func changedEntry(of name: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: SessionManifest.fileName,
            what: "its entry for \(name) was changed: the file matches the journal",
            remedy: "run `footfall repair`: it restores the entry from the journal"
        )
    }

    private static let hasChanged =
        "a byte of it has changed since it was closed: its checksum is another"
    private static let onlyACopy = "restore the file from a copy; no repair can know what it said"

    /// A file that was changed since it was closed.
    static func changed(_ name: String, isRecoverable: Bool = false) -> CheckFinding {
        CheckFinding(
            .damage,
            file: name,
            what: hasChanged,
            remedy: isRecoverable
                ? "run `footfall repair`: one before it was killed before it could tell what it repaired"
                : onlyACopy
        )
    }

    /// Checks that a file's records are whole, in order, and as many as the manifest says.
    static func records(
        of file: SessionManifest.File,
        _ found: SurveyedFile,
        _ prospect: RepairProspect,
        isLive: Bool
    ) -> [CheckFinding] {
        var findings: [CheckFinding] = []
        if let problem = found.problem {
            // A file that is being written may be read in the middle of a flush.
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
        findings += unreportedLosses(of: file, found.survey)
        if found.problem == nil, file.closed { findings += counts(of: file, found.survey) }
        return findings
    }

    /// Reports how many records a torn file has lost since it was closed.
    private static func cut(
        of file: SessionManifest.File,
        _ found: SurveyedFile
    ) -> [CheckFinding] {
        // After damage there may be further records that were not read; after a torn end there are none.
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
                // No samples are expected while a recorder is paused, so those are not a loss.
                return CheckFinding(
                    reason == "paused" ? .note : .loss,
                    file: file.path,
                    what: estimated + missing(lost, of: sensorType, reason)
                )
            }
        }
    }

    private static func missing(_ count: Int, of sensorType: String, _ reason: String) -> String {
        count == 1
            ? "1 sample of \(sensorType) is missing (\(reason))"
            : "\(count) samples of \(sensorType) are missing (\(reason))"
    }

    /// Returns losses that only the manifest has: after a write error, a file may lack the gap record, too.
    static func unreported(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [(sensorType: String, reason: String, count: Int)] {
        guard file.error != nil else { return [] }
        var unreported: [(sensorType: String, reason: String, count: Int)] = []
        for said in file.sensors {
            let told = survey.sensors[said.sensorType]?.lostByReason ?? [:]
            for (reason, count) in said.lostByReason.sorted(by: { $0.key < $1.key }) {
                let more = count - (told[reason] ?? 0)
                if more > 0 { unreported.append((said.sensorType, reason, more)) }
            }
        }
        return unreported
    }

    /// Returns the findings on losses that only the manifest has.
    static func unreportedLosses(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [CheckFinding] {
        unreported(of: file, survey).map {
            CheckFinding(
                $0.reason == "paused" ? .note : .loss,
                file: file.path,
                what: missing($0.count, of: $0.sensorType, $0.reason)
                    + ", of which the file could not tell"
            )
        }
    }

    private static func counts(
        of file: SessionManifest.File,
        _ survey: SampleSurvey
    ) -> [CheckFinding] {
        func differs(_ one: String, _ rest: String, _ found: Int, _ said: Int) -> CheckFinding {
            let what = found == 1 ? one : "\(one)s"
            return CheckFinding(
                .damage,
                file: file.path,
                what: "it has \(found) \(what)\(rest), the manifest says \(said)",
                remedy: "restore the manifest or the file from a copy"
            )
        }
        var findings: [CheckFinding] = []
        if let records = file.records, records != survey.records {
            findings.append(differs("record", "", survey.records, records))
        }
        guard !file.sensors.isEmpty else { return findings }
        var found = survey.sensors
        for said in file.sensors {
            let sensor = found.removeValue(forKey: said.sensorType) ?? SampleSurvey.Sensor()
            if sensor.samples != said.samples {
                findings.append(
                    differs("sample", " of \(said.sensorType)", sensor.samples, said.samples)
                )
            }
            let reasons = Set(sensor.lostByReason.keys).union(said.lostByReason.keys)
            for reason in reasons.sorted() {
                let lost = sensor.lostByReason[reason] ?? 0
                let saidLost = said.lostByReason[reason] ?? 0
                // If writing the file failed, only the manifest may count what came after its last record.
                guard lost != saidLost, file.error == nil || lost > saidLost else { continue }
                findings.append(
                    differs("lost sample", " of \(said.sensorType) (\(reason))", lost, saidLost)
                )
            }
        }
        for (sensorType, sensor) in found.sorted(by: { $0.key < $1.key }) {
            findings.append(differs("sample", " of \(sensorType)", sensor.samples, 0))
        }
        return findings
    }

    /// Reports files in the folder that do not belong to the session.
    static func strays(
        among names: [String],
        _ manifest: SessionManifest,
        isLive: Bool
    ) -> [CheckFinding] {
        unknown(among: names, manifest).compactMap { name in
            // A lease says nothing about the data; an owner of the folder removes or replaces it.
            if name == Lease.fileName { return nil }
            if SessionTemporaries.contains(name, among: names) {
                guard !isLive else { return nil }
                return CheckFinding(
                    .note,
                    file: name,
                    what: leftBehind(name),
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

    /// Says which killed process left a temporary file behind.
    static func leftBehind(_ name: String) -> String {
        name.hasSuffix(AmendedFiles.ending)
            ? "an amendment that was killed left it behind, and had changed nothing"
            : "a run that died left it behind"
    }

    /// Returns the names of unlisted files in a session's folder: temporary files, and files that are not the
    /// session's.
    static func unknown(among names: [String], _ manifest: SessionManifest) -> [String] {
        var known = Set(manifest.files.map(\.path)).union(documents)
        known.formUnion([manifest.answers?.path, manifest.journal?.path].compactMap { $0 })
        // A killed run may have written the answers and not yet listed them.
        if manifest.status == .recording { known.insert(SessionManifest.answersName) }
        known.formUnion(manifest.recovered.compactMap(\.original))
        return names.filter { name in
            // A note of this form names the original of a manifest that was rebuilt.
            !known.contains(name)
                && !manifest.notes.contains { $0.hasSuffix("; the original is \(name)") }
        }
    }

    /// The documents that every session may have, whatever it records.
    private static let documents: Set<String> = [
        SessionManifest.fileName, SessionManifest.taskResultName, SessionManifest.progressName,
    ]

    /// True if an unlisted file has a name such as a session's files have.
    static func mayBeOfASession(_ name: String, among names: [String]) -> Bool {
        mayBeWritten(name) || name.hasSuffix(".flac")
            || SessionTemporaries.contains(name, among: names)
    }

    /// True for the name of a session's own documents, as opposed to its sample files.
    static func isOfEverySession(_ name: String) -> Bool {
        documents.contains(name)
            || [SessionManifest.answersName, JournalFile.fileName].contains(name)
    }

    /// True for the name of a document, of a file of samples, or of an original kept by a repair.
    static func mayBeWritten(_ name: String) -> Bool {
        documents.contains(name) || isOfAnOriginal(name)
            || [".json", ".csv"].contains {
                SampleFileCompression.plainName(of: name).hasSuffix($0)
            }
    }

    /// True for a name that ends as a repair names originals: `.torn`, `.torn-2` and so on.
    private static func isOfAnOriginal(_ name: String) -> Bool {
        guard let ending = name.ranges(of: ".torn").last else { return false }
        let number = name[ending.upperBound...]
        return number.isEmpty || number.first == "-" && Int(number.dropFirst()) ?? 0 > 1
    }
}
