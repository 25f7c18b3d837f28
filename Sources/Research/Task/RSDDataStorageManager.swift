// Where a host keeps what its tasks track. `TrackedData` of TaskEngine keeps answers and cohorts by itself; this is for
// a lab that has a store, and tasks that say what goes into it.

/// Keeps what tasks track from run to run.
///
/// It is asked on the main thread, and answers at once: it has what it keeps in memory, and writes it elsewhere.
@MainActor
public protocol RSDDataStorageManager: AnyObject {
    /// What a task has kept of its last run; `nil` if there was none.
    func previousTaskData(for taskIdentifier: String) -> (any RSDTaskData)?

    /// Keeps what a task says of a run that has come to its end.
    ///
    /// - Parameters:
    ///   - data: What is kept.
    ///   - taskResult: The result that it was made of.
    func saveTaskData(_ data: any RSDTaskData, from taskResult: (any RSDTaskResult)?)
}
