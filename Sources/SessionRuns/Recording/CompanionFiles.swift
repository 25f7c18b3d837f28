// Writes the companion files of a run after its recording, and collects their results and failures.

internal import FoundationEssentials
internal import Recording
internal import Research
internal import SessionFolder
internal import Timebase

/// The files of a run that are computed from its samples.
@MainActor
final class CompanionFiles {
    private let session: OpenSession
    private let stop = StopSignal()
    private var results: [RSDFileResultObject] = []
    private var failure: (error: CompanionFailure, word: String)?
    /// The files written so far.
    private(set) var files: [RecordingOutcome.File] = []
    /// The notes of the session on companions that were left out.
    private(set) var notes: [String] = []

    /// Starts without files, in a session.
    init(in session: OpenSession) { self.session = session }

    /// The first failure, if any.
    var error: CompanionFailure? { failure?.error }

    /// Stops the writing; nothing is lost, since companions can be computed again.
    func abandon() { stop.abandon() }

    /// Writes one companion.
    func write(_ companion: FileCompanion, beside file: RecordedFile) async {
        let name = companion.name(beside: file)
        do {
            companion.noteBegun(beside: file, in: session)
            // The manifest on the disk has to name the file before a crash can leave half of it.
            await session.persisted()
            let stop = stop
            // Off the main actor, so that stop requests are handled meanwhile.
            let writing = Task.detached { try companion.write(beside: file, until: stop) }
            guard let (place, summary) = try await writing.value else {
                session.noteNeverMade(name)
                leaveOut(companion, beside: file, hasFailed: false)
                return
            }
            let result = companion.noteWritten(place, summary, beside: file, in: session)
            results.append(result)
            files.append(RecordingOutcome.File(place, summary, result.identifier))
        } catch {
            session.noteNeverMade(name)
            let first = CompanionFailure(of: companion, beside: file.place.path, error)
            failure = failure ?? (first, companion.word)
        }
    }

    /// Notes that a companion is not written.
    ///
    /// - Parameters:
    ///   - companion: The companion.
    ///   - file: The file of samples.
    ///   - hasFailed: True if the recording has failed; false if a stop request does not wait for the companion.
    func leaveOut(_ companion: FileCompanion, beside file: RecordedFile, hasFailed: Bool) {
        let samples = file.place.relativePath
        notes.append(
            hasFailed
                ? "\(samples): its \(companion.word) was not written, because the recording failed"
                : "\(samples): stopped before its \(companion.word) was written"
        )
    }

    /// Adds their results, and the failure if any, to the result of the run.
    func attachResults(to result: inout RSDTaskResultObject) {
        for written in results { result.appendAsyncResult(with: written) }
        guard let (error, word) = failure else { return }
        result.appendAsyncResult(
            with: RSDErrorResultObject(
                identifier: "\(result.identifier)_\(word)_error",
                error: error,
                startDate: result.startDate,
                endDate: result.endDate
            )
        )
    }
}
