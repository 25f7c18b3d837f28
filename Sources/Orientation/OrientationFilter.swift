// Combines both filters for a caller that has the readings of all sensors at once: the inclination from gyroscope and
// accelerometer, the heading from the magnetometer.
//
// A filter is a plain value of fixed size: an update allocates nothing, reads no clock, and gives the same bits on
// every machine.

/// Estimates a sensor's attitude from its gyroscope, accelerometer and magnetometer.
///
/// The z axis of the earth's frame points up. Without a magnetometer its x axis has an arbitrary direction (Z-Up); with
/// one, x points to magnetic north and y to the west (North-West-Up).
public struct OrientationFilter: Sendable, BitwiseCopyable {
    // Results are read from these on request: copying the whole filter would take longer.
    @usableFromInline private(set) var inclination: InclinationFilter
    @usableFromInline private(set) var north: HeadingFilter

    /// A filter without readings.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: The number of updates a second.
    ///   - settings: How the filter weighs its sensors.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        inclination = InclinationFilter(rateInHertz: rate, settings: settings)
        north = HeadingFilter(rateInHertz: rate, settings: settings)
    }

    /// Updates with the readings of one time step.
    ///
    /// A reading that is not a number or implausible is dropped and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: The reading in g: +1 upward at rest.
    ///   - magnetometer: The field in µT, if there is a reading.
    ///   - turnTime: The seconds since the last update, if known more precisely than by the rate.
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
    /// The sensor's rotation in rad/s, corrected for the gyroscope's bias.
    @inlinable public var rotationRate: SIMD3<Double> { inclination.rotationRate }

    /// The accelerometer's reading without gravity, in g.
    @inlinable public var userAcceleration: SIMD3<Double> { inclination.userAcceleration }

    /// The magnetometer's reading in µT; `nil` before there was one.
    @inlinable public var magneticField: SIMD3<Double>? { north.magneticField }

    /// The rotation from sensor to earth, by gyroscope and accelerometer alone; the heading drifts.
    @inlinable public var attitude6D: Quaternion { inclination.attitude }

    /// The rotation from sensor to earth, with x to magnetic north and y to the west; `nil` before the first
    /// magnetometer reading.
    @inlinable public var attitude9D: Quaternion? { north.northward(inclination.attitude) }

    /// How many readings were dropped: not numbers, or implausible for a sensor.
    @inlinable public var refusedReadings: Int {
        inclination.refusedReadings + north.refusedReadings
    }

    /// Gravity in the accelerometer's reading, in g: at rest it points up.
    @inlinable public var gravity: SIMD3<Double> { inclination.gravity }

    /// The gyroscope's bias in rad/s.
    @inlinable public var bias: SIMD3<Double> { inclination.bias }

    /// How far the sensor is turned clockwise from magnetic north, in degrees from 0 up to 360;
    /// `nil` before the first magnetometer reading.
    @inlinable public var heading: Double? { attitude9D.map(HeadingFilter.heading) }

    /// True if the sensor has been at rest for a while.
    @inlinable public var isAtRest: Bool { inclination.isAtRest }

    /// True if the magnetic field differs from the learnt one, or none was learnt yet.
    @inlinable public var isMagneticFieldDisturbed: Bool { north.isMagneticFieldDisturbed }
}
