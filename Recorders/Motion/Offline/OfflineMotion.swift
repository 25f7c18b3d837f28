// Computes the attitudes of a recorded device from the whole recording. Short holes are bridged as in the
// computation during recording. After a longer hole, the levelling and the search for north start over. Only the
// heading and the estimates of the gyroscope's bias and of the Earth's field continue.

internal import Orientation
public import SampleStream
public import SessionFolder
internal import RecorderKinds

/// The attitude of a recorded device at each gyroscope reading, from a filter that also uses later readings.
public struct OfflineMotion: Sendable {
    /// The progress of processing a recording.
    public enum Stage: Sendable, Equatable {
        /// This many readings and gaps have been read.
        case reading(Int)
        /// The attitudes of this many time steps are being computed.
        case solving(steps: Int)
    }

    /// The expected rate of each sensor; `OfflineProcessor` needs the same rates to form the same rows.
    let ratesInHertz: [MotionSensorType: Double]
    let attitudes: OfflineAttitudes
    /// Whether the attitudes include north.
    let hasNorth: Bool
    /// How often the attitude started over after a hole.
    let holes: Int
    /// The reasons of all gaps in the recording.
    public let lossReasons: Set<GapReason>
    /// The rate for which the filter was tuned, in time steps a second.
    public let rateInHertz: Double

    var hasMagnetometer: Bool { ratesInHertz[.magnetometer] != nil }

    /// The types that can be computed from the recorded sensors, in the order of `MotionSensorType`.
    public var types: [MotionSensorType] {
        MotionSensorType.allCases.filter {
            $0.isDerived && (hasMagnetometer || $0 != .magneticField)
        }
    }

    /// Reads a file of a session completely and computes the attitudes.
    ///
    /// - Parameters:
    ///   - file: The file, which contains an accelerometer and a gyroscope.
    ///   - session: The session.
    ///   - most: The largest permitted number of steps.
    ///   - tell: Called with the progress.
    /// - Throws: What is wrong with the file; `TooLong` if it has more time steps than permitted.
    public init(
        of file: SessionManifest.File,
        in session: Session,
        stepsAtMost most: Int = .max,
        telling tell: (Stage) -> Void = { _ in }
    ) throws {
        let present = try RecordedSessionSource.types(of: file, in: session)
        let raw = MotionSensorType.raw.filter(present.contains)
        var rates: [MotionSensorType: Double] = [:]
        for type in raw {
            let sensor = file.sensors.first { $0.sensorType == type.rawValue }
            rates[type] =
                sensor?.nominalRateInHertz ?? MotionRecorderConfiguration.defaultFrequencyInHertz
        }
        var reading = OfflineMotionReading(ratesInHertz: rates, stepsAtMost: most)
        let channels = Set(raw.map(\.channel))
        if MotionForm.fits(file) {
            try reading.take(file, of: session, by: MotionForm(), channels, telling: tell)
        } else {
            try reading.take(
                file,
                of: session,
                by: ValueMotionForm(of: file),
                channels,
                telling: tell
            )
        }
        reading.finish()
        guard !reading.isTooLong else { throw TooLong() }
        tell(.solving(steps: reading.steps))
        self = reading.solve()
    }

    /// The file has more time steps than permitted.
    public struct TooLong: Error {}

    init(
        ratesInHertz: [MotionSensorType: Double],
        attitudes: OfflineAttitudes,
        holes: Int,
        lossReasons: Set<GapReason>,
        rateInHertz: Double
    ) {
        self.ratesInHertz = ratesInHertz
        self.attitudes = attitudes
        self.holes = holes
        self.lossReasons = lossReasons
        self.rateInHertz = rateInHertz
        hasNorth = attitudes.hasNorth
    }
}

/// Collects the readings of a recorded device.
struct OfflineMotionReading {
    private let ratesInHertz: [MotionSensorType: Double]
    private var rows: OfflineRows
    private var orientation: OfflineOrientation
    private var periodsInSeconds = 0.0
    private var readings = 0
    private var holes = 0
    private var lossReasons: Set<GapReason> = []
    private let most: Int
    /// Whether there are more time steps than permitted; then nothing more is collected.
    private(set) var isTooLong = false

