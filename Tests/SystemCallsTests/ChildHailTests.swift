import Testing
@testable import SystemCalls

@Suite("When a child is hailed, and when it has hung")
struct ChildHailTests {
    private static let second: Int64 = 1_000_000_000

    /// Looks every second from one to another, and tells what was to be done when.
    private func looks(
        _ hail: inout ChildHail,
        from first: Int64,
        through last: Int64
    ) -> [Int64: ChildHail.Step] {
        var steps: [Int64: ChildHail.Step] = [:]
        for number in first...last { steps[number] = hail.look(at: number * Self.second) }
        return steps
    }

    private func begun() -> ChildHail {
        var hail = ChildHail(after: .seconds(4), limit: .seconds(10))
        hail.begin(at: 0)
        return hail
    }

    @Test("it is hailed once after each silence, and has all the time then")
    func hails() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(looks(&hail, from: 1, through: 13) == [4: .hail])
        hail.hear(at: 13 * Self.second)
        #expect(looks(&hail, from: 14, through: 26) == [17: .hail])
    }

    @Test("it has hung where it has not answered by the limit")
    func hangs() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(looks(&hail, from: 1, through: 14) == [4: .hail, 14: .giveUp])
    }

    @Test("a new one has as long to say that it is there")
    func begins() {
        var hail = begun()
        #expect(looks(&hail, from: 1, through: 10) == [10: .giveUp])
        hail.begin(at: 20 * Self.second)
        #expect(looks(&hail, from: 21, through: 29).isEmpty)
    }

    @Test("it has not hung where nobody has looked, as when the whole program was stopped")
    func stopped() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(looks(&hail, from: 1, through: 5) == [4: .hail])
        #expect(hail.look(at: 5000 * Self.second) == nil)
        hail.hear(at: 5001 * Self.second)
        #expect(hail.look(at: 5002 * Self.second) == nil)
    }

    @Test("nothing is to be looked at before the silence is over, and then often")
    func patience() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(hail.patience(at: Self.second) == .seconds(3))
        #expect(hail.patience(at: 9 * Self.second) == .zero)
        #expect(hail.look(at: 4 * Self.second) == .hail)
        #expect(hail.patience(at: 4 * Self.second) == .seconds(1))
    }
}
