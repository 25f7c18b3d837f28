// The position and time that a receiver reports, and which of its reports contain a whole fix.

/// A position on the WGS84 ellipsoid, in degrees.
struct Position: Sendable, Hashable, Codable {
    var latitude: Double
    var longitude: Double
}

/// A whole fix.
struct Fix: Sendable, Hashable {
    /// The receiver's time, in nanoseconds since 1970 (UTC).
    var nanoseconds: Int64
    var position: Position
    /// In metres above sea level.
    var altitude: Double?
    /// The uncertainty of the position in metres, as gpsd computes it.
    var horizontalAccuracy: Double?
    /// The uncertainty of the altitude, in metres.
    var verticalAccuracy: Double?
    /// The direction of movement, in degrees from true north.
    var course: Double?
    /// The speed, in metres per second.
    var speed: Double?
}

/// A report of a receiver at one time; it may lack a fix, or contain only a part of one.
struct ReceiverReport: Sendable, Hashable, Codable {
    /// The device that sent it.
    var device = ""
    /// The spacing of fixes that gpsd reports for the device, in nanoseconds; 0 if it reports none.
    var cycle: Int64 = 0
    /// 2 or more with a fix; gpsd's `status` stays 0 with a fix, so it is not used.
    var mode: Int
    /// The receiver's time, if the report has it.
    var nanoseconds: Int64?
    /// The position, if the report has it.
    var position: Position?
    var altitude = Double.nan
    var horizontalAccuracy = Double.nan
    var verticalAccuracy = Double.nan
    var course = Double.nan
    var speed = Double.nan

    /// The fix; `nil` if there is none, or only a part of one.
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
