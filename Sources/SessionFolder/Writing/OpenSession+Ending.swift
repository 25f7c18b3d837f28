// How a session comes to its end: with its last documents on the disk, or with nothing left of it.

public import Research
internal import SampleFile
internal import Synchronization
internal import SystemCalls
public import Timebase

extension OpenSession {
    /// Ends the session: writes the task's result, then the manifest, and lets go of the folder.
    ///
    /// The result is written even if the manifest cannot be, and the other way round; the error
    /// thrown is the first.
    ///
    /// - Parameters:
    ///   - status: how the run ended.
    ///   - reading: the clocks at its end.
    ///   - taskResult: the result of the task, or of the recorder alone.
    ///   - factory: encodes the result.
    /// - Throws: `SessionError` when something could not be written.
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
        // After all that was told before, some of which is only found out there.
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
            // Without a folder that is ours there is nowhere to write its end.
            guard hasHome else {
                // What is there is another's: nothing of it is touched any more.
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
    /// - Throws: `SessionError` when something in the folder cannot be deleted.
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

/// What is encoded on the session's thread.
// Results and factories are the main actor's to make and change; here nobody changes them any more, as the run
// is over.
private struct FinalResult: @unchecked Sendable {
    var value: any RSDTaskResult
    var factory: RSDFactory
}
