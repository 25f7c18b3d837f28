// Discards what libraries write to the standard error, where the text would only confuse users. This affects the whole
// process, so only a program that owns its standard error should do it.

internal import Glibc
internal import Synchronization

/// The standard error of this process.
public enum StandardError {
    private static let state = Mutex(State())

    /// Runs a call while the standard error is discarded.
    ///
    /// Concurrent calls share the muting: the first one mutes and the last one restores, without waiting for each
    /// other.
    public static func muted<Answer>(while call: () throws -> Answer) rethrows -> Answer {
        state.withLock { $0.mute() }
        defer { state.withLock { $0.unmute() } }
        return try call()
    }
}

/// The state of the muting.
private struct State {
    private var mutes = 0
    /// The real standard error, while it is replaced.
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
