import Testing
@testable import SystemCalls

@Suite("Detecting a child that hangs")
struct ChildHailTests {
    private static let second: Int64 = 1_000_000_000

    /// Looks once a second; returns the steps by the second in which they were due.
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

    @Test("hails the child once after each silence, and gives it the whole limit to answer")
    func hails() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(looks(&hail, from: 1, through: 13) == [4: .hail])
        hail.hear(at: 13 * Self.second)
        #expect(looks(&hail, from: 14, through: 26) == [17: .hail])
    }

    @Test("gives the child up if it has not answered by the limit")
    func hangs() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(looks(&hail, from: 1, through: 14) == [4: .hail, 14: .giveUp])
    }

    @Test("gives a new child the same limit to confirm that it has begun")
    func begins() {
        var hail = begun()
        #expect(looks(&hail, from: 1, through: 10) == [10: .giveUp])
        hail.begin(at: 20 * Self.second)
        #expect(looks(&hail, from: 21, through: 29).isEmpty)
    }

    @Test("counts a long time without a look only in part, as after a suspension")
    func stopped() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(looks(&hail, from: 1, through: 5) == [4: .hail])
        #expect(hail.look(at: 5000 * Self.second) == nil)
        hail.hear(at: 5001 * Self.second)
        #expect(hail.look(at: 5002 * Self.second) == nil)
    }

    @Test("needs no look before the silence is over, and one every second after a hail")
    func patience() {
        var hail = begun()
        hail.hear(at: 0)
        #expect(hail.patience(at: Self.second) == .seconds(3))
        #expect(hail.patience(at: 9 * Self.second) == .zero)
        #expect(hail.look(at: 4 * Self.second) == .hail)
        #expect(hail.patience(at: 4 * Self.second) == .seconds(1))
    }
}
