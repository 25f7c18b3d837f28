// An open input device for reading. The value cannot be copied; leaving scope closes the node and releases its
// grab, even after an error.

internal import CEvdev
internal import InputRecorder
internal import SystemCalls

/// An open input device.
struct EvdevDevice: ~Copyable {
    /// The result of a read.
    enum Reading {
        /// An event, with its time in nanoseconds of the device's clock.
        case event(RawEvent, nanoseconds: Int64)
        /// Events were lost; the caller must read the present state with `.finding`.
        case dropped
        /// There is nothing more to read for now.
        case nothing
        case failed(Errno)
    }

    /// What to read.
    enum Mode {
        /// The events that the device sends.
        case telling
        /// The device's present state, after a loss.
        case finding
    }

    private let node: DeviceNode
    private let claim: OpenClaim

    /// Combines an opened node with the record that this program has it open.
    init(_ node: consuming DeviceNode, _ claim: consuming OpenClaim) {
        self.node = node
        self.claim = claim
    }

    var descriptor: Int32 { node.descriptor }

    /// Makes the kernel timestamp events by the first clock that it accepts.
    ///
    /// - Returns: The clock, and the errors for the better clocks that were refused.
    func setClock() -> (clock: EventClock, refusals: [Errno]) {
        var refusals: [Errno] = []
        for clock in [EventClock.boottime, .monotonic] {
            let answer = unsafe libevdev_set_clock_id(node.device, clock.number)
            if answer == 0 {
                forgetPending()
                return (clock, refusals)
            }
            refusals.append(Errno(rawValue: -answer))
        }
        return (.realtime, refusals)
    }

    /// Updates the device's state, and discards events that were timestamped by the previous clock.
    private func forgetPending() {
        var event = footfall_input_event()
        var flag = LIBEVDEV_READ_FLAG_FORCE_SYNC
        let sync = Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        while unsafe footfall_evdev_next(node.device, flag.rawValue, &event) == sync {
            flag = LIBEVDEV_READ_FLAG_SYNC
        }
    }

    /// Reads the next event without blocking.
    @inline(__always)
    func next(_ mode: Mode) -> Reading {
        var event = footfall_input_event()
        let flag = mode == .telling ? LIBEVDEV_READ_FLAG_NORMAL : LIBEVDEV_READ_FLAG_SYNC
        let status = unsafe footfall_evdev_next(node.device, flag.rawValue, &event)
        switch status {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
            break
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
            if mode == .telling { return .dropped }
        // After a read that a signal interrupted, there is still something to read: the caller's wait returns at once.
        case -EAGAIN, -EINTR:
            return .nothing
        default:
            return .failed(Errno(rawValue: -status))
        }
        return .event(
            RawEvent(event.type, event.code, event.value),
            nanoseconds: event.nanoseconds
        )
    }

    /// Reads the state after a loss, and passes each difference from the earlier state to `tell`.
    ///
    /// - Returns: Why the state could not be read; `nil` if it was read.
    func findState(_ tell: (RawEvent) -> Void) -> Errno? {
        while true {
            switch next(.finding) {
            case .event(let event, _): tell(event)
            case .nothing, .dropped: return nil
            case .failed(let errno): return errno
            }
        }
    }

    /// The device's present shape.
    var shape: DeviceShape {
        var shape = DeviceShape()
        for code in 0..<UInt32(EventCode.axisCount) {
            guard let info = unsafe libevdev_get_abs_info(node.device, code) else { continue }
            shape.axes[UInt16(code)] = unsafe DeviceShape.Axis(
                minimum: info.pointee.minimum,
                maximum: info.pointee.maximum,
                resolution: info.pointee.resolution,
                value: info.pointee.value
            )
        }
        for slot in 0..<max(0, unsafe libevdev_get_num_slots(node.device)) {
            var values: [UInt16: Int32] = [:]
            for code in shape.axes.keys where code != EventCode.slot {
                guard EventCode.contactAxes.contains(code) else { continue }
                values[code] = unsafe libevdev_get_slot_value(
                    node.device,
                    UInt32(slot),
                    UInt32(code)
                )
            }
            shape.slots.append(values)
        }
        if !shape.slots.isEmpty {
            shape.axes[EventCode.slot]?.value = unsafe libevdev_get_current_slot(node.device)
        }
        for code in 0..<UInt32(EventCode.keyCount)
        where unsafe libevdev_get_event_value(node.device, UInt32(EV_KEY), code) != 0 {
            shape.pressedKeys.insert(UInt16(code))
        }
        for code in 0..<UInt32(InputChannel.switchNames.count)
        where unsafe libevdev_get_event_value(node.device, UInt32(EV_SW), code) != 0 {
            shape.switchesOn.insert(UInt16(code))
        }
        shape.hasTouchKey =
            unsafe libevdev_has_event_code(node.device, UInt32(EV_KEY), UInt32(EventCode.touch))
            != 0
        shape.isAccelerometer =
            unsafe libevdev_has_property(node.device, UInt32(INPUT_PROP_ACCELEROMETER)) != 0
        return shape
    }
}

/// A clock by which the kernel can timestamp events.
enum EventClock: String, Sendable {
    case boottime = "CLOCK_BOOTTIME"
    case monotonic = "CLOCK_MONOTONIC"
    case realtime = "CLOCK_REALTIME"

    var number: Int32 {
        switch self {
        case .boottime: 7
        case .monotonic: 1
        case .realtime: 0
        }
    }
}
