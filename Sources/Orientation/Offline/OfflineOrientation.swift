// The attitude of a recording that is over. A filter that runs along knows only what came before; of a recording the
// readings behind are known, too. So the gyroscope's bias is the best guess from both sides, acceleration and field
// are smoothed without delay, and the attitude is as good at the beginning as at the end. The idea is that of VQF's
// offline variant (Laidig and Seel, Information Fusion 91, 2023).

/// Estimates a sensor's attitude over a whole recording from its gyroscope, accelerometer and magnetometer.
///
/// The frames are those of `OrientationFilter`. It keeps every reading until it is asked: some 180 bytes for each.
public struct OfflineOrientation: Sendable {
    private let settings: OrientationSettings
    private let step: Double
    private var stretches: [OfflineStretch]
    /// How many seconds nobody knows anything of lie ahead of each stretch but the first.
    private var holesInSeconds: [Double] = []
    /// How many readings were no numbers, or numbers that no sensor gives, and were left out.
    public private(set) var refusedReadings = 0
    private static let longestTurnInSeconds = 1e3
    /// How many steps of time it was told of.
    public private(set) var count = 0

    /// An estimate of a recording that is told step by step.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9, and `settings.problem` is `nil`.
    ///
    /// - Parameters:
    ///   - rate: How many steps there are a second.
    ///   - settings: What it trusts, as with a filter that runs along.
    public init(rateInHertz rate: Double, settings: OrientationSettings = OrientationSettings()) {
        precondition(1e-3...1e9 ~= rate, "a filter cannot run at \(rate) Hz")
        if let problem = settings.problem { preconditionFailure(problem) }
        self.settings = settings
        step = 1 / rate
        stretches = [OfflineStretch()]
    }

    /// Takes in what the sensor felt in one step of time.
    ///
    /// A reading that is no number, or one that no sensor gives, is left out and counted.
    ///
    /// - Parameters:
    ///   - gyroscope: The rotation in rad/s.
    ///   - accelerometer: What it reads in g: +1 upward at rest; `nil` where that is not known.
    ///   - magnetometer: The field in µT, if there is a reading.
    ///   - turnTime: How long the sensor has turned since the last step, in seconds, where that is known better than
    ///     by the rate.
    public mutating func append(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>?,
        magnetometer: SIMD3<Double>? = nil,
        turnTimeInSeconds turnTime: Double? = nil
    ) {
        // A turn of which nobody knows how long it took is not known.
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

    /// Notes that nothing is known of a time: what comes next is levelled and turned north by itself.
    ///
    /// The heading without magnetometer goes on from where it was.
    ///
    /// - Parameter seconds: How long that was.
    public mutating func passHole(ofSeconds seconds: Double) {
        guard let last = stretches.last, last.count > 0 else { return }
        stretches.append(OfflineStretch())
        holesInSeconds.append(max(0, seconds))
    }

    /// Works out the attitude at every step; the readings are used up.
    ///
    /// - Precondition: The rate is from 1e-3 to 1e9.
    ///
    /// - Parameter rate: How many steps there were a second, where that is known better than at the beginning.
    /// - Returns: One answer for each step, in their order.
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
            // Taken out, so that it is not kept twice while it is worked on.
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
