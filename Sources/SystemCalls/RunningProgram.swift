// A program running in the background. A thread waits for its end. Killing it happens under a lock, because its process
// number may belong to another process once it has been waited for.

internal import Glibc
internal import Synchronization

/// A started program.
public final class RunningProgram: Sendable {
    /// How it ended; an error if the system did not report that; `nil` while it runs.
    public var ending: Result<ChildProgram.Ending, SystemError>? { state.withLock { $0 } }

    private let process: pid_t
    private let errors: OpenFile
    private let state = Mutex<Result<ChildProgram.Ending, SystemError>?>(nil)

    init(process: pid_t, errors: consuming OpenFile) {
        self.process = process
        self.errors = errors
    }

    /// Kills it at once; does nothing if it has ended.
    public func kill() {
        state.withLock { ending in
            // Until the program has been waited for, no other process can have its number.
            if ending == nil { _ = Glibc.kill(process, SIGKILL) }
        }
    }

    /// The beginning of what it wrote to its standard error.
    public func errorText(limit: Int = 4096) -> String {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeMutableBytes { raw in
            (try? unsafe errors.read(into: raw, at: 0)) ?? 0
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    func waitForEnd() {
        // WNOWAIT: the child is reaped later, under the lock.
        var facts = unsafe siginfo_t()
        _ = try? retrying("waitid") {
            unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT)
        }
        state.withLock { ending in
            ending = Result { () throws(SystemError) in
                try ChildProgram.waitFor(process, named: nil)
            }
        }
    }
}
