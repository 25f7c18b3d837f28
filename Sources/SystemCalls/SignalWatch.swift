// Ctrl-C and its kin as events. A handler only notes the number, and it runs where it disturbs
// nobody: every thread that is made later blocks these signals, so they go to the watching thread,
// or to the main one, which the runtime has parked with all signals let through.

internal import CSystemCalls
internal import Glibc

/// Signals that ask a program to stop.
public enum StopSignalKind: Sendable, Equatable {
    case interrupt, terminate, hangUp
}

/// Takes the signals that ask this program to stop.
public enum SignalWatch {
    /// Answers each signal that asks to stop; call it once, first of all, on the main thread.
    ///
    /// A signal that this program was started to ignore stays ignored, as `nohup` wants it. Writing
    /// to a pipe that nobody reads becomes an error of the write instead of a signal.
    public static func begin() throws(SystemError) -> AsyncStream<StopSignalKind> {
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { footfall_signal_is_ignored($0) == 0 }
        let problem = unsafe footfall_watch_signals(numbers, Int32(numbers.count))
        guard problem == 0 else {
            throw SystemError(call: "sigaction", errno: Errno(rawValue: problem))
        }
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = signal(SIGPIPE, SIG_IGN)

        let (stream, continuation) = AsyncStream<StopSignalKind>.makeStream()
        let watched = set
        // Never joined: it sleeps in the kernel until the process ends.
        let thread = try SystemThread.spawn(name: "signals") {
            var set = watched
            unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
            while true {
                switch footfall_next_signal() {
                case SIGTERM: continuation.yield(.terminate)
                case SIGHUP: continuation.yield(.hangUp)
                case SIGINT: continuation.yield(.interrupt)
                default: return continuation.finish()
                }
            }
        }
        _ = consume thread
        return stream
    }
}
