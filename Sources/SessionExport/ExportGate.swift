// Coordinates exports with a signal that ends the program. The thread that handles the signal deletes unfinished
// exports; meanwhile the writing thread must not create anything. Both use this gate.

internal import Synchronization
internal import SystemCalls

/// Lets exports create files and folders until they are stopped, and keeps a list of the unfinished ones.
final class ExportGate: Sendable {
    private let state = Mutex(State())
    /// Receives the number of bytes of each block written.
    let tell: @Sendable (Int) -> Void

    private struct State {
        var isStopped = false
        var parts: [ExportPart] = []

        func requireOpen(_ folder: OpenFolder) throws(SystemError) {
            guard isStopped else { return }
            throw SystemError(call: "open", path: folder.path, errno: .interrupted)
        }
    }

    init(telling tell: @escaping @Sendable (Int) -> Void) { self.tell = tell }

    /// True once exports are stopped.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Creates something in a folder.
    ///
    /// - Throws: What `make` throws; once exports are stopped, that the call was interrupted.
    func pass<Made: ~Copyable & Sendable>(
        in folder: OpenFolder,
        _ make: () throws(SystemError) -> Made
    ) throws(SystemError) -> Made {
        try state.withLock { state throws(SystemError) in
            try state.requireOpen(folder)
            return try make()
        }
    }

    /// Creates the temporary folder of an export and registers it, both before a stop or neither: no folder is left
    /// that a stop knows nothing of.
    ///
    /// - Throws: As `pass`.
    func begin(
        in folder: OpenFolder,
        _ make: () throws(SystemError) -> ExportPart?
    ) throws(SystemError) -> ExportPart? {
        try state.withLock { state throws(SystemError) in
            try state.requireOpen(folder)
            let part = try make()
            if let part { state.parts.append(part) }
            return part
        }
    }

    /// Deletes what is left of an export's temporary folder.
    func end(_ part: ExportPart) {
        state.withLock { state in
            state.parts.removeAll { $0 == part }
            part.delete()
        }
    }

    /// Stops creating anything, and deletes all unfinished exports.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for part in state.parts { part.delete() }
            state.parts = []
        }
    }
}
