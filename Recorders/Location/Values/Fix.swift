// Where a receiver is and when, as it says itself; and which of its reports say so much.

/// A place on the ellipsoid of WGS84, in degrees.
struct Position: Sendable, Hashable, Codable {
    var latitude: Double
    var longitude: Double
}

/// A whole fix.
struct Fix: Sendable, Hashable {
    /// When it was, by the receiver, in nanoseconds since 1970 (UTC).
    var nanoseconds: Int64
    var position: Position
    /// In metres above the sea.
    var altitude: Double?
    /// By how many metres the place may be wrong, as gpsd reckons it.
    var horizontalAccuracy: Double?
    /// By how many metres the altitude may be wrong.
    var verticalAccuracy: Double?
    /// Where it moves to, in degrees from true north.
    var course: Double?
    /// How fast it moves, in metres a second.
    var speed: Double?
}

/// What a receiver reports at a time; it may have no fix, or have told only a part of it.
struct ReceiverReport: Sendable, Hashable, Codable {
    /// The device that it is from.
    var device = ""
    /// How far fixes are apart by gpsd's account of the device, in nanoseconds; 0 where it has none.
    var cycle: Int64 = 0
    /// 2 or more with a fix; `status` stays 0 with one, and tells nothing.
    var mode: Int
    /// The receiver's time, where the report has it.
    var nanoseconds: Int64?
    /// The place, where the report has it.
    var position: Position?
    var altitude = Double.nan
    var horizontalAccuracy = Double.nan
    var verticalAccuracy = Double.nan
    var course = Double.nan
    var speed = Double.nan

    /// The fix; `nil` where there is none, or only a part was told.
    var fix: Fix? {
        guard mode >= 2, let nanoseconds, let position,
            (-90...90).contains(position.latitude), (-180...180).contains(position.longitude)
        else { return nil }
        return Fix(
            nanoseconds: nanoseconds,
            position: position,
            altitude: mode >= 3 ? Self.known(altitude) : nil,
            horizontalAccuracy: Self.known(horizontalAccuracy),
            verticalAccuracy: mode >= 3 ? Self.known(verticalAccuracy) : nil,
            course: Self.known(course),
            speed: Self.known(speed)
        )
    }

    private static func known(_ number: Double) -> Double? { number.isFinite ? number : nil }
}
