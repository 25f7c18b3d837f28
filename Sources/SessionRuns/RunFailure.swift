// Why a run could not begin, or go on: one line with what, where and how to mend it, whoever tells it.

/// Work that failed, in the words to tell it with: what, where, remedy.
public struct RunFailure: Error, Hashable, CustomStringConvertible {
    public let description: String
    /// Whether nothing is wrong, and somebody has ended it before it began.
    public let isEarlyEnd: Bool

    /// Says what stood in the way.
    public init(_ description: String, isEarlyEnd: Bool = false) {
        self.description = description
        self.isEarlyEnd = isEarlyEnd
    }
}

/// What is wrong with what was asked for and shows only once sources are opened: nothing that was recorded until then
/// is kept.
public protocol WishFault: Error {}
