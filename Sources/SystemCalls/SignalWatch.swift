// Ctrl-C and its kin as events: blocked in every thread, taken by one that does nothing else. No
// handler runs in the middle of a write.

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
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP] where footfall_signal_is_ignored(number) == 0 {
            unsafe sigaddset(&set, number)
        }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = signal(SIGPIPE, SIG_IGN)

        let (stream, continuation) = AsyncStream<StopSignalKind>.makeStream()
        let watched = set
        // Never joined: it sleeps in the kernel until the process ends.
        let thread = try SystemThread.spawn(name: "signals") {
            var number: Int32 = 0
            var set = watched
            while unsafe sigwait(&set, &number) == 0 {
                switch number {
                case SIGTERM: continuation.yield(.terminate)
                case SIGHUP: continuation.yield(.hangUp)
                default: continuation.yield(.interrupt)
                }
            }
        }
        _ = consume thread
        return stream
    }
}
