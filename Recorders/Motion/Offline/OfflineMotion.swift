// The attitudes of a recorded device, worked out from the whole recording. Readings go in as rows; what is not there is
// bridged as the filter that runs along bridges it, and after a longer hole nothing is carried over but the heading.

internal import Orientation
public import SampleStream
public import SessionFolder
internal import RecorderKinds

/// The attitude of a recorded device at each reading of its gyroscope, by a filter that knows the future.
public struct OfflineMotion: Sendable {
    /// How far the reading of a recording is.
    public enum Stage: Sendable, Equatable {
        /// So many readings and gaps are taken in.
        case reading(Int)
        /// The attitudes of so many steps are being worked out.
        case solving(steps: Int)
    }

    /// How often each sensor that is there should read: by that the same rows are read again.
    let ratesInHertz: [MotionSensorType: Double]
    let attitudes: OfflineAttitudes
    /// Whether the attitude has north in it.
    let hasNorth: Bool
    /// How often the attitude began anew, since nothing was known of the time before.
    let holes: Int
    /// Why readings are missing of what was read.
    public let lossReasons: Set<GapReason>
    /// How many steps a second the filter was made for.
    public let rateInHertz: Double

    var hasMagnetometer: Bool { ratesInHertz[.magnetometer] != nil }

    /// What follows from the sensors that it read, in the order of `MotionSensorType`.
    public var types: [MotionSensorType] {
        MotionSensorType.allCases.filter {
            $0.isDerived && (hasMagnetometer || $0 != .magneticField)
        }
    }

    /// Reads a file of a session through, and works the attitudes out.
    ///
    /// - Parameters:
    ///   - file: The file, which has an accelerometer and a gyroscope.
    ///   - session: The session.
    ///   - most: How many steps there may be at the most.
    ///   - tell: Is told how far it is.
    /// - Throws: What is wrong with the file; `TooLong` where it has more steps.
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

    /// A file has more steps than it may.
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

/// Takes the readings of a recorded device in.
struct OfflineMotionReading {
    private let ratesInHertz: [MotionSensorType: Double]
    private var rows: OfflineRows
    private var orientation: OfflineOrientation
    private var periodsInSeconds = 0.0
    private var readings = 0
    private var holes = 0
    private var lossReasons: Set<GapReason> = []
    private let most: Int
    /// Whether there are more steps than there may be; then nothing more is taken in.
    private(set) var isTooLong = false

    /// How many steps of time there are to work out.
    var steps: Int { orientation.count }

    /// - Parameters:
    ///   - ratesInHertz: How often each sensor that is there should read.
    ///   - most: How many steps there may be at the most.
    init(ratesInHertz: [MotionSensorType: Double], stepsAtMost most: Int = .max) {
        self.ratesInHertz = ratesInHertz
        self.most = most
        rows = OfflineRows(ratesInHertz: ratesInHertz)
        let rate = ratesInHertz[.gyro] ?? MotionRecorderConfiguration.defaultFrequencyInHertz
        orientation = OfflineOrientation(rateInHertz: FilterRate.possible(rate))
    }

    /// Takes all items of a file.
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

    /// Takes an item of the recording.
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

    /// Nothing comes any more.
    mutating func finish() { takeRows(isOver: true) }

    /// Works the attitudes out; what was taken in is used up.
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
                // Near its ends the rate is known still.
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

    /// Goes through a time of which there are no readings.
    private mutating func turn(at rate: SIMD3<Double>, for seconds: Double) {
        orientation.append(gyroscope: rate, accelerometer: nil, turnTimeInSeconds: seconds)
    }
}

extension MotionSample {
    /// Whether it is the mark of a recording's end: nothing that was measured stands behind it.
    func isStop(among marks: MarkTable?) -> Bool {
        guard case .mark(let number) = role else { return false }
        return marks?[number]?.name == "stop"
    }
}
