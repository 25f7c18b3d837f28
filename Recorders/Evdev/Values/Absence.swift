// That a device was away, in words: a gap record says that something is missing, and not until when.

internal import Timebase

/// The time for which nothing was heard of a device.
struct Absence {
    private let title: String
    private let lastSeen: BootInstant

    /// A device that has gone, and the instant of the last that it told.
    init(of title: String, lastSeen: BootInstant) {
        (self.title, self.lastSeen) = (title, lastSeen)
    }

    /// That it has gone, and is waited for.
    func beginning(waitingFor limit: Duration) -> String {
        "\(title): it has gone; the last of it is of uptime \(text(lastSeen)); it is waited for, for "
            + "\(limit.components.seconds) s"
    }

    /// That it is read again.
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
