// A program that was killed, but is still blocked in the kernel, for example because a disk or device does not answer.
// A separate thread waits for it, so that it does not stay a zombie afterwards.

internal import Glibc
internal import Synchronization

/// A killed program that still exists.
package final class KilledProgram: Sendable {
    private let gone = Atomic(false)

    /// Whether it has ended.
    package var isGone: Bool { gone.load(ordering: .acquiring) }

    /// Starts a thread that waits for it.
    ///
    /// - Throws: If no thread can be started.
    init(_ process: pid_t) throws(SystemError) {
        _ = try SystemThread.spawn(name: "child's end") { [self] in
            _ = try? ChildProgram.waitFor(process, named: nil)
            gone.store(true, ordering: .releasing)
        }
    }
}
