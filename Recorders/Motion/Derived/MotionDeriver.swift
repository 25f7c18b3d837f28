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
    private let passes: UInt32
    private var lead: Queue<Lead>
    private var accelerometer = Follower()
    private var magnetometer = Follower()
    private var tracker: AttitudeTracker
    private var output: [MotionSample] = []
    private var missing: MissingRow
    /// Where only the magnetometer was silent.
    private var missingField: MissingRow
    private var hasBegun = false
    private var interpolated: Set<MotionSensorType> = []
    private let patience: Int64

    /// What the gyroscope's stream says.
    private enum Lead {
        case reading(SIMD3<Double>, Int64)
        case gap(LossLedger.Entry)
    }

    /// A deriver for what is asked of a source and not given by it; `nil` when that is nothing.
    public init?(for request: MotionRequest, of source: SourceDescription) {
        let ready = source.readyChannels
        guard !request.derivedTypes.isEmpty else { return nil }
        derived = request.derivedTypes.filter { !ready.contains($0.channel) }
        usesMagnetometer = request.derivedTypes.contains(.magneticField)
        // What is needed for computing only is not written.
        passes = request.wantedTypes.reduce(0) { $0 | 1 << UInt32($1.channel) }
        missing = MissingRow(of: derived)
        missingField = MissingRow(of: derived.filter { $0 == .magneticField })
        let rate =
            source.nominalRatesInHertz[MotionSensorType.gyro.channel] ?? request.rateInHertz
        tracker = AttitudeTracker(rateInHertz: rate)
        lead = Queue(limit: 1 << 16)
        let slowest = source.nominalRatesInHertz.values.min() ?? rate
        patience = Int64(min(1.5e9 / max(slowest, 0.01), 1e11))
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
        if !interpolated.isEmpty {
            description.details["resampled"] =
                interpolated.map(\.rawValue).sorted().joined(separator: ", ")
                + " to the instants of the gyro, linearly"
        }
        if tracker.restarts > 0 {
            description.details["attitudeBegunAnew"] =
                "\(tracker.restarts) times, after gaps of more than a second"
        }
    }

    public func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        for index in 0..<items.count { take(unsafe items[index]) }
        compute(isOver: false)
        unsafe handOnOutput(handOn)
    }

    public func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        compute(isOver: true)
        missing.tell(into: &output)
        missingField.tell(into: &output)
        unsafe handOnOutput(handOn)
    }

    private func handOnOutput(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        guard !output.isEmpty else { return }
        unsafe output.withUnsafeBufferPointer { unsafe handOn($0) }
        output.removeAll(keepingCapacity: true)
    }

    // MARK: Taking

    private func take(_ item: MotionSample) {
        let passing = passes & 1 << UInt32(item.channel & 31) != 0
        switch item.role {
        case .mark:
            // What was measured before it stands before it.
            compute(isOver: false)
            output.append(item)
        case .gap(let lost, let reason, let isEstimated):
            if passing { output.append(item) }
            guard !derived.isEmpty else { return }
            switch item.type {
            case .gyro:
                let gap = LossLedger.Entry(
                    channel: item.channel,
                    reason: reason,
                    firstMissing: item.time,
                    count: lost,
                    isEstimated: isEstimated
                )
                addLead(.gap(gap))
            case .accelerometer: accelerometer.addGap(reason)
            case .magnetometer: magnetometer.addGap(reason)
            default: break
            }
        case .reading:
            if passing { output.append(item) }
            guard !derived.isEmpty else { return }
            let vector = SIMD3(item.x, item.y, item.z)
            let time = item.time.nanoseconds
            switch item.type {
            case .gyro: addLead(.reading(vector, time))
            case .accelerometer: accelerometer.add(vector, at: time)
            case .magnetometer: magnetometer.add(vector, at: time)
            default: break
            }
            compute(isOver: false)
        }
    }

    private func addLead(_ element: Lead) {
        if lead.isFull, let oldest = lead.first {
            // The accelerometer has been silent for so long that nobody can wait for it.
            lead.removeFirst()
            switch oldest {
            case .reading(_, let time):
                tracker.skip(1)
                if hasBegun { missing.add(.source, at: time, into: &output) }
            case .gap(let gap): lose(gap)
            }
        }
        lead.append(element)
    }

    // MARK: Computing

    private func compute(isOver: Bool) {
        while let next = lead.first {
            switch next {
            case .gap(let gap):
                lose(gap)
            case .reading(let rotation, let time):
                guard compute(rotation, at: time, isOver) else { return }
            }
            lead.removeFirst()
        }
    }

    /// Computes what belongs to one reading of the gyroscope; `false` when it is too early.
    private func compute(_ rotation: SIMD3<Double>, at time: Int64, _ isOver: Bool) -> Bool {
        let felt = accelerometer.answer(at: time, isOver: isOver, patience: patience)
        let field =
            usesMagnetometer
            ? magnetometer.answer(at: time, isOver: isOver, patience: patience) : .notBegun
        guard felt != .wait, field != .wait else { return false }
        // Before all sensors have begun there is nothing to be computed, and so nothing lost.
        guard hasBegun || felt != .notBegun && (field != .notBegun || !usesMagnetometer) else {
            return true
        }
        hasBegun = true
        tracker.update(
            gyroscope: rotation,
            accelerometer: vector(felt, of: .accelerometer),
            magnetometer: vector(field, of: .magnetometer),
            at: time
        )
        // A field that is no number leaves the filter without a north.
        let isLost = usesMagnetometer && tracker.filter.attitude9D == nil
        if let reason = felt.loss ?? (isLost ? .source : nil) {
            missing.add(reason, at: time, into: &output)
            return true
        }
        missing.tell(into: &output)
        if usesMagnetometer, let reason = field.loss {
            missingField.add(reason, at: time, into: &output)
        } else {
            missingField.tell(into: &output)
        }
        emit(at: BootInstant(nanoseconds: time), vector(field, of: .magnetometer))
        return true
    }

    private func vector(_ answer: Follower.Answer, of type: MotionSensorType) -> SIMD3<Double>? {
        guard case .felt(let vector, let isInterpolated) = answer else { return nil }
        if isInterpolated { interpolated.insert(type) }
        return vector
    }

    private func lose(_ gap: LossLedger.Entry) {
        tracker.skip(gap.count)
        // Nothing is lost of what had not begun.
        if hasBegun { missing.add(gap, into: &output) }
    }

    private func emit(at time: BootInstant, _ field: SIMD3<Double>?) {
        let filter = tracker.filter
        for type in derived {
            switch type {
            case .attitude: emitAttitude(filter, at: time)
            case .gravity: emit(type, filter.gravity, at: time)
            case .userAcceleration: emit(type, filter.userAcceleration, at: time)
            case .rotationRate: emit(type, filter.rotationRate, at: time)
            case .magneticField:
                guard let field else { continue }
                var sample = MotionSample(type, at: time, x: field.x, y: field.y, z: field.z)
                annotate(&sample, filter)
                output.append(sample)
            case .accelerometer, .gyro, .magnetometer: break
            }
        }
    }

    private func emit(_ type: MotionSensorType, _ vector: SIMD3<Double>, at time: BootInstant) {
        output.append(MotionSample(type, at: time, x: vector.x, y: vector.y, z: vector.z))
    }

    private func emitAttitude(_ filter: OrientationFilter, at time: BootInstant) {
        let turn = filter.attitude9D ?? filter.attitude6D
        var sample = MotionSample(.attitude, at: time, x: turn.x, y: turn.y, z: turn.z)
        sample.w = turn.w
        sample.hasW = true
        sample.referenceCoordinate = usesMagnetometer ? .northWestUp : .zUp
        annotate(&sample, filter)
        output.append(sample)
    }

    /// How much the magnetic field is trusted, and where it says that north is.
    private func annotate(_ sample: inout MotionSample, _ filter: OrientationFilter) {
        guard usesMagnetometer else {
            sample.eventAccuracy = -1
            return
        }
        sample.eventAccuracy = filter.isMagneticFieldDisturbed ? 0 : 1
        guard let heading = filter.heading else { return }
        sample.heading = heading
        sample.hasHeading = true
    }
}
