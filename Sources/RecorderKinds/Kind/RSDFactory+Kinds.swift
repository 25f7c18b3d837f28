// The call with which a host registers a kind of recorder for its task files.

public import Research

extension RSDFactory {
    /// Lets this factory read recorders of a kind from task files.
    ///
    /// - Parameter kind: The kind of recorder.
    /// - Throws: `RSDDeclaredTwice` if its type is already declared.
    public final func register(_ kind: any RecorderKind) throws(RSDDeclaredTwice) {
        try register(kind.declaration)
    }
}
