// Turns Ctrl-C and similar signals into events. The signal handler only notes the number, and does not interrupt
// working threads: every thread made later blocks these signals, so they go to the watching thread, or to the main
// thread, which the runtime has parked with all signals unblocked.

internal import CSystemCalls
internal import Glibc

/// Signals that ask a program to stop.
public enum StopSignalKind: Sendable, Equatable {
    case interrupt, terminate, hangUp
}

/// Delivers the signals that ask this program to stop.
public enum SignalWatch {
    /// How many seconds may pass before a signal must be taken up.
    ///
    /// A machine so busy that a thread does not run for this long looks like one without free threads; the run then
    /// loses no more than by a kill.
    private static let patience: UInt32 = 10

    /// Makes a failed write an error of the call instead of a signal: to a pipe without a reader, or to a file at the
    /// size limit of this process (`ulimit -f`).
    public static func seeWritesFail() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Confirms that all signals so far have been taken up.
    public static func heeded() { footfall_signals_are_heeded() }

    /// Returns a stream of the signals that ask to stop; call it once, first of all, on the main thread.
    ///
    /// A signal that was ignored when this program started stays ignored, as `nohup` wants it. A signal that is not
    /// confirmed by `heeded` in time ends the program: Swift's runtime waits for ever if no thread can be created, and
    /// so does the task that takes up signals.
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
        // Never joined: it waits in the kernel until the process ends.
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
