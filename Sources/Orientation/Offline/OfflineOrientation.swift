// The attitude of a finished recording. A live filter knows only what came before; for a recording the later readings
// are known, too. So the bias is estimated from both sides, acceleration and field are smoothed without delay, and the
// attitude is as accurate at the beginning as at the end. The idea is that of VQF's offline variant (Laidig and Seel,
// Information Fusion 91, 2023).

/// Estimates a sensor's attitude over a whole recording from its gyroscope, accelerometer and magnetometer.
///
/// The frames are those of `OrientationFilter`. Stores every step until `solve` is called: 56 bytes each, or 80 with a
/// magnetometer, plus the spare room of growing arrays.
public struct OfflineOrientation: Sendable {
    private let settings: OrientationSettings
    private let step: Double
    private var stretches: [OfflineStretch]
    /// The length in seconds of the gap before each stretch, except the first.
    private var holesInSeconds: [Double] = []
    /// How many readings were dropped: not numbers, or implausible for a sensor.
    public private(set) var refusedReadings = 0
    private static let longestTurnInSeconds = 1e3
    /// The number of time steps so far.
    public private(set) var count = 0

    /// An estimate for a recording that is passed step by step.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: The number of steps a second.
    ///   - settings: How to weigh the sensors, as for a live filter.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        if let problem = settings.problem { preconditionFailure(problem) }
        self.settings = settings
        step = 1 / rate
        stretches = [OfflineStretch()]
    }

    /// Adds the readings of one time step.
    ///
    /// A reading that is not a number or implausible is dropped and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: The reading in g: +1 upward at rest; `nil` if there is none.
    ///   - magnetometer: The field in µT, if there is a reading.
    ///   - turnTime: The seconds since the last step, if known more precisely than by the rate.
    public mutating func append(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>?,
        magnetometer: SIMD3<Double>? = nil,
        turnTimeInSeconds turnTime: Double? = nil
    ) {
        // A rotation of unknown duration cannot be integrated.
        let isTimed = turnTime.map { 0...Self.longestTurnInSeconds ~= $0 } ?? true
        let rotation = isTimed && InclinationFilter.isRotation(gyroscope) ? gyroscope : nil
        let acceleration = accelerometer.flatMap { InclinationFilter.isAcceleration($0) ? $0 : nil }
        let field = magnetometer.flatMap { HeadingFilter.isField($0) ? $0 : nil }
        if rotation == nil { refusedReadings += 1 }
        if acceleration == nil, accelerometer != nil { refusedReadings += 1 }
        if field == nil, magnetometer != nil { refusedReadings += 1 }
        count += 1
        stretches[stretches.count - 1].append(
            rotation: rotation,
            acceleration: acceleration,
            field: field,
            turnTimeInSeconds: turnTime ?? step
        )
    }

    /// Notes a gap about which nothing is known; levels and finds north separately after it.
    ///
    /// The heading without magnetometer continues from its last value.
    ///
    /// - Parameter seconds: The length of the gap.
    public mutating func passHole(ofSeconds seconds: Double) {
        guard let last = stretches.last, last.count > 0 else { return }
        stretches.append(OfflineStretch())
        holesInSeconds.append(max(0, seconds))
    }

    /// Computes the attitude at every step; consumes the readings.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9.
    ///
    /// - Parameter rate: The number of steps a second, if known more precisely than at the beginning.
    /// - Returns: One attitude for each step, in order.
    public consuming func solve(rateInHertz rate: Double? = nil) -> OfflineAttitudes {
        precondition(
            rate.map { 1e-3...1e9 ~= $0 } ?? true,
            "a filter cannot run at \(rate ?? 0) Hz"
        )
        let step = rate.map { 1 / $0 } ?? self.step
        let biases = BiasTrack.ofBothWays(
            stretches,
            holesInSeconds: holesInSeconds,
            stepInSeconds: step,
            settings: settings
        )
        var attitudes = OfflineAttitudes(capacity: count)
        var heading = 0.0
        for index in stretches.indices {
            // Moved out of the array, so that it is not copied while it is worked on.
            var stretch = OfflineStretch()
            swap(&stretch, &stretches[index])
            guard stretch.count > 0 else { continue }
            let solved = stretch.solve(
                biases: biases[index],
                settings: settings,
                stepInSeconds: step,
                beginningAtHeading: heading
            )
            heading = solved.lastHeadingInRadians
            attitudes.append(solved, biases: biases[index])
        }
        return attitudes
    }
}
