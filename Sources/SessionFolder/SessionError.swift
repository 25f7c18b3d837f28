// One error for everything that can go wrong with a session folder, because a person who reads it
// needs the same three things each time.

/// What went wrong with a session, where, and what mends it.
public struct SessionError: Error, Hashable, Sendable {
    /// What is wrong, in one line.
    public var what: String
    /// The folder or file that it is about.
    public var `where`: String
    /// What a person can do.
    public var remedy: String

    /// Says what is wrong, where, and what mends it.
    public init(_ what: String, where place: String, remedy: String) {
        self.what = what
        self.where = place
        self.remedy = remedy
    }
}

extension SessionError: CustomStringConvertible {
    public var description: String { "\(`where`): \(what); \(remedy)" }
}
