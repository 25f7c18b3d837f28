// A session has a result that a reader may rely on, however its run ended. Where the run's own is gone, one is made
// of what the manifest knows; what the run's steps had told besides is lost then, and that is told.

internal import FoundationEssentials
internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

extension FolderMender {
    /// Has a result made even if every file is whole, when there is none that can be read.
    mutating func requireResult() {
        let name = SessionManifest.taskResultName
        guard manifest.status != .recording, FolderFile.obstacle(at: name, in: folder) == nil else {
            return
        }
        let result = try? SessionResult.read(in: folder, factory)
        if result?.taskRunUUID != manifest.taskRunUUID
            || ClosingResult.isUntold(in: folder, manifest)
        {
            report.changed = true
        }
    }

    /// Keeps a result that can be read, and makes one where there is none.
    mutating func mendResult() throws(SessionError) {
        let name = SessionManifest.taskResultName
        if FolderFile.obstacle(at: name, in: folder) != nil { return }
        if ClosingResult.isUntold(in: folder, manifest) {
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
        // A run that never came to its end had no result of its own; one that did had written it before it told so.
        let hadEnded = [.finished, .cancelled, .failed].contains(asFound.status)
        guard said != nil || original != nil || hadEnded else { return }
        let found = original.flatMap { try? folder.open($0).size() }
        noteResultMadeAnew(reason, original, bytes: said?.size ?? found)
    }

    /// Ends a run of which only its result tells that it had come to its end.
    ///
    /// A run that was left has a result, too, and saved progress; one that failed, or was closed, has an error in it.
    ///
    /// - Returns: Whether the run is ended now.
    mutating func closeByResult() -> Bool {
        let name = SessionManifest.taskResultName
        guard folder.kind(of: SessionManifest.progressName) == .missing,
            let result = try? SessionResult.read(in: folder, factory), isRun(result),
            !(result.asyncResults ?? []).contains(where: { $0 is any RSDErrorResult })
        else { return false }
        manifest.status = .finished
        manifest.endDate = WallInstant(nearest: result.endDate)
            .map { DateStamp($0, manifest.timeZone) }
        report.notes.append("\(name): the run had written it, and so had come to its end")
        return true
    }

    /// Whether a result is that of the run, of which a folder's name has the first eight digits.
    private func isRun(_ result: RSDTaskResultObject) -> Bool {
        guard isRebuilt else { return result.taskRunUUID == manifest.taskRunUUID }
        return result.taskRunUUID.uuidString.prefix(8) == manifest.taskRunUUID.uuidString.prefix(8)
    }

    /// Takes in the answers that a run had written, and no manifest tells of.
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

    /// Whether the result that lies there is the run's.
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
        // One that a closing had made of the files is made of them again.
        let isOfSteps = manifest.status != .interrupted
        let answers = areAnswersWhole ? "; the answers are in \(SessionManifest.answersName)" : ""
        noteRecovered(
            MendingReport.File(
                path: SessionManifest.taskResultName,
                original: original,
                recordsKept: 0,
                bytesLost: isOfSteps ? bytes ?? 0 : 0,
                // How much it was nobody knows where the manifest is lost, too: something.
                recordsLost: isOfSteps ? (bytes == nil ? 1 : nil) : 0,
                message: "\(reason); made anew from the sample files"
                    + (isOfSteps ? ": what the steps had told in it is lost\(answers)" : "")
                    + (original.map { "; the original is \($0)" } ?? "")
            )
        )
    }
}
