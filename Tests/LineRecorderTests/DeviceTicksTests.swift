import Testing

@testable import LineRecorder

@Suite("The time of a device that wraps around")
struct DeviceTicksTests {
    private let second: Int64 = 1_000_000_000

    @Test(
        "goes on where its 32 bits wrap around",
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
        // A late line from before the wrap, and one from behind it.
        #expect(ticks.take(turn - second, seen: seen) == turn - second)
        #expect(ticks.take(3 * second, seen: seen + second) == turn + 3 * second)
        // It wraps once more, after nearly the whole range without a line.
        seen += turn
        #expect(ticks.take(second, seen: seen) == 2 * turn + second)
    }

    @Test(
        "goes on after a pause of most of its range, also if it has wrapped around before",
        arguments: [4_294_967_296_000, 86_400_000_000_000] as [Int64]
    )
    func pauseBehindTurn(turn: Int64) {
        // The second pause ends in the last quarter of the range, as a line from before the wrap would.
        for pause in [turn / 2 + 100 * second, turn - 7 * second] {
            var ticks = DeviceTicks(turn: turn)
            _ = ticks.take(turn - 3 * second, seen: 77 * second)
            #expect(ticks.take(2 * second, seen: 82 * second) == turn + 2 * second)
            let (number, seen) = (2 * second + pause, 82 * second + pause)
            #expect(ticks.sense(of: number, seen: seen) == .ahead)
            #expect(ticks.take(number, seen: seen) == turn + number)
        }
    }

    @Test("goes on in a file, where no arrival shows how long a pause was")
    func rows() throws {
        let turn = try #require(LineTimeUnit.microseconds.turn)
        var ticks = DeviceTicks(.microseconds)
        _ = ticks.take(turn - 3 * second, seen: nil)
        #expect(ticks.take(2 * second, seen: nil) == turn + 2 * second)
        // A late row from before the wrap, and one from behind it.
        #expect(ticks.take(turn - second, seen: nil) == turn - second)
        #expect(ticks.take(3 * second, seen: nil) == turn + 3 * second)
        let number = 3 * second + turn / 2 + 100 * second
        #expect(ticks.take(number, seen: nil) == turn + number)
        #expect(ticks.take(number + second, seen: nil) == turn + number + second)
    }

    @Test("goes back if the device cannot have wrapped around in the time that passed")
    func back() {
        var ticks = DeviceTicks(.microseconds)
        _ = ticks.take(1000 * second, seen: 5000 * second)
        #expect(ticks.sense(of: 2 * second, seen: 5003 * second) == .back)
        #expect(ticks.sense(of: 999 * second + 1, seen: 5003 * second) != .back)
        ticks.restart()
        #expect(ticks.sense(of: 2 * second, seen: 5003 * second) != .back)
        #expect(ticks.take(2 * second, seen: 5003 * second) == 2 * second)
        // The device restarts shortly before its time would wrap.
        let turn: Int64 = 4_294_967_296_000
        _ = ticks.take(turn - 600 * second, seen: 10_000 * second)
        #expect(ticks.sense(of: 2 * second, seen: 10_005 * second) == .back)
    }

    @Test("does not wrap around if the device's time has more than 32 bits")
    func wide() {
        var ticks = DeviceTicks(.seconds)
        #expect(ticks.take(1_700_000_000 * second, seen: 0) == 1_700_000_000 * second)
        #expect(ticks.sense(of: 1_600_000_000 * second, seen: second) == .back)
        var wide = DeviceTicks(.microseconds)
        let beyond: Int64 = 5_000_000_000_000_000
        #expect(wide.take(beyond, seen: 0) == beyond)
        #expect(wide.take(beyond + 5, seen: second) == beyond + 5)
    }

    @Test("never overflows, whatever a device sends")
    func extremes() {
        var ticks = DeviceTicks(.nanoseconds)
        for number in [Int64.max, .min, 0, .max, -1, .min] {
            _ = ticks.sense(of: number, seen: 0)
            _ = ticks.take(number, seen: 0)
        }
    }
}
