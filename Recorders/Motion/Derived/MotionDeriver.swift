// Attitude, gravity and what follows from them, computed from the readings of accelerometer,
// gyroscope and magnetometer as they are written. The gyroscope's instants are the timeline; what the
// others felt then is interpolated where they read at other instants.

internal import Orientation
public import Recording
public import SampleStream
internal import Timebase

/// Computes the derived types of motion from the raw ones.
public final class MotionDeriver: SampleDeriver {
    public typealias Sample = MotionSample

    private let derived: [MotionSensorType]
    private let usesMagnetometer: Bool
    /// A bit for each channel that goes to the file as the source gives it.
    private let passes: UInt32
    private let marks: MarkTable?
    private var lead = Queue<Lead>(limit: 1 << 16)
    private var newest = Int64.min
    private var accelerometer: Follower
    private var magnetometer: Follower
    private var tracker: AttitudeTracker
    private var output: [MotionSample] = []
    private var missing: MissingRow
    /// Where only the magnetometer was silent.
    private var missingField: MissingRow
    private var hasBegun = false
    private var isFinished = false
    private var isAccelerometerInterpolated = false
    private var isMagnetometerInterpolated = false

    /// What the gyroscope's stream says.
    private enum Lead {
        case reading(SIMD3<Double>, Int64)
        case gap(LossLedger.Entry)
    }

    /// How much later than one sensor's readings another's of the same time may come.
    private static let patienceInSeconds = 10.0

    /// A deriver for what is asked of a source and not given by it; `nil` when that is nothing.
    public init?(for request: MotionRequest, of source: SourceDescription) {
        guard !request.derivedTypes.isEmpty else { return nil }
        let derived = request.derivedTypes.filter { !source.readyChannels.contains($0.channel) }
        let rates = source.nominalRatesInHertz
        self.derived = derived
        // Only the attitude depends on it beside the field itself, whose sensor a recording may lack.
        usesMagnetometer =
            derived.contains(.magneticField)
            || derived.contains(.attitude) && request.derivedTypes.contains(.magneticField)
                && rates[MotionSensorType.magnetometer.channel] != nil
        // What is needed for computing only is not written.
        passes = request.wantedTypes.reduce(0) { passes, type in
            derived.contains(type) ? passes : passes | 1 << UInt32(type.channel)
        }
        marks = source.marks
        missing = MissingRow(of: derived)
        missingField = MissingRow(of: derived.filter { $0 == .magneticField })
        func rate(_ type: MotionSensorType) -> Double {
            let said = [rates[type.channel], request.rateInHertz].compactMap(\.self)
            return said.first { 1e-2...1e6 ~= $0 }
                ?? MotionRecorderConfiguration.defaultFrequencyInHertz
        }
        accelerometer = Follower(rateInHertz: rate(.accelerometer))
        magnetometer = Follower(rateInHertz: rate(.magnetometer))
        tracker = AttitudeTracker(rateInHertz: rate(.gyro))
    }

    public func describe(_ description: inout SourceDescription) {
        guard !derived.isEmpty else { return }
        for type in derived {
            description.nominalRatesInHertz[type.channel] =
                description.nominalRatesInHertz[MotionSensorType.gyro.channel]
        }
        let frame: ReferenceCoordinate = usesMagnetometer ? .northWestUp : .zUp
        description.details["derived"] =
            derived.map(\.rawValue).joined(separator: ", ") + " (\(frame.rawValue), VQF)"
        let interpolated =
            (isAccelerometerInterpolated ? [MotionSensorType.accelerometer.rawValue] : [])
            + (isMagnetometerInterpolated ? [MotionSensorType.magnetometer.rawValue] : [])
        if !interpolated.isEmpty {
            description.details["resampled"] =
                interpolated.joined(separator: ", ") + " to the instants of the gyro, linearly"
        }
        if tracker.restarts > 0 {
            description.details["attitudeBegunAnew"] =
                tracker.restarts == 1
                ? "once, after a gap of more than a second"
                : "\(tracker.restarts) times, after gaps of more than a second"
        }
        if isFinished, !hasBegun {
            let needed: [MotionSensorType] =
                [.accelerometer, .gyro] + (usesMagnetometer ? [.magnetometer] : [])
            description.details["notDerived"] =
                "there was no instant of which all of "
                + needed.map(\.rawValue).joined(separator: ", ") + " told"
        }
    }

    public func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        for index in 0..<items.count { unsafe take(items[index]) }
        unsafe handOnOutput(handOn)
    }

    public func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        computeAll()
        isFinished = true
        unsafe handOnOutput(handOn)
    }

    private func handOnOutput(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        guard !output.isEmpty else { return }
        unsafe output.withUnsafeBufferPointer { unsafe handOn($0) }
        output.removeAll(keepingCapacity: true)
    }
}

// MARK: - Taking

