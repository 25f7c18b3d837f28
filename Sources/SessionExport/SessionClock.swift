// Records have boot time, and an export may need the time of day. One pair of clock readings converts all records of a
// file: so setting the clock during a recording moves no sample, and changes no interval.

internal import FoundationEssentials
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// Converts the boot time of a file's records to the time of day.
struct SessionClock: Sendable, Hashable {
    /// The time of day at which boot time began.
    let nanosecondsAtBoot: Int64

    /// Uses the first clock reading of the session that agrees with the file's date to a second, or else the closest
    /// one.
    ///
    /// This is the same for all files of a session, unless the clock was set or the machine was restarted.
    init(of file: SessionManifest.File, in readings: [ClockReading]) {
        let own = Self.offset(file.startDate.instant, file.startUptime)
        let offsets = readings.map { Self.offset($0.realtime, $0.boottime) }
        func error(_ offset: Int64) -> UInt64 {
            let (difference, isTooGreat) = offset.subtractingReportingOverflow(own)
            return isTooGreat ? .max : difference.magnitude
        }
        nanosecondsAtBoot =
            offsets.first { error($0) < 1_000_000_000 }
            ?? offsets.min { error($0) < error($1) } ?? own
    }

    private static func offset(_ date: WallInstant, _ uptime: BootInstant) -> Int64 {
        let (offset, isTooGreat) = date.nanosecondsSince1970.subtractingReportingOverflow(
            uptime.nanoseconds
        )
        return isTooGreat ? date.nanosecondsSince1970 : offset
    }

    /// True if, by the dates of both files, boot time began at the same time of day, to a second.
    static func isOne(
        for file: SessionManifest.File,
        and other: SessionManifest.File
    ) -> Bool {
        let (difference, isTooGreat) = offset(file.startDate.instant, file.startUptime)
            .subtractingReportingOverflow(offset(other.startDate.instant, other.startUptime))
        return !isTooGreat && difference.magnitude <= 1_000_000_000
    }

    /// The time of day in nanoseconds since 1970 began, at an instant of boot time.
    func timeOfDay(at instant: Int64) -> Int64 { nanosecondsAtBoot.addingClamped(instant) }

    /// Nanoseconds since 1970 began, for an uptime in seconds; `nil` for an impossible uptime.
    ///
    /// MCAP has no times before 1970; earlier ones, from a clock that was never set, become 0.
    func time(atUptime seconds: Double) -> UInt64? {
        guard let uptime = DecimalSeconds.nanoseconds(fromSeconds: seconds) else { return nil }
        let (time, isTooGreat) = nanosecondsAtBoot.addingReportingOverflow(uptime)
        return isTooGreat ? nil : UInt64(max(0, time))
    }
}
