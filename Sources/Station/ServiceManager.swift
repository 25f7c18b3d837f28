// Sends a service's state to systemd through libsystemd. If the program was not started as a service, the calls do
// nothing.

internal import CSystemd

/// The systemd that started this program, if one did.
public enum ServiceManager {
    /// Reports that the service is ready.
    public static func tellReady() { tell("READY=1") }

    /// Reports that the service is about to end.
    public static func tellStopping() { tell("STOPPING=1") }

    /// Reports in one line what the service is doing.
    public static func tell(status: String) {
        // A line break would begin another message.
        tell("STATUS=\(status.split(whereSeparator: \.isNewline).joined(separator: " "))")
    }

    /// Feeds the watchdog.
    public static func feedWatchdog() { tell("WATCHDOG=1") }

    private static func tell(_ message: String) { _ = unsafe sd_notify(0, message) }
}
