// Steps are counted in whatever a sensor writes: readings in any order of types, holes, wrong clocks, no numbers.

import Gait
import Recording
import Research
import SampleStream
import Testing
import Timebase
import WalkSource

@testable import MotionRecorder

@Suite("A counter of steps")
struct StepCounterTests {
    private let walk: SyntheticWalk

    init() throws { walk = try SyntheticWalk(SyntheticWalkDescription()) }

    /// Readings of the low back: of each instant the accelerometer's, then the gyroscope's.
    private func readings(_ seconds: Int, rate: Double = 100) throws -> [MotionSample] {
        let grid = try #require(SamplingGrid(rateInHertz: rate))
        var sensor = SyntheticSensor(walk: walk, placement: .lowBack, grid: grid)
        return (0..<seconds * Int(rate)).flatMap { index in
            let reading = sensor.reading(ofSample: index)
            let time = BootInstant(nanoseconds: 7_000_000_000 + reading.nanosecondsFromStart)
            let (force, rate) = (
                reading.specificForceInG, reading.angularRateInRadiansPerSecond
            )
            return [
                MotionSample(.accelerometer, at: time, x: force.x, y: force.y, z: force.z),
                MotionSample(.gyro, at: time, x: rate.x, y: rate.y, z: rate.z),
            ]
        }
    }

    private func counter(leg: Double? = nil, hasGyroscope: Bool = true) -> StepCounter {
        StepCounter(
            identifier: "walk",
            isSaidToBeAtLowBack: true,
            legLengthInMetres: leg,
            rateInHertz: 100,
            hasGyroscope: hasGyroscope
        )
    }

    private func counted(_ readings: [MotionSample], by counter: StepCounter) -> Int? {
        for reading in readings { counter.take(reading, in: "t/walk") }
        counter.end()
        return counter.account(of: nil, until: BootInstant(nanoseconds: .max)).steps
    }

    private func strikes(_ seconds: Double) -> Int {
        walk.events(beforeSeconds: seconds).count { $0.kind == .heelStrike }
    }

    @Test(
        "has the heel strikes, in whichever order the sensors report, with a gyroscope or without"
    )
    func order() throws {
        let readings = try readings(30)
        let strikes = strikes(30)
        let other = stride(from: 0, to: readings.count, by: 2).flatMap {
            [readings[$0 + 1], readings[$0]]
        }
        let batches = stride(from: 0, to: readings.count, by: 20).flatMap { start in
            let batch = readings[start..<min(start + 20, readings.count)]
            return batch.filter { $0.type == .gyro } + batch.filter { $0.type == .accelerometer }
        }
        let alone = readings.filter { $0.type == .accelerometer }
        for samples in [readings, other, batches] {
            let count = try #require(counted(samples, by: counter()))
            #expect(abs(count - strikes) <= 1)
        }
        let count = try #require(counted(alone, by: counter(hasGyroscope: false)))
        #expect(abs(count - strikes) <= 1)
        #expect(counted(alone, by: counter()) == count)
    }

    @Test("counts on through wrong clocks, holes and what is no number")
    func hostile() throws {
        var readings = try readings(60)
        for index in stride(from: 101, to: readings.count, by: 501) {
            readings[index].x = .nan
            readings[index].z = .infinity
        }
        readings[2000].time = BootInstant(nanoseconds: .min)
        readings[3000].time = BootInstant(nanoseconds: .max)
        readings[4000].time = BootInstant(nanoseconds: 0)
        readings[5000].hasAxes = false
        readings.removeSubrange(6000..<6400)
        readings.append(MotionSample(.attitude, at: readings[0].time, x: 0, y: 0, z: 0))
        readings.append(
            MotionSample.gap(
                channel: 0,
                at: BootInstant(nanoseconds: .max),
                lost: .max,
                reason: .ring,
                isEstimated: true
            )
        )
        let count = try #require(counted(readings, by: counter(leg: 0.9)))
        #expect(abs(count - (strikes(60) - 4)) <= 5)
    }

    @Test("survives a first reading at the end of all time")
    func extremes() throws {
        for first in [Int64.min, .max, .max - 1] {
            let counter = counter()
            counter.take(
                MotionSample(.accelerometer, at: BootInstant(nanoseconds: first), x: 0, y: 0, z: 1),
                in: ""
            )
            #expect(counted(try readings(3), by: counter) ?? 0 <= 6)
            _ = counter.isSettled(nil, until: BootInstant(nanoseconds: .min))
            _ = counter.now
        }
    }

