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
        if case .mark(let number) = item.role {
            // Nothing that was measured before the end stands behind it.
            if marks?[number]?.name == "stop" { computeAll() }
            output.append(item)
            return
        }
        if passes & 1 << UInt32(item.channel & 31) != 0 { output.append(item) }
        guard !derived.isEmpty else { return }
        switch RawNews(item) {
        case .reading(.gyroscope, let rate, let stamp):
            inclination.addRotation(rate, stampedAt: stamp)
        case .reading(.accelerometer, let vector, let stamp):
            inclination.addAcceleration(vector, stampedAt: stamp)
        case .reading(.magnetometer, let field, let stamp): north.addField(field, stampedAt: stamp)
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
