// Some sources make marks by themselves, as a key does that somebody presses. A replay has those that were made, and
// whoever expects others has to hear that there are none.

/// The configuration of a recorder whose source makes marks.
public protocol MarkMaking {
    /// The marks that its source may make.
    var sourceMarks: [SourceMark] { get }
}

/// A mark that a source makes.
public struct SourceMark: Sendable, Hashable {
    /// What it is called in files.
    public var name: String
    /// What makes it, such as the name of a key.
    public var origin: String

    public init(_ name: String, of origin: String) {
        self.name = name
        self.origin = origin
    }
}
