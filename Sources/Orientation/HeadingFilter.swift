// Where north is. The magnetometer turns the heading only, and never the inclination, so this filter
// stands behind the other one: it may come to a sample later, when the magnetometer has read.

/// Finds north for a sensor whose attitude without north is known.
public struct HeadingFilter: Sendable, BitwiseCopyable {
    /// The magnetometer's reading in µT; `nil` before there was one.
    public private(set) var magneticField: SIMD3<Double>?
    /// How many readings were no numbers, or numbers that no sensor gives, and were left out.
    public private(set) var refusedReadings = 0

    /// Whether the magnetic field differs from the one that was learnt, or none was learnt yet.
    public private(set) var isMagneticFieldDisturbed = true
    /// Whether any magnetic field was learnt.
    var knowsField: Bool { corrector.knowsField }
    /// What turns an attitude northward.
    @usableFromInline private(set) var turn = Quaternion.identity

    private var corrector: HeadingCorrector

    /// A filter that knows nothing yet.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: How many readings there are a second, unless the settings say so.
    ///   - settings: What the filter trusts.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        if let problem = settings.problem { preconditionFailure(problem) }
        corrector = HeadingCorrector(
            settings,
            stepInSeconds: 1 / (settings.magnetometerRateInHertz ?? rate)
        )
    }

    /// Takes in a reading; answers whether it was one.
    ///
    /// - Parameters:
    ///   - magnetometer: The field in µT.
    ///   - attitude: The turn from sensor to earth without north.
    ///   - meanRotation: The gyroscope's reading, smoothed, in rad/s.
    /// - Returns: `false` for what is no number, or none that a sensor gives: it is left out and counted.
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

    /// Finds the heading anew after a time in which nobody knows how the sensor turned.
    ///
    /// What is known of the Earth's field stays. Where the field was not the Earth's the heading stays, too.
    ///
    /// - Parameter trust: How many seconds of readings the heading that was there still weighs.
    public mutating func lookAnew(trustInSeconds trust: Double) {
        corrector.reopen(trustInSeconds: trust)
    }

    /// Goes on at another rate, with all that it knows.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9.
    ///
    /// - Parameter rate: How many readings there are a second from here on.
    public mutating func change(toRateInHertz rate: Double) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        corrector.change(toStepInSeconds: 1 / rate)
    }

    /// Whether a reading of a magnetometer, in µT, is one that a sensor gives.
    public static func isField(_ reading: SIMD3<Double>) -> Bool {
        InclinationFilter.isReading(reading, below: limit) && reading != .zero
    }

    /// Ten times what the sensors of the world reach.
    private static let limit = 1e8
}

extension HeadingFilter {
    /// An attitude with x to magnetic north and y to the west; `nil` before the first reading.
    ///
    /// - Parameter attitude: The turn from sensor to earth without north.
    /// - Returns: The same turn, as seen from north.
    @inlinable
    public func northward(_ attitude: Quaternion) -> Quaternion? {
        magneticField == nil ? nil : turn * attitude
    }

    /// How far a sensor is turned clockwise from north, in degrees from 0 up to 360.
    ///
    /// It is the turn about the vertical that is left when the tilt is taken away, so 0 means that the
    /// sensor's axes lie along north, west and up but for the tilt.
    ///
    /// - Parameter northward: The turn from sensor to north, west and up.
    /// - Returns: The angle.
    public static func heading(of northward: Quaternion) -> Double {
        let clockwise = -northward.headingInRadians * (180 / .pi)
        let heading = clockwise < 0 ? clockwise + 360 : clockwise
        // The turn of -0 and the one just below it round to a full one.
        return heading >= 360 ? 0 : heading + 0
    }
}
