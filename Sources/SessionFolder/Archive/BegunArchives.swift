// Keeps the archives of a run until all of them are filled, and only then completes them. If the run cannot be
// archived, all are discarded. So a lab that sends every ZIP file it finds never sends a part of a run.

internal import Research

/// The archives that a run has begun, the outermost first.
final class BegunArchives {
    private struct Entry {
        let archive: any RSDDataArchive
        /// True if the run has put anything into it.
        ///
        /// Only then is the archive discarded: it may have been complete before the run.
        var hasTaken = false
        /// The list of its files; `nil` until it is filled.
        var metadata: RSDTaskMetadata?
    }

    private let manager: any RSDDataArchiveManager
    private var entries: [Entry] = []
    /// The first failure after which the manager continued.
    private var failure: (any Error)?

    init(for manager: any RSDDataArchiveManager) { self.manager = manager }

    func begin(_ archive: any RSDDataArchive) { entries.append(Entry(archive: archive)) }

    /// Notes that something was put into an archive.
    func noteTaken(by archive: any RSDDataArchive) { change(archive) { $0.hasTaken = true } }

    /// Notes that an archive is filled, except for the list of its files.
    func noteFilled(_ archive: any RSDDataArchive, _ metadata: RSDTaskMetadata) {
        change(archive) { $0.metadata = metadata }
    }

    /// Throws an error of an archive, unless the manager continues after it.
    func report(_ error: any Error, of archive: any RSDDataArchive) throws {
        guard manager.shouldContinueOnFail(for: archive, error: error) else { throw error }
        failure = failure ?? error
    }

    /// Completes all filled archives, and discards the others.
    ///
    /// - Returns: The completed archives, at least one.
    func completed(of run: String) throws -> [any RSDDataArchive] {
        var complete: [any RSDDataArchive] = []
        for entry in entries {
            guard let metadata = entry.metadata else {
                discard(entry)
                continue
            }
            do {
                try entry.archive.completeArchive(with: metadata)
                noteTaken(by: entry.archive)
                complete.append(entry.archive)
            } catch {
                try report(error, of: entry.archive)
                discard(entry)
            }
        }
        guard !complete.isEmpty else { throw failure ?? Self.nothing(of: run) }
        return complete
    }

    /// Discards all archives into which the run has put anything.
    func discardAll() {
        for entry in entries { discard(entry) }
    }

    private func discard(_ entry: Entry) {
        if entry.hasTaken { entry.archive.discardArchive() }
    }

    private func change(_ archive: any RSDDataArchive, _ change: (inout Entry) -> Void) {
        guard let place = entries.lastIndex(where: { $0.archive === archive }) else { return }
        change(&entries[place])
    }

    private static func nothing(of run: String) -> SessionError {
        SessionError(
            "nothing of the run is in an archive",
            where: run,
            remedy: "have the manager's `dataArchiver` return an archive for the task or a section"
        )
    }
}