extension MotionDeriver {
    private func take(_ item: MotionSample) {
        let isPassing = passes & 1 << UInt32(item.channel & 31) != 0
        switch item.role {
        case .mark(let number):
            // Nothing that was measured before the end stands behind it.
            if marks?[number]?.name == "stop" { computeAll() }
            output.append(item)
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

    private func takeReading(_ item: MotionSample) {
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
        let time = item.time.nanoseconds
        switch item.type {
        case .gyro:
            newest = time
            addLead(.reading(vector, time))
        case .accelerometer: accelerometer.add(vector, at: time)
        case .magnetometer: magnetometer.add(vector, at: time)
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration, nil: break
        }
    }

    private func takeGap(_ gap: LossLedger.Entry) {
        guard gap.count > 0 else { return }
        switch MotionSensorType(channel: gap.channel) {
        case .gyro: addLead(.gap(gap))
        case .accelerometer: accelerometer.addGap(gap.reason)
        case .magnetometer: magnetometer.addGap(gap.reason)
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration, nil: break
        }
    }

    private func addLead(_ element: Lead) {
        // Whatever it waits for, there is no more room to wait.
        if lead.isFull, let oldest = lead.first {
            lead.removeFirst()
            switch oldest {
            case .reading(let rotation, let time): _ = compute(rotation, at: time, isOver: true)
            case .gap(let gap): lose(gap)
            }
        }
        lead.append(element)
    }
}

// MARK: - Computing

extension MotionDeriver {
    /// Computes all that is waiting, and tells what is missing.
    private func computeAll() {
        compute(isOver: true)
        missingField.tell(into: &output)
        missing.tell(into: &output)
    }

    private func compute(isOver: Bool) {
        while let next = lead.first {
            switch next {
            case .gap(let gap):
                lose(gap)
            case .reading(let rotation, let time):
                let isOverdue = newest.seconds(since: time) > Self.patienceInSeconds
                guard compute(rotation, at: time, isOver: isOver || isOverdue) else { return }
            }
            lead.removeFirst()
        }
    }

    /// Computes what belongs to one reading of the gyroscope; `false` when it is too early.
    private func compute(_ rotation: SIMD3<Double>, at time: Int64, isOver: Bool) -> Bool {
        let felt = accelerometer.answer(at: time, isOver: isOver)
        let field = usesMagnetometer ? magnetometer.answer(at: time, isOver: isOver) : .notBegun
        guard felt != .wait, field != .wait else { return false }
        // Before all sensors have begun there is nothing to be computed, and so nothing lost.
        guard hasBegun || felt != .notBegun && (field != .notBegun || !usesMagnetometer) else {
            return true
        }
        hasBegun = true
        let intake = tracker.update(
            gyroscope: rotation,
            accelerometer: vector(felt, &isAccelerometerInterpolated),
            magnetometer: vector(field, &isMagnetometerInterpolated),
            at: time
        )
        let fieldLoss = intake.hasField ? nil : field.loss ?? .source
        if let reason = felt.loss ?? (intake.isWhole ? nil : .source) ?? northLoss(fieldLoss) {
            missingField.tell(into: &output)
            missing.add(reason, at: time, into: &output)
            return true
        }
        missing.tell(into: &output)
        if usesMagnetometer, let fieldLoss {
            missingField.add(fieldLoss, at: time, into: &output)
        } else {
            missingField.tell(into: &output)
        }
        emit(at: BootInstant(nanoseconds: time), intake.hasField)
        return true
    }

    /// Why the filter does not know where north is, where it should.
    private func northLoss(_ fieldLoss: GapReason?) -> GapReason? {
        usesMagnetometer && tracker.filter.magneticField == nil ? fieldLoss : nil
    }

    private func vector(_ answer: Follower.Answer, _ wasInterpolated: inout Bool) -> SIMD3<Double>?
    {
        guard case .felt(let vector, let isInterpolated) = answer else { return nil }
        wasInterpolated = wasInterpolated || isInterpolated
        return vector
    }

    private func lose(_ gap: LossLedger.Entry) {
        // Nothing is lost of what had not begun.
        guard hasBegun else { return }
        tracker.skip(gap.count, isEstimated: gap.isEstimated)
        missingField.tell(into: &output)
        missing.add(gap, into: &output)
    }

    private func emit(at time: BootInstant, _ hasField: Bool) {
        for type in derived {
            switch type {
            case .attitude: emitAttitude(at: time)
            case .gravity: emit(type, tracker.filter.gravity, at: time)
            case .userAcceleration: emit(type, tracker.filter.userAcceleration, at: time)
            case .rotationRate: emit(type, tracker.filter.rotationRate, at: time)
            case .magneticField:
                guard hasField, let field = tracker.filter.magneticField else { continue }
                var sample = MotionSample(type, at: time, x: field.x, y: field.y, z: field.z)
                annotate(&sample)
                output.append(sample)
            case .accelerometer, .gyro, .magnetometer: break
            }
        }
    }

    private func emit(_ type: MotionSensorType, _ vector: SIMD3<Double>, at time: BootInstant) {
        output.append(MotionSample(type, at: time, x: vector.x, y: vector.y, z: vector.z))
    }

    private func emitAttitude(at time: BootInstant) {
        let turn = tracker.filter.attitude9D ?? tracker.filter.attitude6D
        var sample = MotionSample(.attitude, at: time, x: turn.x, y: turn.y, z: turn.z)
        sample.w = turn.w
        sample.hasW = true
        sample.referenceCoordinate = usesMagnetometer ? .northWestUp : .zUp
        annotate(&sample)
        output.append(sample)
    }

    /// How much the magnetic field is trusted, and where it says that north is.
    private func annotate(_ sample: inout MotionSample) {
        guard usesMagnetometer else {
            sample.eventAccuracy = -1
            return
        }
        sample.eventAccuracy = tracker.filter.isMagneticFieldDisturbed ? 0 : 1
        guard let heading = tracker.filter.heading else { return }
        sample.heading = heading
        sample.hasHeading = true
    }
}
