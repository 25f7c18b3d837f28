// A saved run, which can be resumed later and by another process.

public import FoundationEssentials
public import Research

/// The position and the results of a saved run.
public struct SavedProgress: Sendable {
    /// The format version that this code writes.
    public static let currentVersion = 1

    /// The description of the run.
    public var run: SavedRun
    /// The levels, their results and their positions.
    public var path: PathSnapshot
}

/// The description of a saved run, without its results.
public struct SavedRun: Codable, Sendable {
    /// The format version in which the run is saved.
    public var version = SavedProgress.currentVersion
    public var taskIdentifier: String
    /// The identifier of the run, as in its result.
    public var taskRunUUID: UUID
    /// When it was saved last.
    public var date: Date
    /// The async actions that were in use.
    public var active: [AsyncActionCoordinator.ActionName]
}
