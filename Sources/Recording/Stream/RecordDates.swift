// Writes instants of a recording as dates. It uses one reading of the clocks and one UTC offset, both taken at the
// start, so that dates do not jump if the clock is set.

public import Timebase

/// Converts instants to dates.
public struct RecordDates: Sendable, Equatable {
    /// The clocks at the start.
    public var start: ClockReading
    /// The time zone of the run.
    public var zone: UTCOffset

    public init(start: ClockReading, zone: UTCOffset) {
        self.start = start
        self.zone = zone
    }

    /// The time of day at an instant.
    public func wall(at instant: BootInstant) -> WallInstant { start.wall(at: instant) }

    /// A time of day as text.
    public func text(of wall: WallInstant) -> String { TimestampText.format(wall, zone) }
}
