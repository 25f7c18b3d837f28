// The one line by which a host has its task files read a kind of recorder.

public import Research

extension RSDFactory {
    /// Has files of this factory read a kind of recorder.
    ///
    /// - Parameter kind: What is to be read.
    /// - Throws: `RSDDeclaredTwice` where its word is declared already.
    public final func register(_ kind: any RecorderKind) throws(RSDDeclaredTwice) {
        try register(kind.declaration)
    }
}
