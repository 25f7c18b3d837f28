// Calibrating needs a person who lays down and turns the sensor, and a program that watches the readings and shows what
// is still missing. This is the program's part: a value type that uses neither a device nor a screen.

/// Guides a calibration: processes the readings, states what to do next, and finds the calibrations.
///
/// An accelerometer must lie still with each of its six sides up, and once more leaning, since six rests always fit
/// some calibration. A gyroscope must lie still once, or is calibrated from the accelerometer's rests. A magnetometer
/// must be turned until its readings cover all directions; its earlier readings are ignored, since a table may contain
/// iron.
public struct CalibrationProcedure: Sendable {
    /// What to calibrate.
    public struct Plan: Sendable, Hashable {
        public var sensors: Set<MeasuredSensor>
        /// How long the sensor has to lie still for a rest.
        public var restInSeconds: Double
        /// The strength of the Earth's field at the place, in µT, if known.
        public var fieldInMicrotesla: Double?

        /// A plan for these sensors.
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
    /// The calibrations found so far.
    public private(set) var found: [MeasuredSensor: FoundCalibration] = [:]

    private var finder: RestFinder
    private var rests = LaidRests()
    /// True if the present rest has been counted.
    private var isTaken = false
    private var rotation: (seconds: Double, value: SIMD3<Double>)?
    private var field = FieldReadings()
    /// How many distinct field readings have come since the last attempt at a calibration.
    private var newInField = 0
    /// Why a sensor's readings gave no calibration; the next rest clears all of them.
    private var faults: [MeasuredSensor: CalibrationFault] = [:]

    /// The rests for a calibration with six unknowns, and one more to check it.
    static let neededRests = 7
    /// The share of all directions that must be covered.
    static let neededShare = 0.8
    /// How long a gyroscope reading stays valid, in seconds: a gyroscope that is a separate device delivers in batches.
    private static let patience = 1.0

    /// Starts a procedure.
    public init(_ plan: Plan) {
        self.plan = plan
        finder = RestFinder(seconds: plan.restInSeconds)
    }

    /// True if everything in the plan is calibrated.
    public var isFinished: Bool { plan.sensors.allSatisfy { found[$0] != nil } }

    /// Processes a reading.
    ///
    /// - Parameters:
    ///   - value: In g, rad/s or µT.
    ///   - sensor: The sensor.
    ///   - seconds: The time on any clock; each sensor's readings must come in order.
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
            // The magnetometer's readings count only once the sensor has been moved from its last rest.
            guard plan.sensors.contains(.magnetometer), found[.magnetometer] == nil, !lays,
                !isTaken
            else { return }
            turn(value)
        }
    }

    /// The sensors that are not calibrated, each with what is missing; for a user who stops here.
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

    /// The instruction for the person who holds the sensor.
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

    /// True if the sensor still has to be laid down.
    private var lays: Bool {
        plan.sensors.contains { $0 != .magnetometer && found[$0] == nil }
    }

    private mutating func lie(
        _ acceleration: SIMD3<Double>,
        _ rotation: SIMD3<Double>?,
        atSeconds seconds: Double
    ) {
        // `update` only ends a rest; a rest that was long enough has been counted below already.
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
            // It is unknown which of the rests was disturbed, so drop all.
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
            // Readings disturbed by iron would spoil later fits too, so start over.
            switch error {
            case .poorFit, .implausible: field = FieldReadings()
            default: break
            }
        }
    }
}

/// A calibration with its quality.
public struct FoundCalibration: Sendable, Hashable {
    public var calibration: SensorCalibration
    /// The residual: in g, or as a share of the field's strength.
    public var residual: Double?
    /// The number of rests, or of readings in different directions.
    public var measurements: Int
    /// The field strength to which a magnetometer was calibrated.
    public var fieldInMicrotesla: Double?

    /// The form of the calibration that is stored.
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
