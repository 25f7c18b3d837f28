// What a service tells systemd of itself, by libsystemd. Where nobody started it as a service, all of it goes nowhere.

internal import CSystemd

/// The systemd that started this program, if one did.
public enum ServiceManager {
    /// Says that the service is ready.
    public static func tellReady() { tell("READY=1") }

    /// Says that it is about to end.
    public static func tellStopping() { tell("STOPPING=1") }

    /// Says in one line what it does.
    public static func tell(status: String) {
        // A line break would begin another message.
        tell("STATUS=\(status.split(whereSeparator: \.isNewline).joined(separator: " "))")
    }

    /// Feeds the watchdog.
    public static func feedWatchdog() { tell("WATCHDOG=1") }

    private static func tell(_ message: String) { _ = unsafe sd_notify(0, message) }
}