    /// The number of time steps to compute.
    var steps: Int { orientation.count }

    /// - Parameters:
    ///   - ratesInHertz: The expected rate of each sensor that is there.
    ///   - most: The largest permitted number of steps.
    init(ratesInHertz: [MotionSensorType: Double], stepsAtMost most: Int = .max) {
        self.ratesInHertz = ratesInHertz
        self.most = most
        rows = OfflineRows(ratesInHertz: ratesInHertz)
        let rate = ratesInHertz[.gyro] ?? MotionRecorderConfiguration.defaultFrequencyInHertz
        orientation = OfflineOrientation(rateInHertz: FilterRate.possible(rate))
    }

    /// Adds all items of a file.
    mutating func take<Form: RecordedForm<MotionSample>>(
        _ file: SessionManifest.File,
        of session: Session,
        by form: Form,
        _ channels: Set<Int>,
        telling tell: (OfflineMotion.Stage) -> Void
    ) throws {
        let flow = RecordedFlow(reading: file, of: session, form: form, channels: channels)
        var taken = 0
        try flow.forEachItem(by: form) { item in
            take(item, isStop: item.isStop(among: flow.marks))
            taken += 1
            if taken & 0xFFFF == 0 { tell(.reading(taken)) }
        }
    }

    /// Adds an item of the recording.
    ///
    /// - Parameters:
    ///   - item: A reading, a gap or a mark.
    ///   - isStop: Whether it is the mark of the recording's end.
    mutating func take(_ item: MotionSample, isStop: Bool) {
        guard !isTooLong else { return }
        if case .gap(let lost, let reason, _) = item.role, lost > 0 { lossReasons.insert(reason) }
        rows.take(item)
        takeRows(isOver: isStop)
    }

    /// Processes the readings that still wait, because no more items follow.
    mutating func finish() { takeRows(isOver: true) }

    /// Computes the attitudes; uses up the collected readings.
    consuming func solve() -> OfflineMotion {
        let rate = readings > 0 ? FilterRate.possible(Double(readings) / periodsInSeconds) : 1
        return OfflineMotion(
            ratesInHertz: ratesInHertz,
            attitudes: orientation.solve(rateInHertz: rate),
            holes: holes,
            lossReasons: lossReasons,
            rateInHertz: rate
        )
    }

    private mutating func takeRows(isOver: Bool) {
        while let row = rows.next(isOver: isOver) {
            if case .reading(let reading) = row { take(reading) }
            isTooLong = steps > most
            if isTooLong { return }
        }
    }

    private mutating func take(_ reading: OfflineRows.Reading) {
        periodsInSeconds += reading.periodInSeconds
        readings += 1
        var turnTime = reading.spanInSeconds
        switch reading.passage {
        case .turn(let seconds)?: turnTime = seconds
        case .bridge(let rates, let hole, let steps)?:
            let step = hole / Double(steps)
            for index in 0..<steps {
                let start = Double(index) * step
                turn(at: rates.mean(from: start, to: start + step), for: step)
            }
        case .hole(let seconds, let rate)?:
            if let rate {
                // Near the hole's ends the rate is still known, so the attitude is turned by it there.
                let end = TurnCourse.longestBridgeInSeconds / 2
                turn(at: rate, for: end)
                turn(at: reading.rate, for: end)
            }
            orientation.passHole(ofSeconds: seconds)
            holes += 1
        case nil: break
        }
        orientation.append(
            gyroscope: reading.rate,
            accelerometer: reading.acceleration,
            magnetometer: reading.fieldVector,
            turnTimeInSeconds: turnTime
        )
    }

    /// Advances through a time without readings.
    private mutating func turn(at rate: SIMD3<Double>, for seconds: Double) {
        orientation.append(gyroscope: rate, accelerometer: nil, turnTimeInSeconds: seconds)
    }
}

extension MotionSample {
    /// True if it is the mark of the recording's end, after which nothing measured follows.
    func isStop(among marks: MarkTable?) -> Bool {
        guard case .mark(let number) = role else { return false }
        return marks?[number]?.name == "stop"
    }
}
