// A run as it can be put away and taken up again, by another process if need be.

public import Research

/// Where a run stood, and what there was of it.
public struct SavedProgress: Codable, Sendable {
    /// The version of the form that this code writes.
    public static let currentVersion = 1

    public var version = SavedProgress.currentVersion
    public var taskIdentifier: String
    /// The levels, their results and where they stood.
    public var path: PathSnapshot
    /// The async actions that were in use.
    public var active: [AsyncActionFleet.ActionName]
    /// The session folder that the recordings are in.
    public var session: String?
}
