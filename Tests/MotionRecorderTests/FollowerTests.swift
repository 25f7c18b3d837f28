import SampleStream
import Testing

@testable import MotionRecorder

@Suite("A sensor's value at another sensor's instant")
struct FollowerTests {
    private let millisecond: Int64 = 1_000_000

    /// A sensor of 100 Hz that read its own milliseconds at these milliseconds.
    private func follower(_ times: Int64...) -> Follower {
        var follower = Follower(rateInHertz: 100)
        for time in times {
            follower.add(SIMD3(Double(time), 0, -Double(time)), at: time * millisecond)
        }
        return follower
    }

    private func felt(_ milliseconds: Double, isInterpolated: Bool) -> Follower.Answer {
        .felt(SIMD3(milliseconds, 0, -milliseconds), isInterpolated: isInterpolated)
    }

    @Test("is the reading itself if the instants are the same")
    func exact() {
        var follower = follower(10, 20)
        #expect(follower.answer(at: 10 * millisecond) == felt(10, isInterpolated: false))
        // The last reading needs no later one.
        #expect(follower.answer(at: 20 * millisecond) == felt(20, isInterpolated: false))
    }

    @Test("is interpolated between two readings")
    func between() {
        var follower = follower(10, 20, 40)
        #expect(follower.answer(at: 15 * millisecond) == felt(15, isInterpolated: true))
        #expect(follower.answer(at: 25 * millisecond) == felt(25, isInterpolated: true))
        #expect(follower.answer(at: 35 * millisecond) == felt(35, isInterpolated: true))
    }

    @Test("is not known until a later reading arrives")
    func waits() {
        var follower = Follower(rateInHertz: 100)
        #expect(follower.answer(at: 0) == .wait)
        follower.add(SIMD3(10, 0, -10), at: 10 * millisecond)
        #expect(follower.answer(at: 15 * millisecond) == .wait)
        follower.add(SIMD3(20, 0, -20), at: 20 * millisecond)
        #expect(follower.answer(at: 15 * millisecond) == felt(15, isInterpolated: true))
    }

    @Test("does not exist before the sensor began")
    func notBegun() {
        var begun = follower(10)
        #expect(begun.answer(at: 9 * millisecond) == .notBegun)
        var never = Follower(rateInHertz: 100)
        #expect(never.answer(at: 0, isOver: true) == .notBegun)
        #expect(Follower.Answer.notBegun.loss == .source)
        #expect(Follower.Answer.wait.loss == nil)
    }

    @Test("does not exist where readings are lost, and exists again behind them")
    func gap() {
        var follower = follower(10)
        follower.addGap(.ring)
        // What began the gap is its reason.
        follower.addGap(.device)
        follower.add(SIMD3(50, 0, -50), at: 50 * millisecond)
        follower.add(SIMD3(60, 0, -60), at: 60 * millisecond)
        #expect(follower.answer(at: 10 * millisecond) == felt(10, isInterpolated: false))
        #expect(follower.answer(at: 11 * millisecond) == .lost(.ring))
        #expect(follower.answer(at: 49 * millisecond) == .lost(.ring))
        #expect(follower.answer(at: 50 * millisecond) == felt(50, isInterpolated: false))
        #expect(follower.answer(at: 55 * millisecond) == felt(55, isInterpolated: true))
    }

    @Test("does not exist in a silence of over a second, or of four periods of a slow sensor")
    func silence() {
        var fast = follower(0, 1000)
        #expect(fast.answer(at: 500 * millisecond) == felt(500, isInterpolated: true))
        var silent = follower(0, 1001)
        #expect(silent.answer(at: 500 * millisecond) == .lost(.source))
        var slow = Follower(rateInHertz: 0.5)
        slow.add(.zero, at: 0)
        slow.add(SIMD3(8, 0, 0), at: 8000 * millisecond)
        slow.add(SIMD3(8, 0, 0), at: 16001 * millisecond)
        #expect(
            slow.answer(at: 2000 * millisecond) == .felt(SIMD3(2, 0, 0), isInterpolated: true)
        )
        #expect(slow.answer(at: 9000 * millisecond) == .lost(.source))
    }

    @Test("stays for two periods at the end, unless readings are lost")
    func end() {
        var follower = follower(10, 20, 30)
        #expect(
            follower.answer(at: 50 * millisecond, isOver: true) == felt(30, isInterpolated: true)
        )
        #expect(follower.answer(at: 51 * millisecond, isOver: true) == .lost(.source))
        follower.addGap(.device)
        #expect(follower.answer(at: 50 * millisecond, isOver: true) == .lost(.device))
    }

    @Test("stays for two of the periods that the sensor really keeps")
    func learnsPeriod() {
        var follower = Follower(rateInHertz: 100)
        for index in 0..<100 { follower.add(.zero, at: Int64(index) * 40 * millisecond) }
        let last = 99 * 40 * millisecond
        #expect(follower.answer(at: last + 79 * millisecond, isOver: true).loss == nil)
        #expect(follower.answer(at: last + 81 * millisecond, isOver: true) == .lost(.source))
    }

    @Test("comes from the newest readings if nobody has asked for long")
    func bounded() {
        var follower = Follower(rateInHertz: 100)
        let count: Int64 = 1 << 17
        for index in 0..<count {
            follower.add(SIMD3(Double(index), 0, 0), at: index * millisecond)
        }
        #expect(follower.answer(at: 5 * millisecond) == .notBegun)
        #expect(
            follower.answer(at: (count - 1) * millisecond)
                == .felt(SIMD3(Double(count - 1), 0, 0), isInterpolated: false)
        )
    }

    @Test(
        "is found whatever the clock does",
        arguments: [[Int64.min, .max], [.min, 0], [-1, .max]]
    )
    func extremes(times: [Int64]) {
        var follower = Follower(rateInHertz: 100)
        for time in times { follower.add(SIMD3(1, 1, 1), at: time) }
        #expect(follower.answer(at: times[0]) == .felt(SIMD3(1, 1, 1), isInterpolated: false))
        // Centuries between two readings are a silence.
        #expect(follower.answer(at: times[0] + 1) == .lost(.source))
        #expect(follower.answer(at: times[1], isOver: true).loss == nil)
    }

    @Test("takes readings out of order as they are, and never divides by nothing")
    func backwards() {
        var follower = follower(10, 5, 5, 20)
        #expect(follower.answer(at: 8 * millisecond) == felt(8, isInterpolated: true))
        #expect(follower.answer(at: 5 * millisecond) == felt(5, isInterpolated: false))
        #expect(follower.answer(at: 4 * millisecond) == .notBegun)
    }

    @Test("has a period whatever rate is said", arguments: [Double.nan, 0, -1, .infinity])
    func anyRate(rate: Double) {
        var follower = Follower(rateInHertz: rate)
        follower.add(.zero, at: 0)
        #expect(follower.answer(at: 0, isOver: true) == .felt(.zero, isInterpolated: false))
        #expect(follower.answer(at: 1000 * 1_000_000_000, isOver: true) == .lost(.source))
    }
}
