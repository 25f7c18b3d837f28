// Stores what a host's tasks track from run to run. `TrackedData` of TaskEngine stores answers and cohorts without any
// of this. The protocol is for a lab that has its own store, and tasks that decide what to put into it.

/// A store for what tasks track from run to run.
///
/// The run calls it on the main thread and does not wait: keep the data in memory, and write it elsewhere later.
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
