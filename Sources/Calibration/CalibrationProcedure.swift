// Calibrating takes a person who lays the sensor down and turns it, and somebody who watches the readings and says what
// is still missing. This is the one who watches: a value, which knows neither a device nor a screen.

/// Watches a sensor being calibrated: takes its readings, says what to do, and finds the calibrations.
///
/// An accelerometer lies still with each of its six sides up, and once more leaning, since six rests always fit something.
/// A gyroscope lies still once, or is calibrated from the rests of the accelerometer. A magnetometer is turned until it
/// has seen the field from everywhere, and is not listened to before: a table may have iron in it.
public struct CalibrationProcedure: Sendable {
    /// What is wanted.
    public struct Plan: Sendable, Hashable {
        public var sensors: Set<MeasuredSensor>
        /// How long the sensor lies still for a rest.
        public var restInSeconds: Double
        /// The strength of the Earth's field at that place, in µT, where it is known.
        public var fieldInMicrotesla: Double?

        /// A calibration of these sensors.
        public init(
            _ sensors: Set<MeasuredSensor>,
            restInSeconds: Double = 2,
            fieldInMicrotesla: Double? = nil
        ) {
            self.sensors = sensors
            self.restInSeconds = restInSeconds
            self.fieldInMicrotesla = fieldInMicrotesla
        }
    }

    public let plan: Plan
    /// What was found so far.
    public private(set) var found: [MeasuredSensor: FoundCalibration] = [:]

    private var finder: RestFinder
    private var rests = LaidRests()
    /// Whether the rest that it lies in is taken already.
    private var isTaken = false
    private var rotation: (seconds: Double, value: SIMD3<Double>)?
    private var field = FieldReadings()
    /// How many readings of the field lay apart since a calibration was last tried.
    private var newInField = 0
    /// Why what was measured of a sensor gave no calibration, until something else is measured.
    private var faults: [MeasuredSensor: CalibrationFault] = [:]

    /// The rests that a calibration of six unknowns needs, one of them to see whether it fits.
    static let neededRests = 7
    /// Which share of all directions has to be seen.
    static let neededShare = 0.8
    /// A reading of the gyroscope holds for so long, in seconds: one that is a device of its own comes in batches.
    private static let patience = 1.0

    /// A procedure that begins.
    public init(_ plan: Plan) {
        self.plan = plan
        finder = RestFinder(seconds: plan.restInSeconds)
    }

    /// Whether all that was wanted is found.
    public var isFinished: Bool { plan.sensors.allSatisfy { found[$0] != nil } }

    /// Takes a reading.
    ///
    /// - Parameters:
    ///   - value: In g, rad/s or µT.
    ///   - sensor: Which sensor's.
    ///   - seconds: When, on any clock; each sensor's readings come in order.
    public mutating func take(
        _ value: SIMD3<Double>,
        of sensor: MeasuredSensor,
        atSeconds seconds: Double
    ) {
        switch sensor {
        case .accelerometer:
            guard plan.sensors.contains(.accelerometer) else { return }
            guard plan.sensors.contains(.gyro) else {
                return lie(value, nil, atSeconds: seconds)
            }
            guard let rotation, abs(seconds - rotation.seconds) <= Self.patience else { return }
            lie(value, rotation.value, atSeconds: seconds)
        case .gyro:
            rotation = (seconds, value)
            guard plan.sensors.contains(.gyro), !plan.sensors.contains(.accelerometer) else {
                return
            }
            lie(.zero, value, atSeconds: seconds)
        case .magnetometer:
            // It turns as soon as it no longer lies where it lay last.
            guard plan.sensors.contains(.magnetometer), found[.magnetometer] == nil, !lays,
                !isTaken
            else { return }
            turn(value)
        }
    }

    /// What was wanted and is not found, with what is missing for it, where nobody goes on.
    public var missing: [MeasuredSensor: CalibrationFault] {
        var missing: [MeasuredSensor: CalibrationFault] = [:]
        for sensor in plan.sensors where found[sensor] == nil {
            missing[sensor] = faults[sensor] ?? whatIsMissing(of: sensor)
        }
        return missing
    }

    private func whatIsMissing(of sensor: MeasuredSensor) -> CalibrationFault {
        switch sensor {
        case .accelerometer:
            Direction.allCases.first { !rests.sides.contains($0) }.map { .missing($0) }
                ?? .unchecked
        case .gyro: .tooFew(found: 0, needed: 1)
        case .magnetometer: .unseen(share: field.share, needed: Self.neededShare)
        }
    }

