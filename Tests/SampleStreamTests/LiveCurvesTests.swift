// A plot of a stream shows the least and the greatest value of each interval, also while another thread writes.

import Patience
import RandomWords
import SampleStream
import SystemCalls
import Testing
import Timebase

@Suite("The curves of the latest values", .mayNotHang)
struct LiveCurvesTests {
    /// Latest values whose curves a viewer has asked for.
    private static func watched() throws -> (latest: LatestValues<Reading>, curves: LiveCurves) {
        let latest = LatestValues<Reading>()
        #expect(latest.course(channel: 0, over: .seconds(10)) == nil)
        return (latest, try #require(latest.watchedCurves))
    }

    private static func at(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("do not exist until a viewer asks for them; reading a latest value creates none")
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
        "have the extremes of each tenth of a second, nil without readings, and the newest instant"
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

    @Test("add a late reading to its interval, and ignore one that is half a minute old")
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

    @Test("are merged into the requested number of intervals, whose bounds stay as time goes on")
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

    @Test("have no interval that is shorter than the spacing of the readings")
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

    @Test("accept any instant, also before the machine's start", arguments: 0..<20)
    func anyTime(seed: UInt64) throws {
        let (latest, curves) = try Self.watched()
        var words = RandomWords(seed: seed)
        let ends: [Int64] = [.min, .max, -1, 0, 1, -100_000_000, 99_999_999]
        for _ in 0..<200 {
            let end = ends[Int.random(in: ends.indices, using: &words)]
            let time = end &+ Int64.random(in: -9...9, using: &words)
            curves.add(SIMD4(repeating: 1), channel: Int(seed), at: BootInstant(nanoseconds: time))
            let span = Duration.seconds(Int.random(in: -9...99, using: &words))
            let course = latest.course(channel: Int(seed), over: span)
            #expect(course?.extents.isEmpty == false)
        }
    }

    @Test("never show a half-written interval")
    func neverTorn() throws {
        let (latest, curves) = try Self.watched()
        let rounds = 200_000
        let thread = try SystemThread.spawn(name: "curves") {
            for number in 1...rounds {
                let value = Float(number)
                // Each interval has one reading, so a viewer must read all four values of the same one.
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
