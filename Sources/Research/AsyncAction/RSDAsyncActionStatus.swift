// The status of an async action. The cases are in the order in which they may follow each other. A status only rises,
// so that two racing calls cannot undo each other's changes.

/// The status of an async action, in the order of its life.
public enum RSDAsyncActionStatus: Int, Sendable, Hashable, CaseIterable {
    /// Created; nothing was requested yet.
    case idle = 0
    /// Waiting for the participant's permission.
    case requestingPermission
    /// Permission granted; the action may start.
    case permissionGranted
    /// Opening its files and devices.
    case starting
    /// Recording.
    case running
    /// Stopping; samples that were taken before the stop are still being written.
    case waitingToStop
    /// Every sample is written; the files are being closed.
    case processingResults
    /// The files are closed; the device is being released.
    case stopping
    /// Ended after a stop, without an error.
    case finished
    /// Cancelled by the host; what was recorded is kept.
    ///
    /// The files may still be closing.
    case cancelled
    /// Failed with an error.
    ///
    /// The files may still be closing.
    case failed
}

extension RSDAsyncActionStatus: Comparable {
    public static func < (left: RSDAsyncActionStatus, right: RSDAsyncActionStatus) -> Bool {
        left.rawValue < right.rawValue
    }
}
