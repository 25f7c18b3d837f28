// From items of a stream to those that are written: which pass as they are, which are computed, and in which
// order they stand. A value, so that a batch is one access to it.

internal import SampleStream
internal import Timebase

/// What is computed from one stream of motion.
struct Derivation {
    private let derived: [MotionSensorType]
    /// A bit for each channel that goes to the file as the source gives it.
    private let passes: UInt32
    private let marks: MarkTable?
    private var inclination: InclinationStage
    // No optional: each access to one would copy all of it.
    /// What needs a magnetometer.
    private var north: NorthStage
    private var output: [MotionSample] = []
    private var isFinished = false

    /// What is asked of a source and not given by it.
    init(for request: MotionRequest, of source: SourceDescription) {
        let derived = request.derivedTypes.filter { !source.readyChannels.contains($0.channel) }
        let rates = source.nominalRatesInHertz
        self.derived = derived
        // Only the attitude depends on it beside the field itself, whose sensor a recording may lack.
        let usesMagnetometer =
            derived.contains(.magneticField)
            || derived.contains(.attitude) && request.derivedTypes.contains(.magneticField)
                && rates[MotionSensorType.magnetometer.channel] != nil
        // What is needed for computing only is not written.
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
    /// Whether it is of the frame that has north in it, where there is one.
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

    /// What could not be computed at all, and why.
    private var notDerived: String? {
        func tell(_ types: [MotionSensorType], _ needed: [MotionSensorType]) -> String? {
            guard !types.isEmpty else { return nil }
            return types.map(\.rawValue).joined(separator: ", ")
                + ": there was no instant of which all of "
                + needed.map(\.rawValue).joined(separator: ", ") + " told"
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
        let isPassing = passes & 1 << UInt32(item.channel & 31) != 0
        switch item.role {
        case .mark(let number):
            // Nothing that was measured before the end stands behind it.
            if marks?[number]?.name == "stop" { computeAll() }
            output.append(item)
            return
        case .gap(let lost, let reason, let isEstimated):
            if isPassing { output.append(item) }
            guard !derived.isEmpty else { return }
            takeGap(
                LossLedger.Entry(
                    channel: item.channel,
                    reason: reason,
                    firstMissing: item.time,
                    count: lost,
                    isEstimated: isEstimated
                )
            )
        case .reading:
            if isPassing { output.append(item) }
            guard !derived.isEmpty else { return }
            takeReading(item)
        }
        compute(isOver: false)
    }

    private mutating func takeReading(_ item: MotionSample) {
        let vector = SIMD3(item.x, item.y, item.z)
        // The sum of what are numbers may be none, but then the filter would refuse them too.
        guard item.hasAxes, vector.sum().isFinite else {
            // In the file it is a gap that the source made.
            return takeGap(
                LossLedger.Entry(
                    channel: item.channel,
                    reason: .source,
                    firstMissing: item.time,
                    count: 1
                )
            )
        }
        let stamp = item.time.nanoseconds
        switch item.type {
        case .gyro: inclination.addRotation(vector, stampedAt: stamp)
        case .accelerometer: inclination.addAcceleration(vector, stampedAt: stamp)
        case .magnetometer: north.addField(vector, stampedAt: stamp)
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration, nil: break
        }
    }

    private mutating func takeGap(_ gap: LossLedger.Entry) {
        guard gap.count > 0 else { return }
        switch MotionSensorType(channel: gap.channel) {
        case .gyro: inclination.addRotationGap(gap)
        case .accelerometer: inclination.addAccelerationGap(gap)
        case .magnetometer: north.addFieldGap(gap)
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration, nil: break
        }
    }
}

// MARK: - Computing

extension Derivation {
    /// Computes all that is waiting, and tells what is missing.
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
