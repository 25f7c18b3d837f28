import SampleStream
import Testing
import Timebase

@testable import MotionRecorder

@Suite("What a sensor felt, by its own instants")
struct TimedSensorTests {
    private let period: Int64 = 10_000_000

    private func gap(_ count: Int64, _ reason: GapReason = .ring) -> LossLedger.Entry {
        LossLedger.Entry(
            channel: 0,
            reason: reason,
            firstMissing: BootInstant(nanoseconds: 0),
            count: count
        )
    }

    @Test("is found within a batch that arrived together")
    func batch() throws {
        var sensor = TimedSensor(rateInHertz: 100)
        for index in 0..<600 {
            let timestamp = Int64(index / 30 * 30 + 29) * period
            sensor.add(SIMD3(Double(index), 0, 0), timestampedAt: timestamp)
        }
        for index in 300..<590 {
            let time = Int64(index) * period + period / 2
            guard case .felt(let vector, true) = sensor.answer(at: time, isOver: false) else {
                Issue.record("nothing was felt at \(index)")
                return
            }
            #expect(abs(vector.x - (Double(index) + 0.5)) < 0.01)
        }
    }

    @Test("is lost where readings are missing, in the middle and at the end")
    func losses() {
        var sensor = TimedSensor(rateInHertz: 100)
        for index in 0..<100 where !(50..<55).contains(index) {
            if index == 55 { sensor.add(gap(5)) }
            sensor.add(.zero, timestampedAt: Int64(index) * period)
        }
        sensor.add(gap(3, .device))
        #expect(sensor.answer(at: 52 * period, isOver: false) == .lost(.ring))
        #expect(
            sensor.answer(at: 55 * period, isOver: false) == .felt(.zero, isInterpolated: false)
        )
        #expect(sensor.answer(at: 100 * period, isOver: true) == .lost(.device))
    }

    @Test("is known at the end, however few readings there were")
    func few() {
        var sensor = TimedSensor(rateInHertz: 100)
        sensor.add(SIMD3(1, 2, 3), timestampedAt: 0)
        #expect(sensor.answer(at: 0, isOver: false) == .wait)
        #expect(sensor.answer(at: 0, isOver: true) == .felt(SIMD3(1, 2, 3), isInterpolated: false))
    }
}