    @Test("has no count of too few readings, nor of ten a second, and says why")
    func absent() throws {
        for readings in [[], try readings(3, rate: 10), try readings(30, rate: 10)] {
            let counter = counter()
            #expect(counted(readings, by: counter) == nil)
            let account = counter.account(of: nil, until: BootInstant(nanoseconds: .max))
            #expect(account.reasons.first?.hasPrefix("walk: there is no stepCount: ") ?? false)
        }
    }

    @Test("has no count while it runs, either, where it can have none")
    func absentMeanwhile() throws {
        for readings in [try readings(1, rate: 10), try readings(30, rate: 10)] {
            let counter = counter()
            for reading in readings { counter.take(reading, in: "t/walk") }
            let account = counter.account(of: nil, until: BootInstant(nanoseconds: .max))
            #expect(account.steps == nil && !account.reasons.isEmpty)
            #expect(counter.now == nil)
        }
    }

    @Test("has no count of a step in which it did not record, and says so")
    func otherStep() throws {
        let counter = counter()
        for reading in try readings(10) { counter.take(reading, in: "t/stand") }
        let account = counter.account(of: "walk", until: BootInstant(nanoseconds: .max))
        #expect(account.steps == nil)
        #expect(account.reasons.contains { $0.contains("'walk'") })
    }

    @Test("counts readings that come a batch at a time, timestamped when they came")
    func arrivals() throws {
        for apart in [Int64(0), 20_000] {
            var readings = try readings(60)
            let taken = readings.map(\.time)
            for index in readings.indices {
                // Ten instants, of two readings each, are a batch.
                let last = taken[min(index / 20 * 20 + 19, readings.count - 1)].nanoseconds
                readings[index].time = BootInstant(
                    nanoseconds: last + apart * Int64(index % 20 / 2)
                )
            }
            let counter = counter(leg: 0.9)
            let count = try #require(counted(readings, by: counter))
            #expect(abs(count - strikes(60)) <= 3)
        }
    }

    @Test("tells of losses within the walk beside the count")
    func losses() throws {
        var index = 0
        // Half a second of each two.
        let kept = try readings(60).filter { _ in
            defer { index += 1 }
            return index % 400 < 300
        }
        let counter = counter()
        _ = counted(kept, by: counter)
        let account = counter.account(of: nil, until: BootInstant(nanoseconds: .max))
        #expect(account.steps != nil)
        #expect(account.reasons.contains { $0.contains("s of the walk are missing") })
        guard case .success(let figures) = counter.figures(),
            case .figure(_, _, let confidence) = figures.cadence
        else {
            Issue.record("there is no cadence")
            return
        }
        #expect(confidence == .poor)
    }

    @Test("shows each second how many steps there were, and how fast they came")
    func course() throws {
        let counter = counter()
        #expect(counter.course(of: .cadence, over: .seconds(10)) == nil)
        let count = try #require(counted(try readings(30), by: counter))
        let steps = try #require(counter.course(of: .stepCount, over: .seconds(10)))
        #expect(steps.lines.map(\.count) == [10] && steps.interval == .seconds(1))
        let last = try #require(steps.lines[0].last ?? nil)
        #expect(abs(Int(last.lowerBound) - count) <= 2)
        let cadence = try #require(counter.course(of: .cadence, over: .seconds(10)))
        #expect(cadence.lines[0].allSatisfy { $0.map { abs($0.lowerBound - 110) < 12 } ?? false })
        for window in [Duration.zero, .seconds(-5), .seconds(1e18), .nanoseconds(1)] {
            #expect(counter.course(of: .stepCount, over: window) != nil)
        }
    }

    @Test("is settled once it has counted far enough, or has ended")
    func settling() throws {
        let counter = counter()
        let readings = try readings(20)
        let end = BootInstant(nanoseconds: 17_000_000_000)
        #expect(counter.span == nil)
        for reading in readings where reading.time <= end { counter.take(reading, in: "t/walk") }
        #expect(!counter.isSettled(nil, until: end))
        for reading in readings where reading.time > end { counter.take(reading, in: "t/rest") }
        #expect(counter.isSettled(nil, until: end))
        #expect(!counter.isSettled("rest", until: BootInstant(nanoseconds: .max)))
        let before = counter.account(of: "walk", until: end)
        counter.end()
        #expect(counter.isSettled("rest", until: BootInstant(nanoseconds: .max)))
        #expect(counter.account(of: "walk", until: end) == before)
        #expect(counter.span?.end == readings.last?.time)
        #expect(
            counter.now?.steps == counter.account(of: nil, until: .init(nanoseconds: .max)).steps
        )
    }
}
