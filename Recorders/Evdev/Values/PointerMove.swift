// What a pointer or a wheel did, gathered until its frame is whole.

internal import InputRecorder
internal import Timebase

/// The moves of one frame.
struct PointerMove {
    private let isAbsolute: Bool
    private var x: Int32
    private var y: Int32
    private var wheel: Int32 = 0
    private var sidewaysWheel: Int32 = 0
    private var hasMoved = false
    private var hasTurned = false

    init(_ shape: DeviceShape = DeviceShape()) {
        isAbsolute = shape.isAbsolutePointer
        x = isAbsolute ? shape.axes[EventCode.x]?.value ?? 0 : 0
        y = isAbsolute ? shape.axes[EventCode.y]?.value ?? 0 : 0
    }

    /// Takes how far it went.
    mutating func move(_ code: UInt16, _ value: Int32) {
        switch code {
        case EventCode.moveX where !isAbsolute: x &+= value
        case EventCode.moveY where !isAbsolute: y &+= value
        case EventCode.wheel:
            wheel &+= value
            hasTurned = true
            return
        case EventCode.sidewaysWheel:
            sidewaysWheel &+= value
            hasTurned = true
            return
        default: return
        }
        hasMoved = true
    }

    /// Takes where it is.
    mutating func place(_ code: UInt16, _ value: Int32) {
        guard isAbsolute else { return }
        know(code, value)
        if code == EventCode.x || code == EventCode.y { hasMoved = true }
    }

    /// Takes where it was found.
    mutating func know(_ code: UInt16, _ value: Int32) {
        guard isAbsolute else { return }
        if code == EventCode.x { x = value } else if code == EventCode.y { y = value }
    }

    /// Takes that the frame is not whole.
    mutating func forgetFrame() {
        if !isAbsolute { (x, y) = (0, 0) }
        (wheel, sidewaysWheel, hasMoved, hasTurned) = (0, 0, false, false)
    }

    /// Ends a frame; `nil` where nothing was moved.
    mutating func endFrame(at time: BootInstant) -> InputSample? {
        guard hasMoved || hasTurned else { return nil }
        defer { forgetFrame() }
        var sample = InputSample(.pointer, at: time)
        if hasMoved {
            (sample.x, sample.y) = (Double(x), Double(y))
            sample.hasPosition = true
        }
        if hasTurned {
            sample.z = Double(wheel)
            sample.hasDepth = true
            if sidewaysWheel != 0 {
                sample.value = sidewaysWheel
                sample.hasValue = true
            }
        }
        return sample
    }
}
