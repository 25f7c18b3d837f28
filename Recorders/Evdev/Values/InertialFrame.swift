// Collects the axes of an accelerometer until its frame is complete. The kernel reports only changed axes; the
// others keep their values.

/// The inertial axes of a device, from event to event.
struct InertialFrame {
    private struct Sensor {
        var raw: (Int32, Int32, Int32) = (0, 0, 0)
        /// Units per g, or per degree a second, by axis; `nil` if there is no such sensor.
        var resolution: (Double, Double, Double)?
        var hasChanged = false

        init() {}

        init(_ axes: [DeviceShape.Axis?]) {
            guard axes.count == 3, let x = axes[0], let y = axes[1], let z = axes[2] else { return }
            raw = (x.value, y.value, z.value)
            // If a device reports no resolution, its unit counts as one g or degree a second.
            let resolutions = [x, y, z].map { Double(max(1, $0.resolution)) }
            resolution = (resolutions[0], resolutions[1], resolutions[2])
        }

        /// The measured values in g or degrees a second; `nil` if nothing was measured.
        var measured: (x: Double, y: Double, z: Double)? {
            guard hasChanged, let resolution else { return nil }
            return (
                Double(raw.0) / resolution.0, Double(raw.1) / resolution.1,
                Double(raw.2) / resolution.2
            )
        }

        mutating func set(_ axis: UInt16, _ value: Int32) {
            switch axis {
            case 0: raw.0 = value
            case 1: raw.1 = value
            default: raw.2 = value
            }
        }
    }

    private var accelerometer = Sensor()
    private var gyro = Sensor()

    /// A device without inertial axes.
    init() {}

    /// The axes of a device, with their present values.
    init(_ shape: DeviceShape) {
        guard shape.isAccelerometer else { return }
        accelerometer = Sensor((EventCode.x...EventCode.z).map { shape.axes[$0] })
        gyro = Sensor((EventCode.turnX...EventCode.turnZ).map { shape.axes[$0] })
    }

    var hasAccelerometer: Bool { accelerometer.resolution != nil }
    var hasGyro: Bool { gyro.resolution != nil }

    /// Notes a new value of an axis.
    mutating func take(_ code: UInt16, _ value: Int32) {
        switch code {
        case EventCode.x...EventCode.z:
            accelerometer.set(code - EventCode.x, value)
            accelerometer.hasChanged = true
        case EventCode.turnX...EventCode.turnZ:
            gyro.set(code - EventCode.turnX, value)
            gyro.hasChanged = true
        default:
            break
        }
    }

    /// Notes a value that was not measured just now.
    mutating func know(_ code: UInt16, _ value: Int32) {
        take(code, value)
        forgetFrame()
    }

    /// Notes that the device has measured, even if no value has changed.
    mutating func takeDeviceTime() {
        accelerometer.hasChanged = true
        gyro.hasChanged = true
    }

    /// Discards a frame that is incomplete.
    mutating func forgetFrame() {
        accelerometer.hasChanged = false
        gyro.hasChanged = false
    }

    /// Ends a frame, and passes the measured values to `tell`, in g and rad/s.
    mutating func endFrame(tell: (_ isGyro: Bool, Double, Double, Double) -> Void) {
        if let g = accelerometer.measured { tell(false, g.x, g.y, g.z) }
        if let degrees = gyro.measured {
            let radian = Double.pi / 180
            tell(true, degrees.x * radian, degrees.y * radian, degrees.z * radian)
        }
        forgetFrame()
    }
}
