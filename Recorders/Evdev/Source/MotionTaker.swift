// Turns the events of an accelerometer that is an input device into motion samples.

internal import MotionRecorder
internal import SampleStream
internal import Timebase

/// Makes motion samples from events.
struct MotionTaker: EventTaker {
    var ready: [MotionSample] = []

    private let wantsAccelerometer: Bool
    private let wantsGyro: Bool
    private let matrix: MountMatrix
    private var inertia = InertialFrame()
    /// The time between successive frames without a loss.
    private var spacing = ReportSpacing()
    private var lastFrame: BootInstant?

    /// Makes samples of the given types.
    init(types: [MotionSensorType], matrix: MountMatrix) {
        wantsAccelerometer = types.contains(.accelerometer)
        wantsGyro = types.contains(.gyro)
        self.matrix = matrix
    }

    mutating func begin(_ shape: DeviceShape, at time: BootInstant) {
        inertia = InertialFrame(shape)
    }

    mutating func end(at time: BootInstant) {}

    // A gap of motion counts missing readings, so it can be written only when the length of the absence is
    // known.
    mutating func leave(lastSeen: BootInstant, at time: BootInstant) { inertia.forgetFrame() }

    mutating func endWaiting(lastSeen: BootInstant, at time: BootInstant) {
        loseEvents(since: lastSeen, until: time, reason: .device)
    }

    mutating func take(_ event: RawEvent, at time: BootInstant) {
        switch event.type {
        case EventType.absolute: inertia.take(event.code, event.value)
        case EventType.miscellaneous:
            if event.code == EventCode.deviceTime { inertia.takeDeviceTime() }
        case EventType.synchronization:
            if event.code == EventCode.report { endFrame(at: time) }
        default: break
        }
    }

    private mutating func endFrame(at time: BootInstant) {
        var isMeasured = false
        inertia.endFrame { isGyro, x, y, z in
            isMeasured = true
            guard isGyro ? wantsGyro : wantsAccelerometer else { return }
            let type = isGyro ? MotionSensorType.gyro : .accelerometer
            let turned = matrix.apply(SIMD3(x, y, z))
            ready.append(MotionSample(type, at: time, x: turned.x, y: turned.y, z: turned.z))
        }
        guard isMeasured else { return }
        if let lastFrame {
            let distance = Double(time.nanoseconds &- lastFrame.nanoseconds)
            spacing.add(distance)
        }
        lastFrame = time
    }

    mutating func loseEvents(since time: BootInstant, until: BootInstant, reason: GapReason) {
        inertia.forgetFrame()
        let length = Double(until.nanoseconds &- time.nanoseconds)
        // Ignore a spacing below a nanosecond, which no device has.
        let period = spacing.nanoseconds.flatMap { $0 >= 1 ? $0 : nil }
        let lost = period.map { max(1, Int64((length / $0).rounded())) } ?? 1
        for (isWanted, type) in [
            (wantsAccelerometer && inertia.hasAccelerometer, MotionSensorType.accelerometer),
            (wantsGyro && inertia.hasGyro, MotionSensorType.gyro),
        ] where isWanted {
            ready.append(
                .gap(
                    channel: type.channel,
                    at: time,
                    lost: lost,
                    reason: reason,
                    isEstimated: true
                )
            )
        }
        lastFrame = nil
    }

    mutating func find(_ event: RawEvent, at time: BootInstant) {
        if event.type == EventType.absolute { inertia.know(event.code, event.value) }
    }

    mutating func endFinding(at time: BootInstant) {}
}
