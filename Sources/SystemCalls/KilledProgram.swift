// A program that was killed, and that the kernel holds: it waits for a disk or a device that does not answer. Nobody
// waits for it but a thread of its own, so that it does not stay among the processes when it is let go.

internal import Glibc
internal import Synchronization

/// A program that was killed, and is not gone yet.
package final class KilledProgram: Sendable {
    private let gone = Atomic(false)

    /// Whether the kernel has let it go.
    package var isGone: Bool { gone.load(ordering: .acquiring) }

    /// Has a thread wait for it.
    ///
    /// - Throws: When there is no thread for it.
    init(_ process: pid_t) throws(SystemError) {
        _ = try SystemThread.spawn(name: "child's end") { [self] in
            _ = try? ChildProgram.waitFor(process, named: nil)
            gone.store(true, ordering: .releasing)
        }
    }
}
