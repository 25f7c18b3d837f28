// A recorder whose files take marks: whoever runs a task marks all of them at one instant, without knowing
// which kinds they are.

public import Timebase

/// An async action that can put a mark with a name where it records.
@MainActor
public protocol RSDMarkedAsyncActionController: RSDAsyncActionController {
    /// Puts a mark with a name into every file, at an instant: now, unless told otherwise.
    func mark(_ name: String, at instant: BootInstant?)
}
