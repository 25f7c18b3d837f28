// A signal may end the program while an export is being written. The thread that takes the signal deletes the part that
// is not finished, and the one that writes must not make another name meanwhile: both pass here.

internal import Synchronization
internal import SystemCalls

/// Lets exports make names until they are stopped, and knows which parts are being written.
final class ExportGate: Sendable {
    private let state = Mutex(State())
    /// Is told how many bytes more of exports have been written.
    let tell: @Sendable (Int) -> Void

    private struct State {
        var isStopped = false
        var parts: [ExportPart] = []
    }

    init(telling tell: @escaping @Sendable (Int) -> Void) { self.tell = tell }

    /// Whether no name can be made any more.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Makes a name in a folder.
    ///
    /// - Throws: What `make` throws, and that it was interrupted once exports are stopped.
    func pass<Made: ~Copyable & Sendable>(
        in folder: OpenFolder,
        _ make: () throws(SystemError) -> Made
    ) throws(SystemError) -> Made {
        try state.withLock { state throws(SystemError) in
            if state.isStopped {
                throw SystemError(call: "open", path: folder.path, errno: .interrupted)
            }
            return try make()
        }
    }

    /// Begins a part.
    func begin(_ part: ExportPart) { state.withLock { $0.parts.append(part) } }

    /// Deletes what is left of a part.
    func end(_ part: ExportPart) {
        state.withLock { state in
            state.parts.removeAll { $0 == part }
            part.delete()
        }
    }

    /// Has no name made any more, and deletes what is not finished.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for part in state.parts { part.delete() }
            state.parts = []
        }
    }
}
