// A library that writes to the standard error has a reader who cannot use it. It can be kept silent,
// with everybody else in the process, so only a program that owns its standard error asks for it.

internal import Glibc
internal import Synchronization

/// The standard error of this process.
public enum StandardError {
    private static let state = Mutex(State())

    /// Runs a call while what is written to the standard error goes nowhere.
    ///
    /// The first of several at a time mutes it and the last restores it; none waits for another.
    public static func muted<Answer>(while call: () throws -> Answer) rethrows -> Answer {
        state.withLock { $0.mute() }
        defer { state.withLock { $0.unmute() } }
        return try call()
    }
}

/// Who has the standard error muted.
private struct State {
    private var mutes = 0
    /// The real one, while another stands in its place.
    private var kept: Int32 = -1

    mutating func mute() {
        mutes += 1
        guard mutes == 1 else { return }
        kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard kept >= 0 else { return }
        let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        dup2(nowhere, STDERR_FILENO)
        close(nowhere)
    }

    mutating func unmute() {
        mutes -= 1
        guard mutes == 0, kept >= 0 else { return }
        dup2(kept, STDERR_FILENO)
        close(kept)
        kept = -1
    }
}
