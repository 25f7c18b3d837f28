// A run as it can be put away and taken up again, by another process if need be.

public import FoundationEssentials
public import Research

/// Where a run stood, and what there was of it.
public struct SavedProgress: Sendable {
    /// The version of the form that this code writes.
    public static let currentVersion = 1

    /// What the run is, and where its recordings are.
    public var run: SavedRun
    /// The levels, their results and where they stood.
    public var path: PathSnapshot
}

/// A run that is kept, without what is in it.
public struct SavedRun: Codable, Sendable {
    /// The version of the form that it is written in.
    public var version = SavedProgress.currentVersion
    public var taskIdentifier: String
    /// The run, as its result has it.
    public var taskRunUUID: UUID
    /// When it was saved last.
    public var date: Date
    /// The async actions that were in use.
    public var active: [AsyncActionFleet.ActionName]
}
