// Finds north. The magnetometer corrects only the heading and never the inclination, so this filter follows the
// inclination filter and may run later for the same sample, once the magnetometer has been read.

/// Finds north for a sensor whose attitude without north is known.
public struct HeadingFilter: Sendable, BitwiseCopyable {
    /// The magnetometer's reading in µT; `nil` before there was one.
    public private(set) var magneticField: SIMD3<Double>?
    /// How many readings were dropped: not numbers, or implausible for a sensor.
    public private(set) var refusedReadings = 0

    /// True if the magnetic field differs from the learnt one, or none was learnt yet.
    public private(set) var isMagneticFieldDisturbed = true
    /// True if a magnetic field has been learnt.
    var knowsField: Bool { corrector.knowsField }
    /// The rotation that turns an attitude to north.
    @usableFromInline private(set) var turn = Quaternion.identity

    private var corrector: HeadingCorrector

    /// A filter without readings.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: The number of readings a second, unless the settings give it.
    ///   - settings: How the filter weighs its sensors.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        if let problem = settings.problem { preconditionFailure(problem) }
        corrector = HeadingCorrector(
            settings,
            stepInSeconds: 1 / (settings.magnetometerRateInHertz ?? rate)
        )
    }

    /// Processes a reading.
    ///
    /// - Parameters:
    ///   - magnetometer: The field in µT.
    ///   - attitude: The rotation from sensor to earth without north.
    ///   - meanRotation: The smoothed gyroscope reading in rad/s.
    /// - Returns: `false` if the reading is not a number or implausible: it is dropped and counted.
    @discardableResult
    public mutating func update(
        magnetometer: SIMD3<Double>,
        attitude: Quaternion,
        meanRotation: SIMD3<Double>
    ) -> Bool {
        guard Self.isField(magnetometer) else {
            refusedReadings += 1
            return false
        }
        magneticField = magnetometer
        corrector.update(field: attitude.rotate(magnetometer), meanRotation: meanRotation)
        turn = Quaternion(aboutZByRadians: corrector.offset)
        isMagneticFieldDisturbed = corrector.isDisturbed
        return true
    }

    /// Restarts the heading after a gap in which the sensor may have turned.
    ///
    /// The learnt field of the Earth is kept. If the present field is disturbed, the heading is kept, too.
    ///
    /// - Parameter trust: How many seconds of readings the old heading counts for.
    public mutating func lookAnew(trustInSeconds trust: Double) {
        corrector.reopen(trustInSeconds: trust)
    }

    /// Continues at another rate, keeping its state.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9.
    ///
    /// - Parameter rate: The number of readings a second from here on.
    public mutating func change(toRateInHertz rate: Double) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        corrector.change(toStepInSeconds: 1 / rate)
    }

    /// True if a magnetometer reading in µT is plausible.
    public static func isField(_ reading: SIMD3<Double>) -> Bool {
        InclinationFilter.isReading(reading, below: limit) && reading != .zero
    }

    /// In µT: 100 T, far above what a magnetometer can measure.
    private static let limit = 1e8
}

extension HeadingFilter {
    /// An attitude with x to magnetic north and y to the west; `nil` before the first reading.
    ///
    /// - Parameter attitude: The rotation from sensor to earth without north.
    /// - Returns: The rotation from sensor to north, west and up.
    @inlinable
    public func northward(_ attitude: Quaternion) -> Quaternion? {
        magneticField == nil ? nil : turn * attitude
    }

    /// How far a sensor is turned clockwise from north, in degrees from 0 up to, not including, 360.
    ///
    /// This is the rotation about the vertical that remains after removing the tilt: at 0 the sensor's axes lie along
    /// north, west and up, apart from the tilt.
    ///
    /// - Parameter northward: The rotation from sensor to north, west and up.
    /// - Returns: The angle.
    public static func heading(of northward: Quaternion) -> Double {
        let clockwise = -northward.headingInRadians * (180 / .pi)
        let heading = clockwise < 0 ? clockwise + 360 : clockwise
        // A tiny negative angle rounds to 360; adding 0 turns -0 into 0.
        return heading >= 360 ? 0 : heading + 0
    }
}
