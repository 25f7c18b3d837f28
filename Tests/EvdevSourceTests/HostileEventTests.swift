import InputRecorder
import SampleStream
import Testing
import Timebase

@testable import EvdevSource

/// Always the same numbers.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Events that no device gives")
struct HostileEventTests {
    private static let shapes = [
        DeviceShape(), EventScript.screen(), EventScript.lister(hasNumbers: true),
        EventScript.lister(hasNumbers: false), EventScript.accelerometer(), single,
    ]

    /// A surface for one finger.
    private static var single: DeviceShape {
        var shape = DeviceShape()
        let wide = DeviceShape.Axis(maximum: 1000)
        shape.axes = [
            EventCode.x: wide, EventCode.y: wide, EventCode.pressure: wide,
            EventCode.toolWidth: wide,
        ]
        shape.hasTouchKey = true
        return shape
    }

    /// The same device as it may be found, touched or not.
    private static func found(_ shape: DeviceShape, _ number: UInt64) -> DeviceShape {
        var shape = shape
        if number % 2 == 0 { shape.pressedKeys = [30, EventCode.touch, .max] }
        if number % 3 == 0 { shape.switchesOn = [0, .max] }
        for slot in shape.slots.indices where number >> UInt64(slot + 2) & 1 == 1 {
            shape.slots[slot][EventCode.trackingID] = Int32(truncatingIfNeeded: number >> 8)
        }
        return shape
    }

    @Test("crash nothing, and no finger ends that has not begun", arguments: shapes.indices)
    func survived(shape: Int) {
        let shape = Self.shapes[shape]
        var numbers = Numbers(state: 7)
        let types: [UInt16] = [0, 1, 2, 3, 4, 5, 21, .max]
        let codes: [UInt16] =
            Array(0...3) + [EventCode.pressure] + Array(0x28...0x3F) + [
                0x14A, 0x2FF, 0x300, .max, 30,
            ]
        let values: [Int32] = [.min, -1, 0, 0, 1, 1, 2, 3, 9, 500, .max]
        var fingers = 0
        for _ in 0..<200 {
            var taker = InputTaker(kinds: Set(InputKind.allCases), keys: [30], markers: [30])
            taker.begin(shape, at: EventScript.instant(0))
            for step in Int64(1)...200 {
                let event = RawEvent(
                    types.randomElement(using: &numbers) ?? 0,
                    codes.randomElement(using: &numbers) ?? 0,
                    values.randomElement(using: &numbers) ?? 0
                )
                let time = EventScript.instant(step)
                switch Int.random(in: 0..<40, using: &numbers) {
                case 0: taker.loseEvents(since: time, until: time, reason: .kernel)
                case 1: taker.find(event, at: time)
                case 2: taker.endFinding(at: time)
                case 3: taker.take(EventScript.report, at: time)
                case 4, 5, 6:
                    taker.take(EventScript.axis(EventCode.contactX, event.value), at: time)
                    taker.take(EventScript.contactReport, at: time)
                case 7: taker.end(at: time)
                case 8:
                    taker.end(at: time)
                    taker.begin(Self.found(shape, numbers.next()), at: time)
                default: taker.take(event, at: time)
                }
            }
            taker.end(at: EventScript.instant(201))
            fingers += taker.ready.count { $0.phase != nil }
            var down: Set<UInt16> = []
            for sample in taker.ready {
                switch sample.phase {
                case .began, .stationary: #expect(down.insert(sample.index).inserted)
                case .ended, .cancelled: #expect(down.remove(sample.index) != nil)
                case .moved: #expect(down.contains(sample.index))
                case nil: break
                }
            }
            #expect(down.isEmpty)
        }
        // Otherwise nothing was tried.
        #expect((fingers > 200) == (shape.touchProtocol != nil))
    }
}
