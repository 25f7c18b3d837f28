// Defaults for actions that record nothing, such as an app's own or a request to a server. Such an action has no files
// to mark and no source to wait for, so it need not implement these members.

public import Timebase

extension RSDAsyncActionController {
    public var notes: [String] { [] }

    public var notice: String? { nil }

    public var takesMarks: Bool { false }

    public func mark(_ name: String, at instant: BootInstant?) {}

    /// Writes a mark with the current time into all of the action's files.
    ///
    /// - Parameter name: The text of the mark.
    public func mark(_ name: String) { mark(name, at: nil) }

    public func waitForEndOfSource() async {}
}
