// Both filters together, for whoever has the readings of all sensors at once: the inclination from
// gyroscope and accelerometer, the heading from the magnetometer.
//
// A filter is a plain value of fixed size: an update allocates nothing, reads no clock, and gives
// the same bits on every machine.

/// Estimates a sensor's attitude from its gyroscope, accelerometer and magnetometer.
///
/// The frame of the earth has its z axis up. Without magnetometer its x axis lies as it happens
/// (Z-Up); with one, x points to magnetic north and y to the west (North-West-Up).
public struct OrientationFilter: Sendable, BitwiseCopyable {
    // What it answers is taken from these where it is asked: to hand over the whole filter would take longer.
    @usableFromInline private(set) var inclination: InclinationFilter
    @usableFromInline private(set) var north: HeadingFilter

    /// A filter that knows nothing yet.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: How many updates there are a second.
    ///   - settings: What the filter trusts.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        inclination = InclinationFilter(rateInHertz: rate, settings: settings)
        north = HeadingFilter(rateInHertz: rate, settings: settings)
    }

    /// Takes in what the sensor felt in one step of time.
    ///
    /// A reading that is no number, or one that no sensor gives, is left out and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: What it reads in g: +1 upward at rest.
    ///   - magnetometer: The field in µT, if there is a reading.
    ///   - turnTime: How long the sensor has turned since the last update, in seconds, where that is
    ///     known better than by the rate.
    public mutating func update(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>,
        magnetometer: SIMD3<Double>? = nil,
        turnTimeInSeconds turnTime: Double? = nil
    ) {
        inclination.update(
            gyroscope: gyroscope,
            accelerometer: accelerometer,
            turnTimeInSeconds: turnTime
        )
        guard let magnetometer else { return }
        north.update(
            magnetometer: magnetometer,
            attitude: inclination.attitude,
            meanRotation: inclination.meanRotation
        )
    }
}

extension OrientationFilter {
    /// The sensor's rotation in rad/s, without the gyroscope's bias.
    @inlinable public var rotationRate: SIMD3<Double> { inclination.rotationRate }

    /// The part of the accelerometer's reading that is no gravity, in g.
    @inlinable public var userAcceleration: SIMD3<Double> { inclination.userAcceleration }

    /// The magnetometer's reading in µT; `nil` before there was one.
    @inlinable public var magneticField: SIMD3<Double>? { north.magneticField }

    /// The turn from sensor to earth by gyroscope and accelerometer alone; the heading drifts.
    @inlinable public var attitude6D: Quaternion { inclination.attitude }

    /// The turn from sensor to earth with x to magnetic north and y to the west; `nil` before the
    /// first magnetometer reading.
    @inlinable public var attitude9D: Quaternion? { north.northward(inclination.attitude) }

    /// How many readings were no numbers, or numbers that no sensor gives, and were left out.
    @inlinable public var refusedReadings: Int {
        inclination.refusedReadings + north.refusedReadings
    }

    /// The part of the accelerometer's reading that is gravity, in g: at rest it points up.
    @inlinable public var gravity: SIMD3<Double> { inclination.gravity }

    /// What the gyroscope reads while nothing turns, in rad/s.
    @inlinable public var bias: SIMD3<Double> { inclination.bias }

    /// How far the sensor is turned clockwise from magnetic north, in degrees from 0 up to 360;
    /// `nil` before the first magnetometer reading.
    @inlinable public var heading: Double? { attitude9D.map(HeadingFilter.heading) }

    /// Whether the sensor has been at rest for a while.
    @inlinable public var isAtRest: Bool { inclination.isAtRest }

    /// Whether the magnetic field differs from the one that was learnt, or none was learnt yet.
    @inlinable public var isMagneticFieldDisturbed: Bool { north.isMagneticFieldDisturbed }
}
