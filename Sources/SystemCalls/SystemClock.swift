// The kernel's clocks, as plain nanoseconds; `Timebase` gives them types.

internal import Glibc

/// A clock of the kernel.
public enum SystemClock: Sendable {
    /// The time of day, which can be set.
    case realtime
    /// The time since the machine started, without suspension.
    case monotonic
    /// The time since the machine started, including suspension.
    case boottime

    /// The clock's reading, clamped to 64 bits.
    ///
    /// Linux itself never exceeds 64 bits, but a program that fakes the time could return any year.
    public var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(identifier, &time)
        return Self.nanoseconds(seconds: Int64(time.tv_sec), andNanoseconds: Int64(time.tv_nsec))
    }

    /// Combines seconds and nanoseconds, clamped to 64 bits.
    package static func nanoseconds(seconds: Int64, andNanoseconds rest: Int64) -> Int64 {
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        return whole.addingClamped(rest)
    }

    /// How far the coarse variant of a clock lags at most: it shows the time of the last timer tick.
    ///
    /// 0 if the kernel does not report it, as when there is no coarse variant.
    public var coarseResolutionNanoseconds: Int64 {
        let coarse: clockid_t
        switch self {
        case .realtime: coarse = CLOCK_REALTIME_COARSE
        case .monotonic: coarse = CLOCK_MONOTONIC_COARSE
        case .boottime: return 0
        }
        var resolution = timespec()
        guard unsafe clock_getres(coarse, &resolution) == 0 else { return 0 }
        return Self.nanoseconds(
            seconds: Int64(resolution.tv_sec),
            andNanoseconds: Int64(resolution.tv_nsec)
        )
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

    /// The name of the local time zone ("Europe/Berlin"); `nil` if it is unknown.
    public static var localZoneName: String? {
        if let zone = unsafe getenv("TZ").map({ unsafe String(cString: $0) }), !zone.isEmpty {
            return zoneName(inVariable: zone)
        }
        guard let target = try? FileSystem.absolutePath("/etc/localtime") else { return nil }
        return zoneName(ofFile: target)
    }

    /// The zone named by a value of `TZ`; `nil` if it is neither a name nor a rule of a zone.
    ///
    /// Checked, because it is written to every session's manifest.
    package static func zoneName(inVariable value: String) -> String? {
        let zone = value.hasPrefix(":") ? value.dropFirst() : value[...]
        if zone.hasPrefix("/") { return zoneName(ofFile: String(zone)) }
        let longest = 64
        let isName = zone.utf8.allSatisfy { byte in
            let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            return isLetter || "0123456789+-_/,.:<>".utf8.contains(byte)
        }
        return isName && !zone.isEmpty && zone.utf8.count <= longest ? String(zone) : nil
    }

    /// The zone that a file of the time zone database describes.
    private static func zoneName(ofFile path: String) -> String? {
        path.firstRange(of: "/zoneinfo/").map { String(path[$0.upperBound...]) }
    }
}
