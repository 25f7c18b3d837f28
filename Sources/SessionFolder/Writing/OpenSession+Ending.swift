// Ends a session: either writes its last documents, or deletes it.

public import Research
internal import SampleFile
internal import Synchronization
internal import SystemCalls
public import Timebase

extension OpenSession {
    /// Ends the session: writes the task's result, then the manifest, and releases the folder.
    ///
    /// Tries to write each of the two even if the other one fails; throws the first error.
    ///
    /// - Parameters:
    ///   - status: how the run ended.
    ///   - reading: the clocks at its end.
    ///   - taskResult: the result of the task, or of the recorder alone.
    ///   - factory: encodes the result.
    /// - Throws: `SessionError` if something could not be written.
    public func finish(
        _ status: SessionManifest.Status,
        at reading: ClockReading,
        taskResult: any RSDTaskResult,
        factory: RSDFactory? = nil
    ) async throws(SessionError) {
        let result = FinalResult(
            value: taskResult,
            factory: factory ?? RSDFactory(writingDatesIn: manifest.timeZone)
        )
        // On the session's thread, after all earlier events: some errors are only found there.
        let failure: SessionError? = await thread.perform { [self] in
            let hasHome = settle()
            guard let (closing, entries) = close([.ended(status, reading)]) else {
                return SessionError(
                    "the session is over",
                    where: path,
                    remedy: "open another one for another run"
                )
            }
            var manifest = closing
            // Without a folder of our own there is nowhere to write the end.
            guard hasHome else {
                // The old folder belongs to another owner: do not touch it any more.
                disk.withLock { $0 = nil }
                return SessionError.takenOver(path)
            }
            return disk.withLock {
                $0.take()?.end(&manifest, entries, result.value, result.factory) ?? nil
            }
        }
        if let failure { throw failure }
    }

    /// Deletes the session and everything in it.
    ///
    /// - Throws: `SessionError` if something in the folder cannot be deleted.
    public func discard() async throws(SessionError) {
        try await thread.perform { [self] () throws(SessionError) in
            guard close([]) != nil else { return }
            guard !home.isLost else {
                disk.withLock { $0 = nil }
                throw SessionError(
                    "another machine took the session over while this one was away",
                    where: path,
                    remedy: "delete it there, if nobody needs it"
                )
            }
            try disk.withLock { disk throws(SessionError) in try disk.take()?.discard() }
        }
    }
}

/// The result, to be encoded on the session's thread.
// Results and factories belong to the main actor, which no longer changes them: the run is over.
private struct FinalResult: @unchecked Sendable {
    var value: any RSDTaskResult
    var factory: RSDFactory
}
