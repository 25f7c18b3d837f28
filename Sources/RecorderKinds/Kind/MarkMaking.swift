// Some sources make marks themselves, such as a key that the participant presses. A replay contains only the
// recorded marks, so a user who expects other marks must be told that there will be none.

/// The configuration of a recorder whose source makes marks.
public protocol MarkMaking {
    /// The marks that its source may make.
    var sourceMarks: [SourceMark] { get }
}

/// A mark that a source makes.
public struct SourceMark: Sendable, Hashable {
    /// The mark's name in files.
    public var name: String
    /// What makes the mark, such as the name of a key.
    public var origin: String

    public init(_ name: String, of origin: String) {
        self.name = name
        self.origin = origin
    }
}
