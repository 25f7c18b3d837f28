// One fix on its way from a source to a file: of a fixed size, without a reference. It has a place only where somebody
// has asked for that.

public import SampleStream
public import Timebase

/// A fix of a receiver, or a word about fixes; what nobody knows is no number.
@frozen
public struct LocationSample: MarkedSample {
    /// When it had come.
    public var time: BootInstant
    /// What it says.
    public var role: StreamRole
    /// The receiver's time, in seconds since 1970.
    public var unixTime = Double.nan
    /// By how many metres the place may be wrong.
    public var horizontalAccuracy = Double.nan
    /// How many metres the fix is from the one before.
    public var relativeDistance = Double.nan
    /// In degrees; only where it was asked for.
    public var latitude = Double.nan
    /// In degrees; only where it was asked for.
    public var longitude = Double.nan
    /// By how many metres the altitude may be wrong.
    public var verticalAccuracy = Double.nan
    /// In metres above the sea.
    public var altitude = Double.nan
    /// The walk so far in metres, where it was recorded; a recorder sums it up by itself.
    public var totalDistance = Double.nan
    /// Where the receiver moves to, in degrees from true north.
    public var course = Double.nan
    /// The direction from the fix before, in radians from true north.
    public var bearing = Double.nan
    /// In metres a second.
    public var speed = Double.nan

    /// A fix of which nothing is known but when it came.
    public init(at time: BootInstant) {
        self.time = time
        role = .reading
    }

    init(at time: BootInstant, _ fix: Fix) {
        self.init(at: time)
        unixTime = Double(fix.nanoseconds) / 1e9
        horizontalAccuracy = fix.horizontalAccuracy ?? .nan
        verticalAccuracy = fix.verticalAccuracy ?? .nan
        altitude = fix.altitude ?? .nan
        course = fix.course ?? .nan
        speed = fix.speed ?? .nan
    }

    /// Has it say where it is.
    mutating func setCoordinates(_ position: Position) {
        (latitude, longitude) = (position.latitude, position.longitude)
    }
}

extension LocationSample {
    public var channel: Int { 0 }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> LocationSample {
        var sample = LocationSample(at: time)
        sample.role = .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        return sample
    }

    public static func mark(_ number: Int, at time: BootInstant) -> LocationSample {
        var sample = LocationSample(at: time)
        sample.role = .mark(number)
        return sample
    }
}
