// What is taken for a reading, and what for a loss, decides both what is computed while a session is recorded and what
// is computed of it later.

import SampleStream
import Testing
import Timebase

@testable import MotionRecorder

@Suite("What an item says of a raw sensor")
struct RawNewsTests {
    private let time = BootInstant(nanoseconds: 42)

    private static let sensors: [(MotionSensorType, RawNews.Sensor)] = [
        (.accelerometer, .accelerometer), (.gyro, .gyroscope), (.magnetometer, .magnetometer),
    ]

    @Test("A reading is one of its sensor, as it was timestamped", arguments: sensors)
    func reading(type: MotionSensorType, sensor: RawNews.Sensor) {
        let item = MotionSample(type, at: time, x: 1, y: -2, z: 3)
        #expect(RawNews(item) == .reading(sensor, SIMD3(1, -2, 3), timestamp: 42))
    }

    @Test(
        "A reading without a number on every axis is one loss at the source",
        arguments: [Double.nan, .infinity, -.infinity]
    )
    func noNumber(value: Double) {
        for (type, sensor) in Self.sensors {
            let item = MotionSample(type, at: time, x: 1, y: value, z: 3)
            #expect(RawNews(item) == .gap(sensor, loss(of: type, .source, 1)))
        }
    }

    @Test("A reading without axes is one loss at the source")
    func noAxes() {
        var item = MotionSample(.gyro, at: time, x: 1, y: 2, z: 3)
        item.hasAxes = false
        #expect(RawNews(item) == .gap(.gyroscope, loss(of: .gyro, .source, 1)))
    }

    @Test("A gap is one of its sensor, with its reason, its count and whether that is estimated")
    func gap() {
        for (type, sensor) in Self.sensors {
            let expected = loss(of: type, .ring, 7, isEstimated: true)
            #expect(RawNews(gap(of: type, lost: 7)) == .gap(sensor, expected))
        }
    }

    @Test("A gap in which nothing is missing says nothing", arguments: [0, -1, Int64.min])
    func emptyGap(lost: Int64) {
        #expect(RawNews(gap(of: .gyro, lost: lost)) == nil)
    }

    @Test(
        "What is computed says nothing of a raw sensor, neither its readings nor its gaps",
        arguments: MotionSensorType.allCases.filter(\.isDerived)
    )
    func derived(type: MotionSensorType) {
        #expect(RawNews(MotionSample(type, at: time, x: 1, y: 2, z: 3)) == nil)
        #expect(RawNews(MotionSample(type, at: time, x: .nan, y: 2, z: 3)) == nil)
        #expect(RawNews(gap(of: type, lost: 7)) == nil)
    }

    @Test("A mark, and a reading of a channel that nobody knows, say nothing")
    func others() {
        #expect(RawNews(.mark(3, at: time)) == nil)
        #expect(RawNews(MotionSample(channel: 250, at: time, x: 1, y: 2, z: 3)) == nil)
    }

    private func gap(of type: MotionSensorType, lost: Int64) -> MotionSample {
        .gap(channel: type.channel, at: time, lost: lost, reason: .ring, isEstimated: true)
    }

    private func loss(
        of type: MotionSensorType,
        _ reason: GapReason,
        _ count: Int64,
        isEstimated: Bool = false
    ) -> LossLedger.Entry {
        LossLedger.Entry(
            channel: type.channel,
            reason: reason,
            firstMissing: time,
            count: count,
            isEstimated: isEstimated
        )
    }
}
