import Testing

@testable import LineRecorder

@Suite("The spacing of lines")
struct LineSpacingTests {
    @Test("is the given one until some lines show it, counting lost ones")
    func mean() {
        var spacing = LineSpacing(rateInHertz: 100)
        #expect(spacing.nanoseconds == 10_000_000)
        for count in 0..<Int64(8) { spacing.add(count * 1_000, seen: count * 1_000, lost: 0) }
        #expect(spacing.nanoseconds == 10_000_000)
        spacing.add(10_000, seen: 10_000, lost: 2)
        #expect(spacing.nanoseconds == 1_000)
        #expect(LineSpacing(rateInHertz: nil).nanoseconds == nil)
        #expect(LineSpacing(rateInHertz: 0).nanoseconds == nil)
    }

    @Test("is that of the stretch before, until the new one shows it")
    func restarts() {
        var spacing = LineSpacing(rateInHertz: nil)
        for count in 0..<Int64(20) { spacing.add(count * 1_000, seen: count * 1_000, lost: 0) }
        spacing.restart()
        #expect(spacing.nanoseconds == 1_000)
        for count in 0..<Int64(20) { spacing.add(count * 3_000, seen: count * 3_000, lost: 0) }
        #expect(spacing.nanoseconds == 3_000)
    }

    @Test("is not changed by a clock that was set")
    func clockSet() {
        var spacing = LineSpacing(rateInHertz: nil)
        for count in 0..<Int64(20) { spacing.add(count * 1_000, seen: count * 1_000, lost: 0) }
        let years: Int64 = 300_000_000_000_000_000
        for count in 20..<Int64(40) {
            spacing.add(count * 1_000 + years, seen: count * 1_000, lost: 0)
        }
        #expect(spacing.nanoseconds == 1_000)
    }
}