    /// What to tell whoever holds the sensor.
    public var guidance: CalibrationGuidance {
        if lays {
            return .lay(
                CalibrationGuidance.Lay(
                    isSixSided: plan.sensors.contains(.accelerometer),
                    sides: rests.sides,
                    rests: rests.all.count,
                    lyingForSeconds: isTaken ? plan.restInSeconds : finder.lyingForSeconds,
                    neededSeconds: plan.restInSeconds,
                    up: finder.side,
                    isTaken: isTaken,
                    fault: faults[.accelerometer] ?? faults[.gyro]
                )
            )
        }
        guard !isFinished else { return .finished }
        return .turn(
            CalibrationGuidance.Turn(
                share: field.share,
                needed: Self.neededShare,
                fault: faults[.magnetometer]
            )
        )
    }

    // MARK: Lying

    /// Whether it still has to be laid down.
    private var lays: Bool {
        plan.sensors.contains { $0 != .magnetometer && found[$0] == nil }
    }

    private mutating func lie(
        _ acceleration: SIMD3<Double>,
        _ rotation: SIMD3<Double>?,
        atSeconds seconds: Double
    ) {
        // A rest ends here that was long enough only where it was taken already.
        _ = finder.update(seconds: seconds, acceleration: acceleration, rotation: rotation)
        let lying = finder.lyingForSeconds
        if lying == 0 { isTaken = false }
        guard lays, !isTaken, lying >= plan.restInSeconds, let rest = finder.finish() else {
            return
        }
        isTaken = true
        faults = [:]
        rests.take(rest)
        findFromRests()
    }

    private mutating func findFromRests() {
        let isSixSided = plan.sensors.contains(.accelerometer)
        guard !isSixSided || rests.isSixSided && rests.isChecked else { return }
        let all = rests.all
        var sensor = MeasuredSensor.accelerometer
        do throws(CalibrationFault) {
            if isSixSided {
                let (calibration, rest) = try AccelerometerCalibration.fit(all)
                found[.accelerometer] = FoundCalibration(
                    calibration: calibration,
                    residual: rest,
                    measurements: all.count
                )
            }
            if plan.sensors.contains(.gyro) {
                sensor = .gyro
                found[.gyro] = FoundCalibration(
                    calibration: try GyroscopeCalibration.fit(all),
                    measurements: all.count
                )
            }
        } catch {
            // Nobody knows which of them was disturbed.
            rests = LaidRests()
            found[.accelerometer] = nil
            faults[sensor] = error
        }
    }

    // MARK: Turning

    private mutating func turn(_ value: SIMD3<Double>) {
        let isNew = field.add(value)
        if field.isStuck {
            field = FieldReadings()
            newInField = 0
            faults[.magnetometer] = .noEllipsoid
        }
        guard isNew else { return }
        newInField += 1
        guard newInField >= 20, field.share >= Self.neededShare else { return }
        newInField = 0
        do throws(CalibrationFault) {
            let fit = try MagnetometerCalibration.fit(
                field.kept,
                strength: plan.fieldInMicrotesla
            )
            found[.magnetometer] = FoundCalibration(
                calibration: fit.calibration,
                residual: fit.restShare,
                measurements: field.kept.count,
                fieldInMicrotesla: fit.strength
            )
            faults[.magnetometer] = nil
        } catch {
            faults[.magnetometer] = error
            // Iron that came near stays in what was measured: that is measured anew.
            switch error {
            case .poorFit, .implausible: field = FieldReadings()
            default: break
            }
        }
    }
}

/// A calibration that was found.
public struct FoundCalibration: Sendable, Hashable {
    public var calibration: SensorCalibration
    /// What is left of 1 g, or of the field as a share of its strength.
    public var residual: Double?
    /// Of how many rests, or readings in different directions.
    public var measurements: Int
    /// The strength of the field that a magnetometer was calibrated to.
    public var fieldInMicrotesla: Double?

    /// What is kept of it.
    public func kept(date: String, temperatureInCelsius: Double?) -> KeptCalibration {
        KeptCalibration(
            calibration,
            date: date,
            temperatureInCelsius: temperatureInCelsius,
            residual: residual,
            measurements: measurements,
            fieldInMicrotesla: fieldInMicrotesla
        )
    }
}
