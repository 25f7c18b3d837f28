// A host says into which archives a run goes, and what becomes of them.

public import Research

/// Says into which archives a run goes, and sends them.
///
/// It is asked on a thread that may wait for a disk, and told of the end on the thread of whoever asked for archives.
public protocol RSDDataArchiveManager: AnyObject, Sendable {
    /// Whether to continue with an archive after an insert into it failed, or without it after its completion did.
    func shouldContinueOnFail(for archive: any RSDDataArchive, error: any Error) -> Bool

    /// The archive of a task, a section or a subtask.
    ///
    /// - Parameters:
    ///   - taskResult: The result of the task, section or subtask.
    ///   - scheduleIdentifier: When the run was to be; `nil` for what is in a task.
    ///   - currentArchive: The archive of what is around it; `nil` for the whole task.
    /// - Returns: `currentArchive` to put it in there, another to give it one of its own, and `nil` to leave it out.
    func dataArchiver(
        for taskResult: any RSDTaskResult,
        scheduleIdentifier: String?,
        currentArchive: (any RSDDataArchive)?
    ) -> (any RSDDataArchive)?

    /// Sends the archives, the outermost first, and calls back; there is at least one.
    func encryptAndUpload(
        taskResult: any RSDTaskResult,
        dataArchives: [any RSDDataArchive],
        completion: @escaping @Sendable () -> Void
    )

    /// Takes note that there are no archives, and calls back; those that were begun are discarded.
    func handleArchiveFailure(
        taskResult: any RSDTaskResult,
        error: any Error,
        completion: @escaping @Sendable () -> Void
    )

    /// What an answer is called in `answers.json`; `nil`, unless written, for the usual name.
    func answerKey(for resultIdentifier: String, with sectionIdentifier: String?) -> String?
}

extension RSDDataArchiveManager {
    public func answerKey(for resultIdentifier: String, with sectionIdentifier: String?) -> String?
    { nil }
}
