// The error for a run that could not begin or go on: one line that says what is wrong, where, and how to fix it.

/// A failure as a message for the user: what, where, remedy.
public struct RunFailure: Error, Hashable, CustomStringConvertible {
    public let description: String
    /// True if nothing is wrong: the user has ended the run before it began.
    public let isEarlyEnd: Bool

    /// Makes a failure with a message.
    public init(_ description: String, isEarlyEnd: Bool = false) {
        self.description = description
        self.isEarlyEnd = isEarlyEnd
    }
}

/// An error in the user's request that shows only when sources are opened; what was recorded until then is deleted.
public protocol RequestFault: Error {}
