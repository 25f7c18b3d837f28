// Where an async action stands. The order of the cases is the order in which they may follow each
// other: a status only ever rises, so two parties that race cannot undo each other's news.

/// The status of an async action, in the order of its life.
public enum RSDAsyncActionStatus: Int, Sendable, Hashable, CaseIterable {
    /// Made, and asked for nothing yet.
    case idle = 0
    /// Waiting for the participant's permission.
    case requestingPermission
    /// Allowed to start.
    case permissionGranted
    /// Opening its files and devices.
    case starting
    /// Recording.
    case running
    /// Asked to stop; samples that were taken before are still on their way to the file.
    case waitingToStop
    /// Every sample is written; the files are being closed.
    case processingResults
    /// The files are closed; the device is being released.
    case stopping
    /// Done, and done well.
    case finished
    /// Done, because the result was no longer wanted. What was recorded stays.
    case cancelled
    /// Done, because of an error.
    case failed
}

extension RSDAsyncActionStatus: Comparable {
    public static func < (left: RSDAsyncActionStatus, right: RSDAsyncActionStatus) -> Bool {
        left.rawValue < right.rawValue
    }
}
