// Dates of the field have milliseconds; what two recordings are compared by has more.

internal import Timebase

/// A date up to its seconds.
enum WrittenDate {
    /// The date and the time of day, in UTC, without a fraction.
    static func seconds(_ nanosecondsSince1970: Int64) -> String {
        String(
            TimestampText.format(WallInstant(nanosecondsSince1970: nanosecondsSince1970)).prefix(19)
        )
    }
}
