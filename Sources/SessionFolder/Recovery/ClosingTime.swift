// Finds when a killed run ended: at its last record. A record has an uptime; the clock readings of the manifest
// turn that into a date. A file may hold any number as an uptime, so the sums are checked for overflow.

internal import Timebase

/// Turns uptimes into dates.
enum ClosingTime {
    /// Returns the date of an uptime; `nil` without a clock reading, or if no date can express it.
    ///
    /// Uses the last clock reading before the uptime, or the first one if none is before it.
    static func date(ofUptime seconds: Double, _ manifest: SessionManifest) -> LocalDate? {
        guard let instant = BootInstant(seconds: seconds) else { return nil }
        let reading = manifest.clocks.last { $0.boottime <= instant } ?? manifest.clocks.first
        guard let reading else { return nil }
        let distance = instant.nanoseconds.subtractingReportingOverflow(
            reading.boottime.nanoseconds
        )
        let wall = reading.realtime.nanosecondsSince1970.addingReportingOverflow(
            distance.partialValue
        )
        // Rounding to milliseconds must not overflow either.
        guard !distance.overflow, !wall.overflow,
            wall.partialValue.magnitude < 9_000_000_000_000_000_000
        else { return nil }
        return LocalDate(
            WallInstant(nanosecondsSince1970: wall.partialValue),
            manifest.timeZone
        )
    }

    /// Returns the date of the last clock reading, or of the start if that is later.
    static func ofLastReading(_ manifest: SessionManifest) -> LocalDate {
        let last = manifest.clocks.last?.realtime ?? manifest.startDate.instant
        return LocalDate(max(last, manifest.startDate.instant), manifest.timeZone)
    }
}
