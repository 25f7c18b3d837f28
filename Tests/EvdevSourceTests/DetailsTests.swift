import InputRecorder
import Testing

@testable import EvdevSource

@Suite("What the manifest tells of a device's axes")
struct DetailsTests {
    @Test("is the range of each and its resolution, each number by itself")
    func screen() {
        var shape = EventScript.screen()
        shape.axes[EventCode.contactX] = DeviceShape.Axis(
            minimum: -5,
            maximum: 4095,
            resolution: 20
        )
        let details = shape.details
        #expect(details["axis ABS_MT_POSITION_X minimum"] == "-5")
        #expect(details["axis ABS_MT_POSITION_X maximum"] == "4095")
        #expect(details["axis ABS_MT_POSITION_X unitsPerMillimetre"] == "20")
        #expect(details["axis ABS_MT_TRACKING_ID maximum"] == "65535")
        #expect(details["contacts"] == "slots" && details["contactSlots"] == "3")
    }

    @Test("has no resolution where the device or the kernel has none")
    func unknown() {
        var shape = EventScript.screen(resolution: 0)
        shape.axes[EventCode.contactPressure] = DeviceShape.Axis(maximum: 255, resolution: 9)
        #expect(!shape.details.keys.contains { $0.contains("unitsPer") })
        #expect(shape.details["axis ABS_MT_PRESSURE maximum"] == "255")
    }

    @Test("counts an accelerometer's by g and degrees a second, another's turns by radians")
    func units() {
        let accelerometer = EventScript.accelerometer().details
        #expect(accelerometer["axis ABS_Z unitsPerG"] == "8192")
        #expect(accelerometer["axis ABS_RX unitsPerDegreePerSecond"] == "16")
        #expect(accelerometer["contacts"] == nil)
        var shape = EventScript.accelerometer()
        shape.isAccelerometer = false
        #expect(shape.details["axis ABS_Z unitsPerMillimetre"] == "8192")
        #expect(shape.details["axis ABS_RX unitsPerRadian"] == "16")
    }

    @Test("says how contacts are told")
    func contacts() {
        #expect(EventScript.lister(hasNumbers: true).details["contacts"] == "lists")
        var shape = DeviceShape()
        shape.axes = [EventCode.x: DeviceShape.Axis(), EventCode.y: DeviceShape.Axis()]
        #expect(shape.details["contacts"] == nil)
        shape.hasTouchKey = true
        #expect(shape.details["contacts"] == "single" && shape.details["contactSlots"] == nil)
    }
}
