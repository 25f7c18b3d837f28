// Turns the items of a stream into those that are written: which pass unchanged, which are computed, and in
// which order. It is a value, so that a whole batch is one exclusive access to it.

internal import SampleStream
internal import Timebase

/// Computes the derived types of one stream of motion.
struct Derivation {
    private let derived: [MotionSensorType]
    /// A bit for each channel whose samples go to the file unchanged.
    private let passes: UInt32
    private let marks: MarkTable?
    private var inclination: InclinationStage
    // Not optional: each access to an optional would copy all of it.
    /// Computes what needs a magnetometer.
    private var north: NorthStage
    private var output: [MotionSample] = []
    private var isFinished = false

    /// Computes the types that were requested but that the source does not deliver itself.
    init(for request: MotionRequest, of source: SourceDescription) {
        let derived = request.derivedTypes.filter { !source.readyChannels.contains($0.channel) }
        let rates = source.nominalRatesInHertz
        self.derived = derived
        // Besides the magnetic field itself, only the attitude depends on the magnetometer, which a recording
        // may lack.
        let usesMagnetometer =
            derived.contains(.magneticField)
            || derived.contains(.attitude) && request.derivedTypes.contains(.magneticField)
                && rates[MotionSensorType.magnetometer.channel] != nil
        // Raw types that are needed only for computing are not written.
        passes = request.wantedTypes.reduce(0) { passes, type in
            derived.contains(type) ? passes : passes | 1 << UInt32(type.channel)
        }
        marks = source.marks
        func rate(_ type: MotionSensorType) -> Double {
            let said = [rates[type.channel], request.rateInHertz].compactMap(\.self)
            return said.first { 1e-2...1e6 ~= $0 }
                ?? MotionRecorderConfiguration.defaultFrequencyInHertz
        }
        let northern = derived.filter { usesMagnetometer && $0.turnsWithNorth }
        inclination = InclinationStage(
            derived.filter { !northern.contains($0) },
            gyroscopeRateInHertz: rate(.gyro),
            accelerometerRateInHertz: rate(.accelerometer)
        )
        north = NorthStage(
            usesMagnetometer ? northern : nil,
            magnetometerRateInHertz: rate(.magnetometer)
        )
    }

    mutating func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        for index in 0..<items.count { unsafe take(items[index]) }
        unsafe handOnOutput(handOn)
    }

    mutating func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        computeAll()
        isFinished = true
        unsafe handOnOutput(handOn)
    }

    private mutating func handOnOutput(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        guard !output.isEmpty else { return }
        unsafe output.withUnsafeBufferPointer { unsafe handOn($0) }
        output.removeAll(keepingCapacity: true)
    }
}

extension MotionSensorType {
    /// True for types that are given in the frame with north, if there is one.
    fileprivate var turnsWithNorth: Bool { self == .attitude || self == .magneticField }
}

// MARK: - Describing

extension Derivation {
    func describe(_ description: inout SourceDescription) {
        guard !derived.isEmpty else { return }
        for type in derived {
            description.nominalRatesInHertz[type.channel] =
                description.nominalRatesInHertz[MotionSensorType.gyro.channel]
        }
        let frame: ReferenceCoordinate = north.isWanted ? .northWestUp : .zUp
        description.details["derived"] =
            derived.map(\.rawValue).joined(separator: ", ") + " (\(frame.rawValue), VQF)"
        let interpolated =
            (inclination.isInterpolated ? [MotionSensorType.accelerometer.rawValue] : [])
            + (north.isInterpolated ? [MotionSensorType.magnetometer.rawValue] : [])
        if !interpolated.isEmpty {
            description.details["resampled"] =
                interpolated.joined(separator: ", ") + " to the instants of the gyro, linearly"
        }
        if inclination.levellings > 0 {
            description.details["attitudeLevelledAnew"] =
                inclination.levellings == 1
                ? "once, after a hole of more than 0.2 s"
                : "\(inclination.levellings) times, after holes of more than 0.2 s"
        }
        if isFinished { description.details["notDerived"] = notDerived }
    }

    /// The types that could not be computed at all, and why.
    private var notDerived: String? {
        func tell(_ types: [MotionSensorType], _ needed: [MotionSensorType]) -> String? {
            guard !types.isEmpty else { return nil }
            return types.map(\.rawValue).joined(separator: ", ")
                + ": not computed, because at no instant were there readings of all of "
                + needed.map(\.rawValue).joined(separator: ", ")
                + "; see that each of them delivers samples"
        }
        let all: [MotionSensorType] = [.accelerometer, .gyro]
        guard inclination.hasBegun else {
            return tell(derived, north.isWanted ? all + [.magnetometer] : all)
        }
        guard north.isWanted, !north.hasBegun else { return nil }
        return tell(derived.filter(\.turnsWithNorth), all + [.magnetometer])
    }
}

// MARK: - Taking

extension Derivation {
    private mutating func take(_ item: MotionSample) {
        if case .mark(let number) = item.role {
            // Write all samples measured before the end first, and then the mark.
            if marks?[number]?.name == "stop" { computeAll() }
            output.append(item)
            return
        }
        if passes & 1 << UInt32(item.channel & 31) != 0 { output.append(item) }
        guard !derived.isEmpty else { return }
        switch RawNews(item) {
        case .reading(.gyroscope, let rate, let timestamp):
            inclination.addRotation(rate, timestampedAt: timestamp)
        case .reading(.accelerometer, let vector, let timestamp):
            inclination.addAcceleration(vector, timestampedAt: timestamp)
        case .reading(.magnetometer, let field, let timestamp):
            north.addField(field, timestampedAt: timestamp)
        case .gap(.gyroscope, let gap): inclination.addRotationGap(gap)
        case .gap(.accelerometer, let gap): inclination.addAccelerationGap(gap)
        case .gap(.magnetometer, let gap): north.addFieldGap(gap)
        case nil: break
        }
        compute(isOver: false)
    }
}

// MARK: - Computing

extension Derivation {
    /// Computes everything that is waiting, and reports what is missing.
    private mutating func computeAll() {
        compute(isOver: true)
        north.tellMissing(into: &output)
        inclination.tellMissing(into: &output)
    }

    private mutating func compute(isOver: Bool) {
        inclination.compute(isOver: isOver, into: &output, north: &north)
        north.compute(isOver: isOver, into: &output)
    }
}
