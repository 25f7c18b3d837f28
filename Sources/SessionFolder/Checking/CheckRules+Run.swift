// The findings about a run: how it ended, what it went through, and how it can continue.

internal import SystemCalls

extension CheckRules {
    /// A note if the session was recorded by a later version, whose manifest may have keys that this version
    /// ignores.
    static func version(of manifest: SessionManifest) -> [CheckFinding] {
        guard let later = manifest.laterVersion else { return [] }
        return [
            CheckFinding(
                .note,
                file: SessionManifest.fileName,
                what: later,
                remedy: "check it with the Footfall that recorded it, or a later one"
            )
        ]
    }

    /// Returns findings on how the run ended, and on its notes.
    ///
    /// - Parameters:
    ///   - manifest: The session's manifest.
    ///   - isLive: True if the run is still writing it.
    ///   - goesOnElsewhere: True if the run continued in another folder.
    /// - Returns: The findings.
    static func ending(
        of manifest: SessionManifest,
        isLive: Bool,
        goesOnElsewhere: Bool = false
    ) -> [CheckFinding] {
        let notes = manifest.notes.filter { !manifest.errors.contains($0) }
        return (goesOnElsewhere ? kills(of: manifest) : end(of: manifest, isLive: isLive))
            + notes.map { CheckFinding(.note, what: $0) }
            + (manifest.amendments ?? []).map { CheckFinding(.note, what: $0.statement) }
    }

    private static func end(of manifest: SessionManifest, isLive: Bool) -> [CheckFinding] {
        let troubles = manifest.errors.map { CheckFinding(.note, what: $0) }
        if !isLive, [.interrupted, .recording].contains(manifest.status) {
            if let file = manifest.imported { return [part(of: file)] + troubles }
            if let processed = manifest.origin?.ownProcessing {
                return [part(of: processed)] + troubles
            }
        }
        // The run continued despite these errors, but something that was asked for is missing: they count as losses.
        let failures = kills(of: manifest) + manifest.errors.map { CheckFinding(.loss, what: $0) }
        switch manifest.status {
        case .finished where manifest.endedEarly == true:
            return [
                CheckFinding(
                    .note,
                    what: "the task was ended before its last step",
                    remedy: "see the notes in the manifest for who asked for it"
                )
            ] + failures
        case .finished:
            return failures
        case .cancelled:
            return [CheckFinding(.note, what: "the run was cancelled")] + failures
        case .failed:
            return [
                CheckFinding(
                    .loss,
                    what: "the run failed; what was recorded until then is here",
                    remedy: "see the errors in the manifest for the cause"
                )
            ] + kills(of: manifest) + troubles
        case .interrupted:
            return [
                CheckFinding(
                    .loss,
                    what: "the run was interrupted; what it had not written by then is lost"
                )
            ] + kills(of: manifest) + troubles
        case .recording:
            if isLive {
                return [CheckFinding(.note, what: "a run is still writing it")] + troubles
            }
            return [
                CheckFinding(
                    .loss,
                    what: "the run ended without closing the session",
                    remedy: "the next `footfall record` into the same folder closes it, as does"
                        + " `footfall repair`"
                )
            ] + kills(of: manifest) + troubles
        }
    }

    /// The finding on a killed import: its session looks like a complete recording of fewer samples.
    private static func part(of file: SessionManifest.ImportedFile) -> CheckFinding {
        CheckFinding(
            .loss,
            what: "it is a part of \(file.name) only: its import was killed",
            remedy: "import \(file.name) again, and delete this session"
        )
    }

    /// The finding on a session whose computation from another one was killed.
    private static func part(of processed: SessionManifest.Processing) -> CheckFinding {
        CheckFinding(
            .loss,
            what: "it is a part only of what was computed of \(processed.session): its writer was "
                + "killed",
            remedy: "process \(processed.session) again, and delete this session"
        )
    }

    /// The manifest differs from its journal.
    static func changedManifest(_ what: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: SessionManifest.fileName,
            what: what,
            remedy: "run `footfall repair`: it corrects the manifest from the journal"
        )
    }

    /// Returns a finding whose remedy is not a repair, since this version must not repair a session of a later one.
    static func withoutRepair(_ finding: CheckFinding) -> CheckFinding {
        guard
            finding.remedy?.contains("footfall re") == true
                || finding.remedy?.contains("footfall run") == true
        else { return finding }
        var finding = finding
        finding.remedy = "repair it with the Footfall that recorded it, or a later one"
        return finding
    }

    /// The run lost its folder, to another machine or because something was put in place of its lease, and
    /// continued in another one.
    static func goesOn(in path: String) -> CheckFinding {
        CheckFinding(
            .note,
            what: "its run went on in \(path), because it had lost this folder"
        )
    }

    /// Losses that the replayed session had already.
    static func inherited(from origin: SessionManifest.Origin?) -> [CheckFinding] {
        (origin?.losses ?? []).map {
            CheckFinding(.loss, what: "of the session that it replays: \($0)")
        }
    }

    /// Returns a finding on how an unfinished run can continue, or why it cannot.
    ///
    /// - Parameters:
    ///   - manifest: The session's manifest; no process writes it.
    ///   - progress: The state of the run's saved progress.
    ///   - path: The session folder.
    ///   - hasResult: True if the run's own result is there.
    /// - Returns: The finding; `nil` if there is nothing to continue.
    static func resumption(
        of manifest: SessionManifest,
        _ progress: SavedProgressFile,
        at path: String,
        hasResult: Bool
    ) -> CheckFinding? {
        // A finished run has nothing to continue, unless its result could not be written.
        guard manifest.status != .finished || !hasResult else { return nil }
        let name = SessionManifest.progressName
        let loss =
            "the step in which the run stopped and its answers, if it had come to any, are lost"
        switch progress {
        case .readable:
            return CheckFinding(
                .note,
                file: name,
                what: "it has the step in which the run stopped, and its answers",
                remedy: "go on with the run by `footfall run TASK.json --continue \(path)`"
            )
        case .unreadable:
            return CheckFinding(
                .loss,
                file: name,
                what: "it cannot be read: \(loss)",
                remedy: "restore the file from a copy; the recordings are kept without it"
            )
        case .missing:
            let isKilled = [.interrupted, .recording].contains(manifest.status)
            guard manifest.savesProgress == true, isKilled else { return nil }
            return CheckFinding(
                .loss,
                file: name,
                what: "it is not there: \(loss)",
                remedy: "the recordings are kept; run the task again for its answers"
            )
        }
    }

    /// The kills after which the run continued: what was not written by then is in no file.
    private static func kills(of manifest: SessionManifest) -> [CheckFinding] {
        var dates = manifest.interruptions ?? []
        // If the session was closed after the last kill, `end(of:isLive:)` reports that one.
        if manifest.status == .interrupted, let last = dates.last, last == manifest.endDate {
            dates.removeLast()
        }
        return dates.map { date in
            CheckFinding(
                .loss,
                what:
                    "the run was killed, and taken up again; what it had not written when its last"
                    + " record was made, at \(date.text), is lost"
            )
        }
    }
}
