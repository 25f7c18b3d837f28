// A file that is being written can be lost to somebody else, and no call fails. What a look at it saw is
// judged here, as a value, so that each case is tried without a disk.

public import SystemCalls

/// How a file was lost while it was written.
public enum FileLoss: Sendable, Equatable, CaseIterable {
    /// It was deleted.
    case deleted
    /// It was cut: what was written is not all in it any more.
    case shrunk
    /// Its name leads to another file.
    case replaced
    /// Its name leads to nothing, and it has another one.
    case moved
    /// Its folder was deleted, so that no other file can be made there either.
    case folderDeleted

    /// Judges what a look saw; `nil` when the file is what was written.
    ///
    /// - Parameters:
    ///   - sighting: What it saw.
    ///   - length: How many bytes were written.
    ///   - isWhole: Whether there is what was written before the last write: who cuts a file just before a
    ///     write has it grow again behind a hole, and its size tells nothing.
    ///   - knowsFiles: Whether the file system gives a file the same number at each look.
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

    /// What has happened, as a person says it.
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
