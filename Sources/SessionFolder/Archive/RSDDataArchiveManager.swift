// The protocol by which a host decides into which archives a run goes, and what happens to them.

public import Research

/// Decides into which archives a run goes, and sends them.
///
/// The functions that return a decision are called on a thread that may wait for a disk. `encryptAndUpload` and
/// `handleArchiveFailure` are called on the actor that called `archiveResults`.
public protocol RSDDataArchiveManager: AnyObject, Sendable {
    /// Returns whether to continue with an archive after an insert into it failed, or without it after its
    /// completion failed.
    func shouldContinueOnFail(for archive: any RSDDataArchive, error: any Error) -> Bool

    /// Returns the archive of a task, a section or a subtask.
    ///
    /// - Parameters:
    ///   - taskResult: The result of the task, section or subtask.
    ///   - scheduleIdentifier: The identifier of the run in the host's schedule; `nil` for a section or subtask.
    ///   - currentArchive: The archive of the task or section around it; `nil` for the whole task.
    /// - Returns: `currentArchive` to use that, another archive to use a separate one, or `nil` to leave it out.
    func dataArchiver(
        for taskResult: any RSDTaskResult,
        scheduleIdentifier: String?,
        currentArchive: (any RSDDataArchive)?
    ) -> (any RSDDataArchive)?

    /// Sends the archives, at least one, the outermost first; then calls `completion`.
    func encryptAndUpload(
        taskResult: any RSDTaskResult,
        dataArchives: [any RSDDataArchive],
        completion: @escaping @Sendable () -> Void
    )

    /// Handles a failure; every archive that the run had begun is discarded already.
    ///
    /// Then calls `completion`.
    func handleArchiveFailure(
        taskResult: any RSDTaskResult,
        error: any Error,
        completion: @escaping @Sendable () -> Void
    )

    /// Returns the name of an answer in `answers.json`.
    ///
    /// The default implementation returns `nil`, for the usual name.
    func answerKey(for resultIdentifier: String, with sectionIdentifier: String?) -> String?
}

extension RSDDataArchiveManager {
    public func answerKey(for resultIdentifier: String, with sectionIdentifier: String?) -> String?
    { nil }
}
