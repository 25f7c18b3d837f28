// Decides what fills a device's buffer, from what the kernel shows. It prefers the plan that changes least.

internal import MotionRecorder

/// How a device's buffer is filled, as the kernel reports it.
enum TriggerState: Sendable, Hashable {
    /// By the device itself: there is no trigger to set.
    case unsupported
    /// By a trigger that must be set first.
    case none
    /// By the trigger with this name.
    case set(String)
}

/// What to do so that a device delivers samples.
enum TriggerPlan: Sendable, Hashable {
    /// Use the device's own FIFO.
    case ownBuffer
    /// Keep the trigger that is set.
    case keep(String)
    /// Set the device's own trigger.
    case set(String)
    /// Create a timer trigger and set it.
    case makeTimer
    /// Poll its attributes, for this reason.
    case poll(reason: String)

    /// Decides what fills a device's buffer.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - types: The types to record from it.
    ///   - triggers: The triggers of its context.
    ///   - canMakeTimer: Whether this kernel can create timer triggers.
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

    /// Finds the device's own trigger: drivers name it after the device, as "accel_3d-dev0", "bmi160-dev1",
    /// "lis3dh-trigger".
    private static func own(
        _ device: DeviceDescription,
        _ triggers: [TriggerDescription]
    ) -> String? {
        guard let name = device.name else { return nil }
        let numbered = device.number.map { "\(name)-dev\($0)" }
        return triggers.first { $0.name == numbered }?.name
            ?? triggers.first { $0.name == "\(name)-trigger" }?.name
    }

    /// The plan, as text for the manifest.
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
