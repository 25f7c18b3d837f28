import Testing
import Timebase

@testable import LocationRecorder

@Suite("The account of a walk")
struct WalkAccountTests {
    /// What the sum is after each fix, by its distance and its step.
    private func sums(_ motionStep: String?, _ fixes: [(Double?, String)]) -> [Double?] {
        var account = WalkAccount(motionStep: motionStep)
        let sums = fixes.map {
            account.take($0.0, in: $0.1, at: BootInstant(nanoseconds: 0))
        }
        #expect(account.total == sums.last)
        return sums
    }

    @Test(
        "sums the distances between fixes while the motion step lasts, and stands when it is over"
    )
    func step() {
        // The way to where the walk begins is no part of it.
        let sums = sums(
            "walking",
            [
                (nil, "task/line"), (2, "task/line"), (4, "task/walking"), (1.5, "task/walking"),
                (2.5, "task/section/walking/more"), (8, "task/thanks"), (8, "task/thanks"),
            ]
        )
        #expect(sums == [nil, nil, 0, 1.5, 4, 4, 4])
    }

    @Test("begins anew where the step is entered again")
    func again() {
        let sums = sums(
            "walking",
            [
                (nil, "task/walking"), (3, "task/walking"), (3, "task/rest"), (5, "task/walking"),
                (1, "task/walking"),
            ]
        )
        #expect(sums == [0, 3, 3, 0, 1])
    }

    @Test("lasts from the first fix of the walk to its last, also of a clock that is set back")
    func time() {
        var account = WalkAccount(motionStep: "walking")
        func take(_ step: String, _ time: Int64) -> ClosedRange<Int64>? {
            _ = account.take(1, in: "task/" + step, at: BootInstant(nanoseconds: time))
            return account.time.map { $0.lowerBound.nanoseconds...$0.upperBound.nanoseconds }
        }
        #expect(take("line", 1) == nil)
        #expect(take("walking", 2) == 2...2)
        #expect(take("walking", 5) == 2...5)
        #expect(take("rest", 7) == 2...5)
        #expect(take("walking", 9) == 9...9)
        #expect(take("walking", .min) == .min...9)
    }

    @Test("is of all that is recorded where no step is named")
    func whole() {
        let fixes: [(Double?, String)] = [(nil, "distance"), (1.25, "distance"), (1.25, "other")]
        #expect(sums(nil, fixes) == [0, 1.25, 2.5])
    }

    @Test("knows a step by its whole name")
    func names() {
        let fixes: [(Double?, String)] = [(nil, "task/walking"), (1, "walker/walk2")]
        #expect(sums("walk", fixes) == [nil, nil])
    }

    @Test("is not of the whole task where that has the name of its motion step")
    func root() {
        let sums = sums(
            "walking",
            [
                (nil, "walking/line"), (2, "walking/line"), (4, "walking/walking"),
                (1.5, "walking/walking"), (8, "walking/thanks"),
            ]
        )
        #expect(sums == [nil, nil, 0, 1.5, 1.5])
    }

    @Test("is of a whole section where a section and a step in it have the name")
    func section() {
        let sums = sums(
            "walking",
            [
                (nil, "task/line"), (4, "task/walking/ready"), (1, "task/walking/ready"),
                (2, "task/walking/walking"), (3, "task/walking/rest"), (8, "task/thanks"),
                (5, "task/other/walking"), (6, "task/other/walking"),
            ]
        )
        #expect(sums == [nil, 0, 1, 3, 6, 6, 0, 6])
    }
}
