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
    /// How many seconds may pass until a signal is heeded.
    ///
    /// A machine that is so busy that a thread gets no turn for as long is not to be told from one without
    /// threads; what a run loses there is no more than what a kill costs.
    private static let patience: UInt32 = 10

    /// Has what a write cannot do be an error of the write, and not a signal that ends the program: a pipe
    /// that nobody reads, and a file at the largest size that this process may write (`ulimit -f`).
    public static func seeWritesFail() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Says that the signals so far were taken up.
    public static func heeded() { footfall_signals_are_heeded() }

    /// Answers each signal that asks to stop; call it once, first of all, on the main thread.
    ///
    /// A signal that this program was started to ignore stays ignored, as `nohup` wants it. One that is
    /// not `heeded` in time ends the program: Swift's runtime waits for ever for threads where none are to
    /// be had, and whoever takes the signals with it.
    public static func begin() throws(SystemError) -> AsyncStream<StopSignalKind> {
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { footfall_signal_is_ignored($0) == 0 }
        let problem = unsafe footfall_watch_signals(numbers, Int32(numbers.count), patience)
        guard problem == 0 else {
            throw SystemError(call: "sigaction", errno: Errno(rawValue: problem))
        }
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)

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
