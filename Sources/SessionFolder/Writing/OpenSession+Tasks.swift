// What a run of a task needs besides recordings: its answers in a document of their own, and a way
// back into the folder of a run that was left, or died, and is taken up again.

internal import SampleFile
internal import SystemCalls
internal import Timebase

extension OpenSession {
    /// Writes the answers of the task beside its recordings.
    ///
    /// - Parameter bytes: `answers.json` as it is to be.
    /// - Throws: `SessionError` when it cannot be written; the recordings are kept.
    public func writeAnswers(_ bytes: [UInt8]) throws(SessionError) {
        let name = SessionManifest.answersName
        do throws(SystemError) {
            try DurableDocument.write(bytes, as: name, in: folder)
        } catch {
            throw SessionError(error, "write the answers", where: path(ofFile: name))
        }
        let document = SessionManifest.Document(
            path: name,
            size: Int64(bytes.count),
            checksum: Checksum.text(of: bytes)
        )
        update { $0.answers = document }
    }

    /// What a folder has to be, to be taken up again.
    static func manifestToResume(
        of folder: OpenFolder,
        at now: ClockReading
    ) throws(SessionError) -> SessionManifest {
        let found = try Session(in: folder).manifest
        if found.status == .recording {
            // A run that died left files without an end; nobody can write on in those.
            _ = try SessionRepair.repair(folder, at: now.realtime)
        }
        var manifest = try Session(in: folder).manifest
        switch manifest.status {
        case .interrupted, .cancelled, .failed: break
        // Its end could not be written.
        case .finished where manifest.taskResult == nil: break
        case .recording, .finished:
            throw SessionError(
                "its run has come to its end (\(manifest.status.rawValue))",
                where: folder.path,
                remedy: "begin a new session"
            )
        }
        manifest.status = .recording
        manifest.endedEarly = nil
        manifest.endDate = nil
        manifest.taskResult = nil
        manifest.answers = nil
        manifest.clocks.append(now)
        manifest.notes.append("the run was left, and taken up again")
        return manifest
    }

    /// The documents of the end that has not come yet.
    static func removeEnding(from folder: OpenFolder) {
        for name in [SessionManifest.taskResultName, SessionManifest.answersName] {
            // What stays is replaced at the end.
            try? folder.remove(name)
        }
    }
}
