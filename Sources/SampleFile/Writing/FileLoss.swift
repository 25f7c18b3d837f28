// Detects that somebody has removed a file that is being written, because no call fails then. The decision depends on
// values only, so that every case can be tested without a disk.

public import SystemCalls

/// How a file was lost while it was being written.
public enum FileLoss: Sendable, Equatable, CaseIterable {
    /// It was deleted.
    case deleted
    /// It was truncated: some of the written data is gone.
    case shrunk
    /// Its name now belongs to another file.
    case replaced
    /// It has another name now, and its old name does not exist.
    case moved
    /// Its folder was deleted, so no replacement can be created there.
    case folderDeleted

    /// Classifies what a check of the file found; `nil` if the file is still the one that was written.
    ///
    /// - Parameters:
    ///   - sighting: What the check found.
    ///   - length: How many bytes were written.
    ///   - isWhole: Whether the data before the last write is still there. After a truncation, the next write leaves a
    ///     hole and makes the file grow again, so its size does not show the truncation.
    ///   - knowsFiles: Whether the file system reports the same file number at each check.
    public init?(
        _ sighting: FileSighting,
        written length: Int64,
        isWhole: Bool,
        knowsFiles: Bool
    ) {
        switch sighting.name {
        case .another where knowsFiles: self = .replaced
        case .nothing where !sighting.folderExists: self = .folderDeleted
        case .nothing where sighting.links == 0: self = .deleted
        case .nothing: self = .moved
        case .itself, .another:
            guard sighting.size < length || !isWhole else { return nil }
            self = .shrunk
        }
    }

    /// What has happened, in words for a person.
    public var words: String {
        switch self {
        case .deleted: "it was deleted while it was written"
        case .shrunk: "it was cut short while it was written"
        case .replaced: "another file was put in its place while it was written"
        case .moved: "it was moved away while it was written"
        case .folderDeleted: "its folder was deleted while it was written"
        }
    }
}
