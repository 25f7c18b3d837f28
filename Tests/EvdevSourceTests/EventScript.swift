import InputRecorder
import SampleStream
import Timebase

@testable import EvdevSource

/// Devices as they are opened, and events by the kernel's numbers, for tests that have none.
enum EventScript {
    static func instant(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: milliseconds * 1_000_000)
    }

    static let report = RawEvent(EventType.synchronization, EventCode.report, 0)
    static let contactReport = RawEvent(EventType.synchronization, EventCode.contactReport, 0)

    static func key(_ code: UInt16, _ value: Int32) -> RawEvent {
        RawEvent(EventType.key, code, value)
    }

    static func axis(_ code: UInt16, _ value: Int32) -> RawEvent {
        RawEvent(EventType.absolute, code, value)
    }

    static func slot(_ slot: Int32, _ values: [(UInt16, Int32)]) -> [RawEvent] {
        [axis(EventCode.slot, slot)] + values.map(axis)
    }

    /// A touch screen with slots, 20 units a millimetre.
    static func screen(slots: Int = 3, resolution: Int32 = 20) -> DeviceShape {
        var shape = DeviceShape()
        let wide = DeviceShape.Axis(maximum: 4095, resolution: resolution)
        shape.axes = [
            EventCode.x: wide, EventCode.y: wide, EventCode.slot: DeviceShape.Axis(),
            EventCode.contactX: wide, EventCode.contactY: wide,
            EventCode.trackingID: DeviceShape.Axis(maximum: 65535),
        ]
        shape.slots = Array(repeating: [EventCode.trackingID: -1], count: slots)
        shape.hasTouchKey = true
        return shape
    }

    /// A surface that lists its contacts.
    static func lister(hasNumbers: Bool) -> DeviceShape {
        var shape = screen(slots: 0)
        shape.axes[EventCode.slot] = nil
        if !hasNumbers { shape.axes[EventCode.trackingID] = nil }
        return shape
    }

    static func accelerometer(withGyro: Bool = true) -> DeviceShape {
        var shape = DeviceShape()
        shape.isAccelerometer = true
        for code in EventCode.x...EventCode.z {
            shape.axes[code] = DeviceShape.Axis(resolution: 8192)
        }
        for code in EventCode.turnX...EventCode.turnZ where withGyro {
            shape.axes[code] = DeviceShape.Axis(resolution: 16)
        }
        return shape
    }
}

extension InputTaker {
    /// Takes events of one instant.
    mutating func take(_ events: [RawEvent], at milliseconds: Int64) {
        for event in events { take(event, at: EventScript.instant(milliseconds)) }
    }

    mutating func find(_ events: [RawEvent], at milliseconds: Int64) {
        for event in events { find(event, at: EventScript.instant(milliseconds)) }
    }

    /// What has become ready, in words.
    mutating func words() -> [String] {
        defer { ready.removeAll() }
        return ready.map { sample in
            let time = sample.time.nanoseconds / 1_000_000
            let found = sample.isEstimated ? ", found" : ""
            if case .gap(let lost, let reason, let isEstimated) = sample.role {
                return "\(time): \(isEstimated ? "about " : "")\(lost) lost, \(reason)"
            }
            switch InputChannel(rawValue: sample.channel) {
            case .touch:
                let phase = sample.phase.map { "\($0)" } ?? "?"
                return
                    "\(time): \(phase) \(sample.index) at \(Int(sample.x)),\(Int(sample.y))\(found)"
            case .key, .switch:
                let name = sample.name.map { "\($0)" } ?? "-"
                return "\(time): \(name) is \(sample.value)\(found)"
            case .pointer:
                let move = sample.hasPosition ? " by \(Int(sample.x)),\(Int(sample.y))" : ""
                let wheel = sample.hasDepth ? " wheel \(Int(sample.z))" : ""
                return "\(time): pointer\(move)\(wheel)"
            default:
                let name = sample.channel == InputChannel.gyro.rawValue ? "gyro" : "accelerometer"
                return "\(time): \(name) \(sample.x) \(sample.y) \(sample.z)"
            }
        }
    }
}
