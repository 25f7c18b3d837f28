// What a check says of a run: how it ended, what it went through, and how it can go on.

internal import SystemCalls

extension CheckRules {
    /// That a later Footfall has recorded it, which may have told more than this one looks at.
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

    /// How the run ended, and what it noted meanwhile.
    ///
    /// - Parameters:
    ///   - manifest: What the session says of its run.
    ///   - isLive: Whether the run is still writing it.
    ///   - goesOnElsewhere: Whether it went on in another folder.
    /// - Returns: What to say of it.
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
        // The run went on without it: what was asked for is not there.
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

    /// An import that was killed has left what looks like a recording of less.
    private static func part(of file: SessionManifest.ImportedFile) -> CheckFinding {
        CheckFinding(
            .loss,
            what: "it is a part of \(file.name) only: its import was killed",
            remedy: "import \(file.name) again, and delete this session"
        )
    }

    /// The same of a session that was computed of another.
    private static func part(of processed: SessionManifest.Processing) -> CheckFinding {
        CheckFinding(
            .loss,
            what: "it is a part only of what was computed of \(processed.session): its writer was "
                + "killed",
            remedy: "process \(processed.session) again, and delete this session"
        )
    }

    /// A manifest that tells otherwise than its journal.
    static func changedManifest(_ what: String) -> CheckFinding {
        CheckFinding(
            .damage,
            file: SessionManifest.fileName,
            what: what,
            remedy: "run `footfall repair`: it takes from the journal what that tells"
        )
    }

    /// The same of a session that no repair of this version may write.
    static func withoutRepair(_ finding: CheckFinding) -> CheckFinding {
        guard
            finding.remedy?.contains("footfall re") == true
                || finding.remedy?.contains("footfall run") == true
        else { return finding }
        var finding = finding
        finding.remedy = "mend it with the Footfall that recorded it, or a later one"
        return finding
    }

    /// A run that lost its folder, to another machine or to somebody who put something there, goes on elsewhere.
    static func goesOn(in path: String) -> CheckFinding {
        CheckFinding(
            .note,
            what: "its run went on in \(path), since this folder was its own no more"
        )
    }

    /// What the session that this one replays lacked already.
    static func inherited(from origin: SessionManifest.Origin?) -> [CheckFinding] {
        (origin?.losses ?? []).map {
            CheckFinding(.loss, what: "of the session that it replays: \($0)")
        }
    }

    /// How a run that has not come to its end goes on, or why it cannot.
    ///
    /// - Parameters:
    ///   - manifest: What the session says of its run, which nobody is at.
    ///   - progress: What there is of the run's saved progress.
    ///   - path: The session folder.
    ///   - hasResult: Whether the run's own result lies there.
    /// - Returns: What to say of it; `nil` of a run that has nothing to go on with.
    static func resumption(
        of manifest: SessionManifest,
        _ progress: SavedProgressFile,
        at path: String,
        hasResult: Bool
    ) -> CheckFinding? {
        // The end of one may not have been written.
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

    /// Kills after which the run was taken up again: what it had not written by then is in no file.
    private static func kills(of manifest: SessionManifest) -> [CheckFinding] {
        var dates = manifest.interruptions ?? []
        // What closed a session after the last of them tells of that one.
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
