// Writes what is computed beside the samples of a run once they are recorded, and says what became of it.

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
    /// Those that are written.
    private(set) var files: [RecordingOutcome.File] = []

    /// None yet, of a session.
    init(in session: OpenSession) { self.session = session }

    /// Why one could not be written, if so: the first of several.
    var error: CompanionFailure? { failure?.error }

    /// Ends what is being written, of which nothing is lost: it can be computed again.
    func abandon() { stop.abandon() }

    /// Writes one.
    func write(_ companion: FileCompanion, beside file: RecordedFile) async {
        let name = companion.name(beside: file)
        do {
            companion.noteBegun(beside: file, in: session)
            // Who finds half of it is to find also what it is.
            await session.persisted()
            let stop = stop
            // Elsewhere, so that a wish to stop is heard meanwhile.
            let writing = Task.detached { try companion.write(beside: file, until: stop) }
            guard let (place, summary) = try await writing.value else {
                session.noteNeverMade(name)
                session.note(
                    "\(file.place.relativePath): stopped before its \(companion.word) was written"
                )
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

    /// Adds what became of them to the result of the run.
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
