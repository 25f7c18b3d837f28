// The shakes detected by a session's sensors. All sensors of a board share one clock, so the sensor with the strongest
// shakes represents them all.

internal import MotionRecorder
internal import SessionAnalysis
internal import SessionFolder

/// The shakes detected by a session's sensors.
struct SessionShakes {
    let bursts: [ShakeBurst]
    /// True if there were more than are stored.
    let isCut: Bool
    /// Why there are no shakes, or fewer than expected; `nil` if every sensor could be used.
    let why: String?

    /// Reads the accelerometers of a session.
    ///
    /// - Throws: `SessionError` if a file cannot be read, or has changed since it was closed.
    init(of session: Session) throws(SessionError) {
        let motion = try SessionMotion(opening: session.path, to: "align it")
        var best: (bursts: [ShakeBurst], isCut: Bool)?
        var why: [String] = motion.left.map { "\($0.path): \($0.why)" }
        for sensor in motion.sensors {
            guard sensor.acceleration != nil else {
                why.append("\(sensor.file.path): it has no accelerations")
                continue
            }
            let reader = try motion.reader(of: sensor, without: Self.unwanted)
            guard !reader.hasTimesOfArrival else {
                why.append("\(sensor.file.path): its readings have the times at which they came")
                continue
            }
            guard Self.rates ~= reader.rateInHertz else {
                why.append(
                    "\(sensor.file.path): shakes are read at \(Int(Self.rates.lowerBound)) readings a second and more"
                )
                continue
            }
            var finder = ShakeFinder()
            while let reading = try reader.next() {
                guard let acceleration = reading.acceleration else { continue }
                let magnitude = (acceleration * acceleration).sum().squareRoot()
                finder.add(MagnitudeReading(instant: reading.instant, magnitude: magnitude))
            }
            finder.finish()
            let energy = finder.bursts.reduce(0) { $0 + $1.energy }
            if energy > best?.bursts.reduce(0, { $0 + $1.energy }) ?? 0 {
                best = (finder.bursts, finder.isCut)
            }
        }
        bursts = best?.bursts ?? []
        isCut = best?.isCut ?? false
        self.why = why.isEmpty ? nil : why.joined(separator: "; ")
    }

    private static let rates = 25.0...10_000.0
    private static let unwanted: Set<MotionSensorType> = [
        .gyro, .rotationRate, .magnetometer, .magneticField,
    ]
}
