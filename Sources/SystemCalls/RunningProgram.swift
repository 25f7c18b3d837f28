// A program that runs beside this one. A thread waits for its end, so that nobody else has to; what may not
// be done to a number that the system has given to another process is done under a lock.

internal import Glibc
internal import Synchronization

/// A program that was started, and runs until it ends or is killed.
public final class RunningProgram: Sendable {
    /// How it ended; an error when the system did not tell; `nil` while it runs.
    public var ending: Result<ChildProgram.Ending, SystemError>? { state.withLock { $0 } }

    private let process: pid_t
    private let errors: OpenFile
    private let state = Mutex<Result<ChildProgram.Ending, SystemError>?>(nil)

    init(process: pid_t, errors: consuming OpenFile) {
        self.process = process
        self.errors = errors
    }

    /// Ends it at once; one that has ended stays as it is.
    public func kill() {
        state.withLock { ending in
            // Until it has been waited for, its number is nobody else's.
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
        // Only looks: the child stays a child until the lock is held.
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
