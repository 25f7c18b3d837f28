// Some sources make marks themselves, for example when the participant presses a key. A replay contains only the
// recorded marks. From `sourceMarks`, a replay can warn the user which marks will be missing.

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
