// When a run ended that could not say so: at its last record, whose uptime the clock readings of
// the manifest bring to a date. Uptimes in a file may be anything; sums are checked.

internal import Timebase

/// Dates for what only has an uptime.
enum ClosingTime {
    /// The date of an uptime, by the last clock reading before it; `nil` for what cannot be.
    static func date(ofUptime seconds: Double, _ manifest: SessionManifest) -> DateStamp? {
        guard let instant = BootInstant(seconds: seconds) else { return nil }
        let reading = manifest.clocks.last { $0.boottime <= instant } ?? manifest.clocks.first
        guard let reading else { return nil }
        let distance = instant.nanoseconds.subtractingReportingOverflow(
            reading.boottime.nanoseconds
        )
        let wall = reading.realtime.nanosecondsSince1970.addingReportingOverflow(
            distance.partialValue
        )
        // Dates are rounded down to milliseconds, which must not overflow either.
        guard !distance.overflow, !wall.overflow,
            wall.partialValue.magnitude < 9_000_000_000_000_000_000
        else { return nil }
        return DateStamp(
            WallInstant(nanosecondsSince1970: wall.partialValue),
            manifest.timeZone
        )
    }

    /// The date of the last clock reading, or of the start.
    static func ofLastReading(_ manifest: SessionManifest) -> DateStamp {
        let last = manifest.clocks.last?.realtime ?? manifest.startDate.instant
        return DateStamp(max(last, manifest.startDate.instant), manifest.timeZone)
    }
}
