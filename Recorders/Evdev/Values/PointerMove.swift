// Collects what a pointer or a wheel did until its frame is complete.

internal import InputRecorder
internal import Timebase

/// The moves of one frame.
struct PointerMove {
    private var x: Int32 = 0
    private var y: Int32 = 0
    private var wheel: Int32 = 0
    private var sidewaysWheel: Int32 = 0
    private var hasMoved = false
    private var hasTurned = false

    /// Notes a movement of an axis.
    mutating func take(_ code: UInt16, _ value: Int32) {
        switch code {
        case EventCode.moveX:
            x &+= value
            hasMoved = true
        case EventCode.moveY:
            y &+= value
            hasMoved = true
        case EventCode.wheel:
            wheel &+= value
            hasTurned = true
        case EventCode.sidewaysWheel:
            sidewaysWheel &+= value
            hasTurned = true
        default: break
        }
    }

    /// Ends a frame; returns `nil` if nothing has moved.
    mutating func endFrame(at time: BootInstant) -> InputSample? {
        guard hasMoved || hasTurned else { return nil }
        defer { self = PointerMove() }
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
