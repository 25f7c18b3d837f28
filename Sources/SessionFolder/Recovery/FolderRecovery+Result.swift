// Every session gets a task result that a reader may rely on, however its run ended. If the run's own result is gone,
// this makes one from the manifest. What the run's steps had put into the lost result cannot be restored; the report
// says so.

internal import FoundationEssentials
internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

extension FolderRecovery {
    /// Makes `save` write a new result if no readable one exists, even if no other file needs a repair.
    mutating func requireResult() {
        let name = SessionManifest.taskResultName
        guard manifest.status != .recording, FolderFile.obstacle(at: name, in: folder) == nil else {
            return
        }
        let result = try? SessionResult.read(in: folder, factory)
        if result?.taskRunUUID != manifest.taskRunUUID
            || ClosingResult.isUnreported(in: folder, manifest)
        {
            report.changed = true
        }
    }

    /// Keeps a readable result of this run; moves away any other, and writes one made from the sample files.
    mutating func recoverResult() throws(SessionError) {
        let name = SessionManifest.taskResultName
        if FolderFile.obstacle(at: name, in: folder) != nil { return }
        if ClosingResult.isUnreported(in: folder, manifest) {
            noteResultMadeAnew(
                "a repair that was killed had found none that could be read",
                bytes: manifest.taskResult?.size
            )
            manifest.taskResult = try document(name)
            return
        }
        var reason = "it was not there"
        var original: String?
        if folder.kind(of: name) != .missing {
            do throws(SessionError) {
                if try keepsResult() { return }
                reason = "it was the result of another run"
            } catch {
                reason = error.what
            }
            original = try KeptOriginal.moveAway(name, in: folder)
        }
        let said = manifest.taskResult
        manifest.taskResult = try SessionResult.write(
            ClosingResult.result(of: manifest),
            factory,
            into: nil,
            in: folder
        )
        if let said, said == manifest.taskResult { return }
        // Report a loss only if there was a result to lose: a run that ended had written its result before its status;
        // a run that never ended had none.
        let hadEnded = [.finished, .cancelled, .failed].contains(asFound.status)
        guard said != nil || original != nil || hadEnded else { return }
        let found = original.flatMap { try? folder.open($0).size() }
        noteResultMadeAnew(reason, original, bytes: said?.size ?? found)
    }

    /// Marks a run as finished if only its result shows that it had ended.
    ///
    /// Two other kinds of runs have a result, and are not marked: a run that its participant left, which also has saved
    /// progress, and a run that failed or was closed by a recovery, whose result contains an error.
    ///
    /// - Returns: True if the run is marked as finished now.
    mutating func closeByResult() -> Bool {
        let name = SessionManifest.taskResultName
        guard folder.kind(of: SessionManifest.progressName) == .missing,
            let result = try? SessionResult.read(in: folder, factory), isRun(result),
            !(result.asyncResults ?? []).contains(where: { $0 is any RSDErrorResult })
        else { return false }
        manifest.status = .finished
        manifest.endDate = WallInstant(nearest: result.endDate)
            .map { LocalDate($0, manifest.timeZone) }
        report.notes.append("\(name): the run had written it, and so had come to its end")
        return true
    }

    /// True if a result belongs to this run.
    ///
    /// A manifest made from the folder's name knows only the first eight digits of the run's UUID.
    private func isRun(_ result: RSDTaskResultObject) -> Bool {
        guard isRebuilt else { return result.taskRunUUID == manifest.taskRunUUID }
        return result.taskRunUUID.uuidString.prefix(8) == manifest.taskRunUUID.uuidString.prefix(8)
    }

    /// Adds answers that the run had written and no manifest lists.
    mutating func adoptAnswers() {
        let name = SessionManifest.answersName
        guard manifest.answers == nil, folder.kind(of: name) == .file,
            let bytes = try? FolderFile.read(name, in: folder, limit: SessionResult.sizeLimit),
            (try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes))) != nil,
            let document = try? document(name)
        else { return }
        tell(.answers(document))
        report.notes.append("\(name): taken into the manifest, which did not list it")
    }

    private var factory: RSDFactory { RSDFactory(writingDatesIn: manifest.timeZone) }

    private func document(_ name: String) throws(SessionError) -> SessionManifest.Document {
        let digest = try FolderFile.digest(name, in: folder)
        return SessionManifest.Document(path: name, size: digest.size, checksum: digest.checksum)
    }

    /// Returns whether the result in the folder belongs to this run; if so, adds it to the manifest.
    private mutating func keepsResult() throws(SessionError) -> Bool {
        let result = try SessionResult.read(in: folder, factory)
        guard isRun(result) else { return false }
        if isRebuilt { manifest.taskRunUUID = result.taskRunUUID }
        if manifest.taskResult == nil {
            manifest.taskResult = try document(SessionManifest.taskResultName)
        }
        return true
    }

    private var areAnswersWhole: Bool {
        guard let answers = manifest.answers else { return false }
        let limit = SessionResult.sizeLimit
        return (try? FolderFile.isUnchanged(answers, in: folder, limit: limit)) ?? false
    }

    private mutating func noteResultMadeAnew(
        _ reason: String,
        _ original: String? = nil,
        bytes: Int64? = nil
    ) {
        // The result of an interrupted run was made from the files, so making it again loses nothing.
        let isOfSteps = manifest.status != .interrupted
        let answers = areAnswersWhole ? "; the answers are in \(SessionManifest.answersName)" : ""
        noteRecovered(
            RecoveryReport.File(
                path: SessionManifest.taskResultName,
                original: original,
                recordsKept: 0,
                bytesLost: isOfSteps ? bytes ?? 0 : 0,
                // If the manifest is lost, too, the size of the loss is unknown: count one record.
                recordsLost: isOfSteps ? (bytes == nil ? 1 : nil) : 0,
                message: "\(reason); rebuilt from the sample files"
                    + (isOfSteps ? ": what the steps had stored in it is lost\(answers)" : "")
                    + (original.map { "; the original is \($0)" } ?? "")
            )
        )
    }
}
