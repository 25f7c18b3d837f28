import InputRecorder
import SampleStream
import Testing
import Timebase

@testable import EvdevSource

@Suite("Half a report")
struct HalfReportTests {
    private typealias Script = EventScript

    /// What comes of events after some of a report, which then was lost or whose device went.
    private func words(
        _ shape: DeviceShape,
        half: [RawEvent],
        isDeviceGone: Bool = false,
        found: [RawEvent] = [],
        then events: [RawEvent]
    ) -> [String] {
        var taker = InputTaker(kinds: Set(InputKind.allCases), keys: [30, 31])
        taker.begin(shape, at: Script.instant(0))
        taker.take(half, at: 1)
        if isDeviceGone {
            taker.end(at: Script.instant(2))
            taker.begin(shape, at: Script.instant(3))
        } else {
            taker.loseEvents(since: Script.instant(1), until: Script.instant(3), reason: .kernel)
            taker.find(found, at: 3)
            taker.endFinding(at: Script.instant(3))
        }
        _ = taker.words()
        taker.take(events, at: 4)
        return taker.words()
    }

    @Test("of a pointer's is no part of its next", arguments: [false, true])
    func pointer(isDeviceGone: Bool) {
        let half = [RawEvent(EventType.relative, EventCode.moveX, 5)]
        let next = [RawEvent(EventType.relative, EventCode.moveX, 2), Script.report]
        #expect(
            words(DeviceShape(), half: half, isDeviceGone: isDeviceGone, then: next) == [
                "4: pointer by 2,0"
            ]
        )
    }

    @Test("of an accelerometer's is no reading, nor are axes that are found after it")
    func reading() {
        let half = [Script.axis(EventCode.x, 8192)]
        let shape = Script.accelerometer()
        #expect(words(shape, half: half, then: [Script.report]) == [])
        let found = [Script.axis(EventCode.turnX, 16)]
        #expect(words(shape, half: [], found: found, then: [Script.report]) == [])
        // But that is where the axes are.
        #expect(
            words(shape, half: half, then: [Script.axis(EventCode.y, 8192), Script.report]) == [
                "4: accelerometer 1.0 1.0 0.0"
            ]
        )
    }

    @Test("of a list's is no finger of the next")
    func list() {
        let shape = Script.lister(hasNumbers: true)
        let one = [
            Script.axis(EventCode.trackingID, 1), Script.axis(EventCode.contactX, 10),
            Script.contactReport,
        ]
        let other = [
            Script.axis(EventCode.trackingID, 2), Script.axis(EventCode.contactX, 20),
            Script.contactReport, Script.report,
        ]
        #expect(words(shape, half: one, then: other) == ["4: began 0 at 20,0, found"])
        // Half a finger, which tells a place, and one that tells none.
        #expect(words(shape, half: Array(one.dropLast()), then: Array(other.suffix(2))) == [])
        let placeless = [
            Script.axis(EventCode.trackingID, 3), Script.contactReport, Script.report,
        ]
        #expect(words(shape, half: Array(one.dropLast()), then: placeless) == [])
        #expect(words(shape, half: [], then: placeless) == [])
        // Nor is anything of the half in a whole one.
        let high = [Script.axis(EventCode.contactY, 7)]
        #expect(words(shape, half: high, then: other) == ["4: began 0 at 20,0, found"])
        // The last of a report may be told without an end of its own.
        let endless = other.filter { $0.code != EventCode.contactReport }
        #expect(words(shape, half: [], then: endless) == ["4: began 0 at 20,0, found"])
    }

    @Test("whose device has gone says nothing of who releases the keys in the next")
    func keys() {
        let release = [
            Script.key(30, 0), RawEvent(EventType.synchronization, EventCode.report, 1),
        ]
        #expect(
            words(DeviceShape(), half: [Script.key(31, 1)], isDeviceGone: true, then: release) == [
                "4: 0 is 0, found"
            ]
        )
    }
}

@Suite("Fingers of a touch screen")
struct FingerTests {
    private typealias Script = EventScript

    private func samples(_ shape: DeviceShape, _ events: [RawEvent]) -> [InputSample] {
        var taker = InputTaker(kinds: [.touches])
        taker.begin(shape, at: Script.instant(0))
        taker.take(events, at: 1)
        return taker.ready
    }

    @Test("have millimetres by the resolution of each axis")
    func millimetres() throws {
        var shape = Script.screen()
        shape.axes[EventCode.contactY]?.resolution = 5
        let finger = [
            (EventCode.trackingID, Int32(1)), (EventCode.contactX, 100), (EventCode.contactY, 100),
        ]
        let touch = try #require(samples(shape, Script.slot(0, finger) + [Script.report]).first)
        #expect(touch.millimetres?.x == 5 && touch.millimetres?.y == 20)
        shape.axes[EventCode.contactY]?.resolution = 0
        let bare = try #require(samples(shape, Script.slot(0, finger) + [Script.report]).first)
        #expect(bare.millimetres == nil)
    }

    @Test("stand or lie by their orientation", arguments: [(50, 8, 12), (51, 12, 8), (-51, 12, 8)])
    func orientation(orientation: Int32, width: Float, height: Float) throws {
        var shape = Script.screen()
        shape.axes[EventCode.touchMajor] = DeviceShape.Axis(maximum: 255)
        shape.axes[EventCode.orientation] = DeviceShape.Axis(maximum: 100)
        let finger = [
            (EventCode.trackingID, 1), (EventCode.touchMajor, 12), (EventCode.touchMinor, 8),
            (EventCode.orientation, orientation),
        ]
        let touch = try #require(samples(shape, Script.slot(0, finger) + [Script.report]).first)
        #expect((touch.width, touch.height) == (width, height))
    }

    @Test("are in the slot that was the last before anybody listened")
    func slotAtStart() {
        var shape = Script.screen()
        shape.axes[EventCode.slot]?.value = 1
        shape.slots[0][EventCode.trackingID] = 4
        shape.slots[1][EventCode.trackingID] = 5
        let events = [Script.axis(EventCode.contactX, 9), Script.report]
        let touches = samples(shape, events)
        #expect(touches.map(\.phase) == [.stationary, .stationary, .moved])
        #expect(touches.map(\.index) == [0, 1, 1])
    }

    @Test("are none of a device that claims every axis there is")
    func reserved() {
        var shape = Script.screen()
        shape.axes[EventCode.reserved] = DeviceShape.Axis()
        shape.hasTouchKey = false
        let events = Script.slot(0, [(EventCode.trackingID, 4)]) + [Script.report]
        #expect(samples(shape, events).isEmpty)
        shape.axes[EventCode.reserved] = nil
        #expect(samples(shape, events).count == 1)
    }

    // libevdev hands on no number that follows another in one slot: only what else the report has comes.
    @Test("are taken for one where the library keeps another number to itself")
    func kept() {
        let touches = samples(
            Script.screen(),
            Script.slot(0, [(EventCode.trackingID, 4)]) + [Script.report]
                + Script.slot(0, [(EventCode.contactX, 7)]) + [Script.report]
        )
        #expect(touches.map(\.phase) == [.began, .moved])
    }

    // No device gives this by the libevdev of today; a reader that lets it through would.
    @Test("would be others by another number in the same slot, if it came")
    func replaced() {
        let touches = samples(
            Script.screen(),
            Script.slot(0, [(EventCode.trackingID, 4)]) + [Script.report]
                + Script.slot(0, [(EventCode.trackingID, 5)]) + [Script.report]
        )
        #expect(touches.map(\.phase) == [.began, .ended, .began])
    }
}
