// One fix on its way from a source to a file: a value of fixed size, without references. It has coordinates only if
// they were asked for.

public import SampleStream
public import Timebase

/// A fix of a receiver, a gap or a mark; unknown values are NaN.
@frozen
public struct LocationSample: MarkedSample {
    /// When the report had arrived.
    public var time: BootInstant
    /// Whether it is a fix, a gap or a mark.
    public var role: StreamRole
    /// The receiver's time, in seconds since 1970.
    public var unixTime = Double.nan
    /// The uncertainty of the position, in metres.
    public var horizontalAccuracy = Double.nan
    /// The distance from the previous fix, in metres.
    public var relativeDistance = Double.nan
    /// In degrees; only if it was asked for.
    public var latitude = Double.nan
    /// In degrees; only if it was asked for.
    public var longitude = Double.nan
    /// The uncertainty of the altitude, in metres.
    public var verticalAccuracy = Double.nan
    /// In metres above sea level.
    public var altitude = Double.nan
    /// The recorded distance of the walk so far, in metres; a live recorder computes its own.
    public var totalDistance = Double.nan
    /// The direction of movement, in degrees from true north.
    public var course = Double.nan
    /// The direction from the previous fix, in radians from true north.
    public var bearing = Double.nan
    /// In metres per second.
    public var speed = Double.nan

    /// A fix that has only a time of arrival.
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

    /// Sets latitude and longitude.
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
