import MotionRecorder
import SampleStream
import Testing
import Timebase

@testable import EvdevSource

@Suite("Motion of an input device")
struct MotionTakerTests {
    private typealias Script = EventScript

    private func taker(
        _ types: [MotionSensorType] = [.accelerometer, .gyro],
        of shape: DeviceShape = Script.accelerometer()
    ) -> MotionTaker {
        var taker = MotionTaker(types: types, matrix: .identity)
        taker.begin(shape, at: Script.instant(0))
        return taker
    }

    /// What the gaps so far stand for.
    private func losses(_ taker: MotionTaker) -> [Int64] {
        taker.ready.compactMap { sample in
            guard case .gap(let lost, _, _) = sample.role else { return nil }
            return lost
        }
    }

    private let deviceTime = RawEvent(EventType.miscellaneous, EventCode.deviceTime, 3)

    @Test("is in g and rad/s, of both sensors where the device tells its own time")
    func units() {
        var taker = taker()
        taker.take([Script.axis(EventCode.z, 8192), Script.report], at: 1)
        taker.take([Script.axis(EventCode.turnY, 2880), Script.report], at: 2)
        taker.take([deviceTime, Script.report], at: 3)
        let (accelerometer, gyro) = (
            MotionSensorType.accelerometer.channel, MotionSensorType.gyro.channel
        )
        #expect(taker.ready.map(\.channel) == [accelerometer, gyro, accelerometer, gyro])
        #expect(taker.ready.map(\.z) == [1, 0, 1, 0])
        #expect(taker.ready.map(\.y) == [0, .pi, 0, .pi])
    }

    @Test("that was told by half when events were lost, or is found after it, was not measured")
    func halves() {
        var taker = taker()
        taker.take([Script.axis(EventCode.x, 8192)], at: 1)
        taker.loseEvents(since: Script.instant(1), until: Script.instant(2), reason: .kernel)
        taker.take([Script.report], at: 3)
        taker.find(Script.axis(EventCode.turnX, 16), at: Script.instant(4))
        taker.endFinding(at: Script.instant(4))
        taker.take([Script.report], at: 5)
        #expect(taker.ready.count == losses(taker).count)
    }

    @Test("is missing only where it is wanted and there")
    func wanted() {
        for (types, channels) in [
            ([MotionSensorType.gyro], [MotionSensorType.gyro]),
            ([.accelerometer], [.accelerometer]),
            ([.accelerometer, .gyro], [.accelerometer, .gyro]),
        ] {
            var taker = taker(types)
            taker.loseEvents(since: Script.instant(1), until: Script.instant(2), reason: .kernel)
            #expect(taker.ready.map(\.channel) == channels.map(\.channel))
        }
    }

    @Test("is counted by the rate before the gap, of which no gap and no late report is a part")
    func counts() {
        var taker = taker([.accelerometer])
        func run(_ times: StrideThrough<Int64>) {
            for time in times {
                taker.take([Script.axis(EventCode.x, Int32(time)), Script.report], at: time)
            }
        }
        run(stride(from: 10, through: 100, by: 10))
        taker.loseEvents(since: Script.instant(100), until: Script.instant(350), reason: .kernel)
        run(stride(from: 360, through: 400, by: 10))
        taker.loseEvents(since: Script.instant(400), until: Script.instant(650), reason: .device)
        #expect(losses(taker) == [25, 25])
        // One report that is late by 90 ms.
        run(stride(from: 700, through: 800, by: 100))
        taker.loseEvents(since: Script.instant(800), until: Script.instant(1050), reason: .kernel)
        #expect(losses(taker).last == 25)
    }

    @Test("is missing for as long as the device was gone, in one gap")
    func gone() {
        var taker = taker([.accelerometer])
        for time in stride(from: Int64(10), through: 100, by: 10) {
            taker.take([Script.axis(EventCode.x, Int32(time)), Script.report], at: time)
        }
        taker.take([Script.axis(EventCode.y, 1)], at: 105)
        taker.leave(lastSeen: Script.instant(105), at: Script.instant(110))
        #expect(losses(taker).isEmpty)
        taker.endWaiting(lastSeen: Script.instant(105), at: Script.instant(1105))
        #expect(losses(taker) == [100])
        #expect(taker.ready.last?.time == Script.instant(105))
        // Half a report is gone with it.
        let count = taker.ready.count
        taker.take([Script.report], at: 1106)
        #expect(taker.ready.count == count)
    }

    @Test("is at least one reading where nobody knows how many")
    func least() {
        var taker = taker([.accelerometer])
        taker.loseEvents(since: Script.instant(1), until: Script.instant(900), reason: .kernel)
        taker.take([Script.axis(EventCode.x, 1), Script.report], at: 1000)
        taker.take([Script.axis(EventCode.x, 2), Script.report], at: 1010)
        taker.loseEvents(since: Script.instant(1010), until: Script.instant(1011), reason: .kernel)
        #expect(losses(taker) == [1, 1])
    }
}

extension MotionTaker {
    fileprivate mutating func take(_ events: [RawEvent], at milliseconds: Int64) {
        for event in events { take(event, at: EventScript.instant(milliseconds)) }
    }
}
