// What goes into the manifest of a device: which one it was, its clock, and what its axes can tell.

internal import CEvdev
internal import SampleStream
internal import SystemCalls

extension EvdevSession {
    /// The device, as a session's manifest has it.
    var description: SourceDescription {
        var description = SourceDescription(
            name: facts.name.isEmpty ? facts.id : facts.name,
            kind: "evdev",
            clock: clock.rawValue
        )
        var details = [
            "node": facts.node,
            "identity": "bus \(Self.hex(facts.bus)), vendor \(Self.hex(facts.vendor)), "
                + "product \(Self.hex(facts.product)), version \(Self.hex(facts.version))",
            "timestamps": "kernel",
        ]
        details["location"] = facts.location
        details["serial"] = facts.serial
        if !clockRefusals.isEmpty {
            let reasons = clockRefusals.map(\.description).joined(separator: ", ")
            details["clock refused"] = "\(reasons); the stamps are of \(clock.rawValue), moved"
        }
        for (code, axis) in shape.axes {
            guard let name = unsafe libevdev_event_code_get_name(UInt32(EV_ABS), UInt32(code))
            else { continue }
            let resolution = axis.resolution > 0 ? ", \(axis.resolution) \(unit(of: code))" : ""
            details[unsafe "axis \(String(cString: name))"] =
                "\(axis.minimum) to \(axis.maximum)\(resolution)"
        }
        if let way = shape.touchProtocol {
            details["contacts"] =
                switch way {
                case .slots: "\(shape.slots.count) slots"
                case .lists: "in lists"
                case .single: "one"
                }
        }
        description.details = details
        return description
    }

    private func unit(of code: UInt16) -> String {
        guard shape.isAccelerometer else { return "units a mm" }
        return (EventCode.turnX...EventCode.turnZ).contains(code)
            ? "units a degree a second" : "units a g"
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
