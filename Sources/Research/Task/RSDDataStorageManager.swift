// Stores the data that tasks keep for their next runs. TaskEngine's `TrackedData` already stores answers and cohorts,
// without this protocol. The protocol is for a lab with its own store, and tasks that decide what to put into it.

/// A store for the data that tasks keep for their next runs.
///
/// The task's run waits for each call, on the main thread. So keep the data in memory, and write it to a disk or server
/// later.
@MainActor
public protocol RSDDataStorageManager: AnyObject {
    /// Returns what the task stored after its last run; `nil` if there is nothing.
    func previousTaskData(for taskIdentifier: String) -> (any RSDTaskData)?

    /// Stores what a task returned for a run that has ended.
    ///
    /// - Parameters:
    ///   - data: The data to store.
    ///   - taskResult: The result that the data was made from.
    func saveTaskData(_ data: any RSDTaskData, from taskResult: (any RSDTaskResult)?)
}
