// The axes of an accelerometer, gathered until its frame is whole. The kernel tells only what has
// changed: an axis that it does not tell is as it was.

/// The inertial axes of a device, from event to event.
struct InertialFrame {
    private struct Sensor {
        var raw: (Int32, Int32, Int32) = (0, 0, 0)
        /// Units a g, or a degree a second, by axis; none for a sensor that is not there.
        var resolution: (Double, Double, Double)?
        var hasChanged = false

        init() {}

        init(_ axes: [DeviceShape.Axis?]) {
            guard axes.count == 3, let x = axes[0], let y = axes[1], let z = axes[2] else { return }
            raw = (x.value, y.value, z.value)
            // A device that does not tell its resolution counts whole units.
            let resolutions = [x, y, z].map { Double(max(1, $0.resolution)) }
            resolution = (resolutions[0], resolutions[1], resolutions[2])
        }

        /// What was measured, in g or degrees a second; `nil` where nothing was.
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

    /// Nothing inertial.
    init() {}

    /// What a device has, as it stands.
    init(_ shape: DeviceShape) {
        guard shape.isAccelerometer else { return }
        accelerometer = Sensor((EventCode.x...EventCode.z).map { shape.axes[$0] })
        gyro = Sensor((EventCode.turnX...EventCode.turnZ).map { shape.axes[$0] })
    }

    var hasAccelerometer: Bool { accelerometer.resolution != nil }
    var hasGyro: Bool { gyro.resolution != nil }

    /// Takes a new value.
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

    /// Takes a value that was not measured just now.
    mutating func know(_ code: UInt16, _ value: Int32) {
        take(code, value)
        forgetFrame()
    }

    /// Takes that the device has measured, whether or not anything is another than before.
    mutating func takeDeviceTime() {
        accelerometer.hasChanged = true
        gyro.hasChanged = true
    }

    /// Takes that the frame is not whole.
    mutating func forgetFrame() {
        accelerometer.hasChanged = false
        gyro.hasChanged = false
    }

    /// Ends a frame, and tells what was measured, in g and rad/s.
    mutating func endFrame(tell: (_ isGyro: Bool, Double, Double, Double) -> Void) {
        if let g = accelerometer.measured { tell(false, g.x, g.y, g.z) }
        if let degrees = gyro.measured {
            let radian = Double.pi / 180
            tell(true, degrees.x * radian, degrees.y * radian, degrees.z * radian)
        }
        forgetFrame()
    }
}
