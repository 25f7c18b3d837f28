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
        EventScript.lister(hasNumbers: false), EventScript.accelerometer(),
    ]

    @Test("crash nothing, and no finger ends that has not begun", arguments: shapes.indices)
    func survived(shape: Int) {
        let shape = Self.shapes[shape]
        var numbers = Numbers(state: 7)
        let types: [UInt16] = [0, 1, 2, 3, 4, 5, 21, .max]
        let codes: [UInt16] =
            Array(0...3) + Array(0x28...0x3F) + [
                0x14A, 0x2FF, 0x300, .max, 30,
            ]
        let values: [Int32] = [.min, -1, 0, 0, 1, 1, 2, 3, 9, 500, .max]
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
                default: taker.take(event, at: time)
                }
            }
            taker.end(at: EventScript.instant(201))
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
    }
}
