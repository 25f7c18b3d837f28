// The kernel's clocks, as plain nanoseconds; `Timebase` gives them types.

internal import Glibc

/// A clock of the kernel.
public enum SystemClock: Sendable {
    /// The time of day, which can be set.
    case realtime
    /// Since the machine started, without the time it was suspended.
    case monotonic
    /// Since the machine started, suspension included.
    case boottime

    /// What the clock shows.
    public var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(identifier, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private var identifier: clockid_t {
        switch self {
        case .realtime: CLOCK_REALTIME
        case .monotonic: CLOCK_MONOTONIC
        case .boottime: CLOCK_BOOTTIME
        }
    }

    /// How far local time is ahead of UTC at an instant, in seconds.
    public static func secondsAheadOfUTC(atSecondsSince1970 seconds: Int64) -> Int {
        var time = time_t(seconds)
        var parts = unsafe tm()
        tzset()
        guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }

    /// The name of the local time zone ("Europe/Berlin"), where the system tells.
    public static var localZoneName: String? {
        if let zone = unsafe getenv("TZ").map({ unsafe String(cString: $0) }), !zone.isEmpty {
            return zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
        }
        guard let target = try? FileSystem.absolutePath("/etc/localtime"),
            let range = target.firstRange(of: "/zoneinfo/")
        else { return nil }
        return String(target[range.upperBound...])
    }
}
