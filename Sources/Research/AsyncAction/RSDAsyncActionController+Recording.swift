// What an action does that records nothing: an app's own, or one that asks a server. It has no files to mark and no
// source to wait for, and need not say so.

public import Timebase

extension RSDAsyncActionController {
    public var notes: [String] { [] }

    public var notice: String? { nil }

    public var takesMarks: Bool { false }

    public func mark(_ name: String, at instant: BootInstant?) {}

    /// Puts a mark into all of its files, now.
    ///
    /// - Parameter name: What the mark says.
    public func mark(_ name: String) { mark(name, at: nil) }

    public func waitForEndOfSource() async {}
}
