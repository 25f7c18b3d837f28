// What a plot gets of a stream: the least and the greatest value of each stretch of time, whoever writes meanwhile.

import SampleStream
import SystemCalls
import Testing
import Timebase

@Suite("The curves of the latest values")
struct LiveCurvesTests {
    /// Latest values that somebody has looked at.
    private static func watched() throws -> (latest: LatestValues<Reading>, curves: LiveCurves) {
        let latest = LatestValues<Reading>()
        #expect(latest.course(channel: 0, over: .seconds(10)) == nil)
        return (latest, try #require(latest.watchedCurves))
    }

    private static func at(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("are none until somebody looks: a recording that nobody watches does nothing for them")
    func unwatched() {
        let latest = LatestValues<Reading>()
        #expect(latest.watchedCurves == nil)
        latest.publish(Reading(5), count: 1)
        _ = latest.latestValue(channel: 0)
        #expect(latest.watchedCurves == nil)
        _ = latest.course(channel: 3, over: .seconds(1))
        #expect(latest.watchedCurves != nil)
    }

    @Test(
        "have the ends of each tenth of a second, nothing where no reading came, and the newest instant"
    )
    func extents() throws {
        let (latest, curves) = try Self.watched()
        for (time, value) in [(1000, 1), (1040, -2), (1099, 3), (1100, 7), (1350, 5)] {
            let value = Float(value)
            curves.add(SIMD4(value, -value, 0, 0), channel: 2, at: Self.at(Int64(time)))
        }
        let course = try #require(latest.course(channel: 2, over: .seconds(10)))
        #expect(course.newest == Self.at(1350) && course.interval == .milliseconds(100))
        #expect(course.extents.map { $0?.low.x } == [-2, 7, nil, 5])
        #expect(course.extents.map { $0?.high.x } == [3, 7, nil, 5])
        #expect(course.extents.map { $0?.low.y } == [-3, -7, nil, -5])
        #expect(latest.course(channel: 1, over: .seconds(10)) == nil)
        let last = try #require(latest.course(channel: 2, over: .milliseconds(100)))
        #expect(last.extents.map { $0?.high.x } == [5])
    }

    @Test(
        "take a reading that comes late into its stretch, and none that is older than half a minute"
    )
    func late() throws {
        let (latest, curves) = try Self.watched()
        for (time, value) in [(0, 9), (40_000, 1), (39_900, 2), (39_950, 4), (10_000, 8)] {
            curves.add(SIMD4(repeating: Float(value)), channel: 0, at: Self.at(Int64(time)))
        }
        let course = try #require(latest.course(channel: 0, over: .seconds(600), atMost: 300))
        #expect(course.newest == Self.at(40_000))
        #expect(course.extents.map { $0?.high.x } == [4, 1])
        #expect(course.extents.first??.low.x == 2)
    }

    @Test(
        "are as many stretches as are asked for, which begin at the same instants as time goes on"
    )
    func merged() throws {
        let (latest, curves) = try Self.watched()
        for time in 0..<2000 {
            let value = Float(time)
            curves.add(SIMD4(repeating: value), channel: 0, at: Self.at(Int64(time) * 10))
        }
        let whole = try #require(latest.course(channel: 0, over: .seconds(10), atMost: 20))
        #expect(whole.interval == .milliseconds(500) && whole.extents.count == 20)
        let lows: [Float] = (20..<40).map { Float($0 * 50) }
        let highs: [Float] = lows.map { $0 + 49 }
        #expect(whole.extents.compactMap { $0?.low.x } == lows)
        #expect(whole.extents.compactMap { $0?.high.x } == highs)
        curves.add(SIMD4(repeating: 5000), channel: 0, at: Self.at(20_000))
        let next = try #require(latest.course(channel: 0, over: .seconds(10), atMost: 20))
        #expect(next.extents.dropLast() == whole.extents.dropFirst())
        #expect(next.extents.last??.high.x == 5000)
    }

    @Test("have no stretch that is shorter than readings are apart")
    func slow() throws {
        let (latest, curves) = try Self.watched()
        for second in 0..<10 {
            let time = Self.at(Int64(second) * 1000 + Int64(second % 2) * 200)
            curves.add(SIMD4(repeating: Float(second)), channel: 0, at: time)
        }
        let course = try #require(
            latest.course(channel: 0, over: .seconds(10), spacing: .milliseconds(1500))
        )
        #expect(course.interval == .milliseconds(1500))
        #expect(!course.extents.contains(nil) && course.extents.count == 6)
    }

    @Test("bear any instants, before the machine's start too", arguments: 0..<20)
    func anyTime(seed: UInt64) throws {
        let (latest, curves) = try Self.watched()
        var bits = SystemRandomNumberGenerator()
        let ends: [Int64] = [.min, .max, -1, 0, 1, -100_000_000, 99_999_999]
        for _ in 0..<200 {
            let time = ends.randomElement(using: &bits).map { $0 &+ Int64.random(in: -9...9) } ?? 0
            curves.add(SIMD4(repeating: 1), channel: Int(seed), at: BootInstant(nanoseconds: time))
            let course = latest.course(channel: Int(seed), over: .seconds(Int.random(in: -9...99)))
            #expect(course?.extents.isEmpty == false)
        }
    }

    @Test("never show half of a change")
    func neverTorn() throws {
        let (latest, curves) = try Self.watched()
        let rounds = 200_000
        let thread = try SystemThread.spawn(name: "curves") {
            for number in 1...rounds {
                let value = Float(number)
                // A stretch of one reading each: whatever is read of it is whole.
                curves.add(
                    SIMD4(value, value + 1, value + 2, value + 3),
                    channel: 0,
                    at: Self.at(Int64(number) * 100)
                )
            }
        }
        var newest = BootInstant(nanoseconds: 0)
        while newest < Self.at(Int64(rounds) * 100) {
            guard let course = latest.course(channel: 0, over: .seconds(30), atMost: 300) else {
                continue
            }
            #expect(course.newest >= newest)
            newest = course.newest
            let last = Float(newest.nanoseconds / 100_000_000)
            for (age, extent) in course.extents.reversed().enumerated() {
                let value = last - Float(age)
                #expect(extent?.low == SIMD4(value, value + 1, value + 2, value + 3))
            }
        }
        thread.join()
    }
}
