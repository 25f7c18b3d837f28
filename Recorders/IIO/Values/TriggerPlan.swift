// What will fill a device's buffer. Decided on what the kernel shows, in the order of how little has
// to be changed for it.

internal import MotionRecorder

/// How a device's buffer is filled, as the kernel has it.
enum TriggerState: Sendable, Hashable {
    /// By the device itself: there is nothing to set.
    case unsupported
    /// By a trigger that is to be set first.
    case none
    /// By the trigger with this name.
    case set(String)
}

/// What to do so that a device gives samples.
enum TriggerPlan: Sendable, Hashable {
    /// Its own FIFO fills the buffer.
    case ownBuffer
    /// A trigger is set: leave it.
    case keep(String)
    /// Set the device's own trigger.
    case set(String)
    /// Make a trigger of a timer, and set it.
    case makeTimer
    /// Read its attributes, again and again; why.
    case poll(reason: String)

    /// Decides for a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - types: What is wanted of it.
    ///   - triggers: The triggers of its context.
    ///   - canMakeTimer: Whether this kernel makes triggers of timers.
    /// - Returns: What to do.
    static func decide(
        for device: DeviceDescription,
        types: [MotionSensorType],
        triggers: [TriggerDescription],
        canMakeTimer: Bool
    ) -> TriggerPlan {
        guard types.allSatisfy({ device.isBuffered($0) }) else {
            return .poll(reason: "it has no buffer for these channels")
        }
        switch device.trigger {
        case .unsupported:
            return .ownBuffer
        case .set(let name):
            return .keep(name)
        case .none:
            if let own = own(device, triggers) { return .set(own) }
            if canMakeTimer { return .makeTimer }
            return .poll(
                reason: "its buffer needs a trigger; none is set, it has none of its own, and this "
                    + "kernel offers no hrtimer trigger"
            )
        }
    }

    /// Drivers name a device's trigger after it: "accel_3d-dev0", "bmi160-dev1", "lis3dh-trigger".
    private static func own(
        _ device: DeviceDescription,
        _ triggers: [TriggerDescription]
    ) -> String? {
        guard let name = device.name else { return nil }
        let numbered = device.number.map { "\(name)-dev\($0)" }
        return triggers.first { $0.name == numbered }?.name
            ?? triggers.first { $0.name == "\(name)-trigger" }?.name
    }

    /// What it is, for the manifest.
    var text: String {
        switch self {
        case .ownBuffer: "the device's own"
        case .keep(let name): "\(name), as it was set"
        case .set(let name): "\(name), set for this recording"
        case .makeTimer: "a timer, made for this recording"
        case .poll(let reason): "none: \(reason)"
        }
    }
}
