// The texts about a device's absence: a gap record states that something is missing, but not until when.

internal import Timebase

/// The time for which a device sent nothing.
struct Absence {
    private let title: String
    private let lastSeen: BootInstant

    /// The absence of a device, since its last event.
    init(of title: String, lastSeen: BootInstant) {
        (self.title, self.lastSeen) = (title, lastSeen)
    }

    /// The text for the user when the device has gone and is waited for.
    func beginning(waitingFor limit: Duration) -> String {
        "\(title): it has gone; its last event was at uptime \(text(lastSeen)); waiting for it for "
            + "\(limit.components.seconds) s"
    }

    /// The text for the user when the device is read again.
    func end(at now: BootInstant) -> String {
        "\(title): it is back; nothing was heard of it from uptime \(text(lastSeen)) to \(text(now))"
    }

    private func text(_ instant: BootInstant) -> String {
        let milliseconds = instant.nanoseconds / 1_000_000
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count)
            + fraction
            + " s"
    }
}
