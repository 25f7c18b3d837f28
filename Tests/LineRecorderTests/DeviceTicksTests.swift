import Testing

@testable import LineRecorder

@Suite("The time of a device that begins anew")
struct DeviceTicksTests {
    private let second: Int64 = 1_000_000_000

    @Test(
        "goes on where 32 bits of it are full",
        arguments: [LineTimeUnit.microseconds, .milliseconds]
    )
    func turns(_ unit: LineTimeUnit) throws {
        let turn = try #require(unit.turn)
        var ticks = DeviceTicks(unit)
        var seen: Int64 = 77 * second
        #expect(ticks.take(turn - 3 * second, seen: seen) == turn - 3 * second)
        seen += 5 * second
        #expect(ticks.sense(of: 2 * second, seen: seen) != .back)
        #expect(ticks.take(2 * second, seen: seen) == turn + 2 * second)
        // One from before the turn that was late, and one behind it.
        #expect(ticks.take(turn - second, seen: seen) == turn - second)
        #expect(ticks.take(3 * second, seen: seen + second) == turn + 3 * second)
        // And once more, after nearly a whole turn without a line.
        seen += turn
        #expect(ticks.take(second, seen: seen) == 2 * turn + second)
    }

    @Test("is back where it has not come round by then")
    func back() {
        var ticks = DeviceTicks(.microseconds)
        _ = ticks.take(1000 * second, seen: 5000 * second)
        #expect(ticks.sense(of: 2 * second, seen: 5003 * second) == .back)
        #expect(ticks.sense(of: 999 * second + 1, seen: 5003 * second) != .back)
        ticks.restart()
        #expect(ticks.sense(of: 2 * second, seen: 5003 * second) != .back)
        #expect(ticks.take(2 * second, seen: 5003 * second) == 2 * second)
        // The device starts anew shortly before its time is full.
        let turn: Int64 = 4_294_967_296_000
        _ = ticks.take(turn - 600 * second, seen: 10_000 * second)
        #expect(ticks.sense(of: 2 * second, seen: 10_005 * second) == .back)
    }

    @Test("has no turn where nobody keeps it in 32 bits")
    func wide() {
        var ticks = DeviceTicks(.seconds)
        #expect(ticks.take(1_700_000_000 * second, seen: 0) == 1_700_000_000 * second)
        #expect(ticks.sense(of: 1_600_000_000 * second, seen: second) == .back)
        var wide = DeviceTicks(.microseconds)
        let beyond: Int64 = 5_000_000_000_000_000
        #expect(wide.take(beyond, seen: 0) == beyond)
        #expect(wide.take(beyond + 5, seen: second) == beyond + 5)
    }

    @Test("never overflows, whatever a device says")
    func extremes() {
        var ticks = DeviceTicks(.nanoseconds)
        for number in [Int64.max, .min, 0, .max, -1, .min] {
            _ = ticks.sense(of: number, seen: 0)
            _ = ticks.take(number, seen: 0)
        }
    }
}
