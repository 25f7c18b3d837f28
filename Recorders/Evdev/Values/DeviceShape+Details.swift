// Describes a device's axes in the manifest. Each number has its own entry, so that a program can read the
// range and the resolution without parsing text.

internal import CEvdev

extension DeviceShape {
    /// The details of the axes, under the kernel's names, and how contacts are reported.
    var details: [String: String] {
        var details: [String: String] = [:]
        for (code, axis) in axes {
            guard let name = unsafe libevdev_event_code_get_name(UInt32(EV_ABS), UInt32(code))
            else { continue }
            let place = unsafe "axis \(String(cString: name))"
            details["\(place) minimum"] = "\(axis.minimum)"
            details["\(place) maximum"] = "\(axis.maximum)"
            guard axis.resolution > 0, let unit = unit(of: code) else { continue }
            details["\(place) unitsPer\(unit)"] = "\(axis.resolution)"
        }
        switch touchProtocol {
        case .slots:
            details["contacts"] = "slots"
            details["contactSlots"] = "\(slots.count)"
        case .lists: details["contacts"] = "lists"
        case .single: details["contacts"] = "single"
        case nil: break
        }
        return details
    }

    /// The unit to which an axis's resolution refers, as the kernel defines it; `nil` if it has none.
    private func unit(of code: UInt16) -> String? {
        switch Int32(code) {
        case ABS_X, ABS_Y, ABS_Z: isAccelerometer ? "G" : "Millimetre"
        case ABS_RX, ABS_RY, ABS_RZ: isAccelerometer ? "DegreePerSecond" : "Radian"
        case ABS_TILT_X, ABS_TILT_Y: "Radian"
        case ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_X, ABS_MT_TOOL_Y,
            ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_WIDTH_MAJOR, ABS_MT_WIDTH_MINOR:
            "Millimetre"
        default: nil
        }
    }
}
