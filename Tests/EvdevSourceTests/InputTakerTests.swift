import InputRecorder
import SampleStream
import Testing
import Timebase

@testable import EvdevSource

@Suite("Events of an input device")
struct InputTakerTests {
    private typealias Script = EventScript

    private func taker(
        _ kinds: Set<InputKind> = Set(InputKind.allCases),
        keys: [Int] = [],
        markers: [Int] = [],
        of shape: DeviceShape = DeviceShape()
    ) -> InputTaker {
        var taker = InputTaker(kinds: kinds, keys: keys, markers: markers)
        taker.begin(shape, at: Script.instant(0))
        return taker
    }

    @Test("name only the permitted keys; of the others they say that one was pressed")
    func keys() {
        var taker = taker(keys: [183, 30])
        taker.take([Script.key(30, 1), Script.key(48, 1), Script.report], at: 5)
        taker.take(
            [Script.key(48, 2), Script.key(48, 0), Script.key(183, 1), Script.report],
            at: 6
        )
        #expect(
            taker.words() == [
                "5: 1 is 1", "5: - is 1", "6: - is 2", "6: - is 0", "6: 0 is 1",
            ]
        )
    }

    @Test("that were found after a loss do not show an unnamed key's place among the others")
    func orderOfFound() {
        var shape = DeviceShape()
        shape.pressedKeys = [29, 30, 48, 183]
        var taker = taker(keys: [183, 30], of: shape)
        let pressed = ["0 is 1, found", "1 is 1, found", "- is 1, found", "- is 1, found"]
        #expect(taker.words() == pressed.map { "0: \($0)" })
        taker.loseEvents(since: Script.instant(1), until: Script.instant(2), reason: .kernel)
        taker.find(
            [
                Script.key(28, 1), Script.key(29, 0), Script.key(30, 0), Script.key(31, 1),
                RawEvent(EventType.switch, 0, 1), Script.report, Script.key(48, 0),
                Script.key(183, 0),
            ],
            at: 2
        )
        taker.endFinding(at: Script.instant(2))
        #expect(
            taker.words() == [
                "1: about 1 lost, kernel", "2: 0 is 0, found", "2: 1 is 0, found",
                "2: - is 0, found", "2: - is 0, found", "2: 0 is 1, found", "2: - is 1, found",
                "2: - is 1, found",
            ]
        )
        taker.take([Script.key(183, 1), Script.key(30, 1), Script.report], at: 3)
        taker.end(at: Script.instant(4))
        #expect(
            taker.words() == [
                "3: 0 is 1", "3: 1 is 1", "4: 0 is 0, found", "4: 1 is 0, found",
                "4: - is 0, found", "4: - is 0, found",
            ]
        )
    }

    @Test("of keys beyond the kernel's last one are ignored")
    func hostileKeys() {
        var taker = taker(keys: [0x2FF, 0x300, -1, 70000])
        taker.take([Script.key(0x2FF, 1), Script.key(0x300, 1), Script.key(.max, 1)], at: 1)
        #expect(taker.words() == ["1: 0 is 1"])
    }

    @Test(
        "of marker keys are marks when the key goes down, not while it is held or when it goes up"
    )
    func markers() {
        var taker = taker([], markers: [183, 184])
        taker.take([Script.key(184, 1), Script.report], at: 5)
        taker.take([Script.key(184, 2), Script.key(184, 0), Script.key(183, 1)], at: 9)
        #expect(taker.pressedMarkers.map(\.marker) == [1, 0])
        #expect(taker.pressedMarkers.map(\.time) == [Script.instant(5), Script.instant(9)])
        #expect(taker.words() == [])
    }

    @Test("of a pen's tools are no keys, but may be marks; its buttons are keys")
    func tools() {
        var taker = taker(keys: [0x14B], markers: [0x14A])
        taker.take(
            [Script.key(0x140, 1), Script.key(0x14A, 1), Script.key(0x14B, 1), Script.report],
            at: 3
        )
        #expect(taker.words() == ["3: 0 is 1"])
        #expect(taker.pressedMarkers.map(\.marker) == [0])
    }

    @Test("of switches begin with those that are on, and after a return with those that changed")
    func switches() {
        var taker = InputTaker(kinds: [.switches])
        var shape = DeviceShape()
        shape.switchesOn = [0, 2]
        taker.begin(shape, at: Script.instant(1))
        taker.take(RawEvent(EventType.switch, 5, 1), at: Script.instant(2))
        taker.end(at: Script.instant(3))
        shape.switchesOn = [0, 3, 5]
        taker.begin(shape, at: Script.instant(4))
        #expect(
            taker.words() == [
                "1: 0 is 1, found", "1: 2 is 1, found", "2: 5 is 1", "4: 2 is 0, found",
                "4: 3 is 1, found",
            ]
        )
    }

    @Test("of fingers come at the end of a report, with millimetres and size")
    func touches() throws {
        var shape = Script.screen()
        shape.axes[EventCode.touchMajor] = DeviceShape.Axis(maximum: 255)
        shape.axes[EventCode.contactPressure] = DeviceShape.Axis(maximum: 255)
        var taker = taker(of: shape)
        taker.take(
            Script.slot(
                1,
                [
                    (EventCode.trackingID, 7), (EventCode.contactX, 100),
                    (EventCode.contactY, 50), (EventCode.touchMajor, 12),
                    (EventCode.touchMinor, 8), (EventCode.contactPressure, 33),
                ]
            ) + [Script.key(EventCode.touch, 1)],
            at: 4
        )
        #expect(taker.ready.isEmpty)
        taker.take([Script.report], at: 4)
        let touch = try #require(taker.ready.first)
        #expect(touch.millimetres?.x == 5)
        #expect(touch.millimetres?.y == 2.5)
        #expect((touch.width, touch.height) == (8, 12))
        #expect(touch.pressure == 33)
        #expect(taker.words() == ["4: began 0 at 100,50"])
        taker.take(Script.slot(1, [(EventCode.contactX, 101)]) + [Script.report], at: 5)
        taker.take(
            Script.slot(0, [(EventCode.trackingID, 8), (EventCode.contactX, 9)])
                + Script.slot(1, [(EventCode.trackingID, -1)]) + [Script.report],
            at: 6
        )
        #expect(
            taker.words() == ["5: moved 0 at 101,50", "6: ended 0 at 101,50", "6: began 0 at 9,0"]
        )
    }

    @Test("of a slot that the device does not have are ignored")
    func hostileSlots() {
        var taker = taker(of: Script.screen(slots: 1))
        taker.take(Script.slot(5, [(EventCode.trackingID, 1)]) + [Script.report], at: 1)
        taker.take(Script.slot(-1, [(EventCode.contactX, 1)]) + [Script.report], at: 1)
        taker.take(Script.slot(0, [(EventCode.trackingID, 1)]) + [Script.report], at: 2)
        #expect(taker.words() == ["2: began 0 at 0,0"])
    }

    @Test("of a single finger without slots are those of finger 0")
    func single() {
        var shape = DeviceShape()
        let wide = DeviceShape.Axis(maximum: 1000)
        shape.axes = [EventCode.x: wide, EventCode.y: wide]
        shape.hasTouchKey = true
        var taker = taker(of: shape)
        taker.take([Script.axis(EventCode.x, 7), Script.report], at: 1)
        taker.take([Script.key(EventCode.touch, 1), Script.report], at: 2)
        taker.take([Script.axis(EventCode.y, 8), Script.report], at: 3)
        taker.take([Script.key(EventCode.touch, 0), Script.report], at: 4)
        taker.take([Script.key(EventCode.touch, 1), Script.report], at: 5)
        #expect(
            taker.words() == [
                "2: began 0 at 7,0", "3: moved 0 at 7,8", "4: ended 0 at 7,8", "5: began 0 at 7,8",
            ]
        )
        // The finger leaves and returns within one report.
        taker.take(
            [Script.key(EventCode.touch, 0), Script.key(EventCode.touch, 1), Script.report],
            at: 6
        )
        #expect(taker.words() == ["6: ended 0 at 7,8", "6: began 0 at 7,8"])
        // The finger is down before the recording begins.
        shape.pressedKeys = [EventCode.touch]
        var touched = self.taker(of: shape)
        touched.take([Script.key(EventCode.touch, 0), Script.report], at: 1)
        #expect(touched.ready.map { $0.millimetres == nil } == [true, true])
        #expect(touched.words() == ["0: stationary 0 at 0,0, found", "1: ended 0 at 0,0"])
    }

    @Test("of listed fingers with numbers follow each finger by its number")
    func numberedLists() {
        var taker = taker(of: Script.lister(hasNumbers: true))
        func contact(_ id: Int32, _ x: Int32) -> [RawEvent] {
            [
                Script.axis(EventCode.trackingID, id), Script.axis(EventCode.contactX, x),
                Script.axis(EventCode.contactY, 1), Script.contactReport,
            ]
        }
        taker.take(contact(4, 10) + contact(5, 20) + [Script.report], at: 1)
        taker.take(contact(5, 21) + contact(4, 11) + [Script.report], at: 2)
        taker.take(contact(5, 21) + [Script.report], at: 3)
        taker.take([Script.contactReport, Script.report], at: 4)
        #expect(
            taker.words() == [
                "1: began 0 at 10,1", "1: began 1 at 20,1", "2: moved 0 at 11,1",
                "2: moved 1 at 21,1", "3: ended 0 at 11,1", "4: ended 1 at 21,1",
            ]
        )
    }

    @Test("of listed fingers without numbers follow each finger by its position")
    func plainLists() {
        var taker = taker(of: Script.lister(hasNumbers: false))
        func contact(_ x: Int32) -> [RawEvent] {
            [
                Script.axis(EventCode.contactX, x), Script.axis(EventCode.contactY, 0),
                Script.contactReport,
            ]
        }
        taker.take(contact(10) + contact(500) + [Script.report], at: 1)
        taker.take(contact(510) + contact(12) + [Script.report], at: 2)
        taker.take(contact(505) + [Script.report], at: 3)
        taker.take(contact(505) + contact(90) + [Script.report], at: 4)
        // A new finger takes the number of the one that left, so numbers do not grow.
        taker.take(contact(506) + contact(91) + [Script.report], at: 5)
        #expect(
            taker.words() == [
                "1: began 0 at 10,0", "1: began 1 at 500,0", "2: moved 0 at 12,0",
                "2: moved 1 at 510,0", "3: ended 0 at 12,0", "3: moved 1 at 505,0",
                "4: began 0 at 90,0", "5: moved 0 at 91,0", "5: moved 1 at 506,0",
            ]
        )
    }

    @Test("of an accelerometer are in g and rad/s, with all axes in each report")
    func accelerometer() {
        var taker = taker(of: Script.accelerometer())
        taker.take([Script.axis(EventCode.z, 8192), Script.report], at: 1)
        taker.take([Script.axis(EventCode.turnY, 2880), Script.report], at: 2)
        taker.take(
            [RawEvent(EventType.miscellaneous, EventCode.deviceTime, 3), Script.report],
            at: 3
        )
        taker.take([Script.report], at: 4)
        #expect(
            taker.words() == [
                "1: accelerometer 0.0 0.0 1.0", "2: gyro 0.0 \(Double.pi) 0.0",
                "3: accelerometer 0.0 0.0 1.0", "3: gyro 0.0 \(Double.pi) 0.0",
            ]
        )
    }

    @Test("of pointers, wheels and switches come once a report, and only if they are wanted")
    func others() {
        var taker = taker()
        let moves = [
            RawEvent(EventType.relative, EventCode.moveX, 3),
            RawEvent(EventType.relative, EventCode.moveX, 2),
            RawEvent(EventType.relative, EventCode.moveY, -1), Script.report,
            RawEvent(EventType.relative, EventCode.wheel, -2), Script.report, Script.report,
            RawEvent(EventType.switch, 0, 1), Script.report,
        ]
        taker.take(moves, at: 1)
        #expect(taker.words() == ["1: pointer by 5,-1", "1: pointer wheel -2", "1: 0 is 1"])
        taker.take(
            [
                RawEvent(EventType.relative, EventCode.wheel, 1),
                RawEvent(EventType.relative, EventCode.wheel, 2),
                RawEvent(EventType.relative, EventCode.sidewaysWheel, -1),
                RawEvent(EventType.relative, EventCode.sidewaysWheel, -3), Script.report,
            ],
            at: 2
        )
        #expect(taker.ready.map(\.z) == [3] && taker.ready.map(\.value) == [-4])
        #expect(taker.ready.allSatisfy { $0.hasValue && !$0.hasPosition })
        _ = taker.words()
        var deaf = self.taker([.touches])
        deaf.take(moves + [Script.key(30, 1)], at: 1)
        #expect(deaf.words() == [])
    }
}
