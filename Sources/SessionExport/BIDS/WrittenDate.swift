// SageResearch's dates have milliseconds, and instants by which recordings are compared need more digits. So the
// fraction is left to the caller.

internal import Timebase

/// Formats a date without fractions of a second.
enum WrittenDate {
    /// The date and time of day in UTC, without a fraction.
    static func seconds(_ nanosecondsSince1970: Int64) -> String {
        String(
            TimestampText.format(WallInstant(nanosecondsSince1970: nanosecondsSince1970)).prefix(19)
        )
    }
}
