internal import Station
internal import Testing
internal import Timebase

@Suite("The disk of a station")
struct DiskRoomTests {
    @Test(
        "is refused below the limit, with the remedy",
        arguments: [
            (499, true), (500, false), (0, true), (-1, true), (Int64.max, false), (Int64.min, true),
        ] as [(Int64, Bool)]
    )
    func refusal(free: Int64, isRefused: Bool) {
        let words = DiskRoom(freeBytes: free, limit: 500).refusal(of: "/data\n")
        #expect((words != nil) == isRefused)
        #expect(words.map { $0.contains("footfall send") && !$0.contains("\n") } ?? true)
    }

    @Test("is accepted if its free space is unknown")
    func unknown() {
        let room = DiskRoom(freeBytes: nil, limit: 500)
        #expect(room.refusal(of: "/data") == nil)
        #expect(room.daysLeft(atBytesPerSecond: 1, else: 3) == 3)
    }

    @Test("lasts for days that follow from the present rate, or else from the last week's")
    func days() {
        let room = DiskRoom(freeBytes: 8_640_000, limit: 1)
        #expect(room.daysLeft(atBytesPerSecond: 10, else: 3) == 10)
        #expect(room.daysLeft(atBytesPerSecond: nil, else: 3) == 3)
        #expect(room.daysLeft(atBytesPerSecond: nil, else: nil) == nil)
        for rate in [0, -1, .nan, .infinity] as [Double] {
            #expect(room.daysLeft(atBytesPerSecond: rate, else: 3) == 3)
        }
        #expect(DiskRoom(freeBytes: -5, limit: 1).daysLeft(atBytesPerSecond: 1, else: 3) == 0)
    }

    private static func at(_ seconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: seconds * 1_000_000_000)
    }

    @Test("has a rate after half a minute, and only that of the last hour")
    func rate() {
        var rate = WritingRate()
        #expect(rate.bytesPerSecond == nil)
        rate.note(bytes: 1000, at: Self.at(0))
        rate.note(bytes: 2000, at: Self.at(10))
        #expect(rate.bytesPerSecond == nil)
        rate.note(bytes: 4000, at: Self.at(30))
        #expect(rate.bytesPerSecond == 100)
        // More than two hours at ten times the rate.
        for second in stride(from: 31, through: 8000, by: 1) {
            rate.note(bytes: 4000 + Int64(second - 30) * 1000, at: Self.at(Int64(second)))
        }
        #expect(rate.bytesPerSecond.map { abs($0 - 1000) < 20 } == true)
    }

    @Test("has no rate if a session does not grow, or shrinks")
    func noRate() {
        var rate = WritingRate()
        rate.note(bytes: 1000, at: Self.at(0))
        rate.note(bytes: 1000, at: Self.at(60))
        #expect(rate.bytesPerSecond == nil)
        rate.note(bytes: .min, at: Self.at(120))
        #expect(rate.bytesPerSecond == nil)
        rate.note(bytes: .max, at: Self.at(180))
        #expect(rate.bytesPerSecond.map { $0.isFinite } == true)
    }
}

@Suite("Whether samples come")
struct SampleFlowTests {
    private static func at(_ seconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: seconds * 1_000_000_000)
    }

    @Test("is judged for each sensor, which may be silent for a while")
    func stalls() {
        var flow = SampleFlow(limit: .seconds(30))
        let first = flow.stalled(["a": 0, "b": 0], total: 0, at: Self.at(0))
        let second = flow.stalled(["a": 10, "b": 0], total: 10, at: Self.at(29))
        let third = flow.stalled(["a": 20, "b": 0], total: 20, at: Self.at(30))
        let fourth = flow.stalled(["a": 20, "b": 1], total: 21, at: Self.at(59))
        let fifth = flow.stalled(["a": 20, "b": 1], total: 21, at: Self.at(60))
        #expect(first == [] && second == [] && third == ["b"] && fourth == [] && fifth == ["a"])
    }

    @Test("is a hang only if no sensor sends any, so that a broken one does not end the others")
    func hangs() {
        var flow = SampleFlow(limit: .seconds(30))
        _ = flow.stalled(["a": 0, "b": 0], total: 0, at: Self.at(0))
        let one = flow.stalled(["a": 10, "b": 0], total: 10, at: Self.at(30))
        let isOneStill = flow.isStill
        let both = flow.stalled(["a": 10, "b": 0], total: 10, at: Self.at(60))
        let areBothStill = flow.isStill
        let none = flow.stalled([:], total: 10, at: Self.at(61))
        #expect(one == ["b"] && !isOneStill)
        #expect(both == ["a", "b"] && areBothStill)
        #expect(none == [] && !flow.isStill)
    }

    @Test("is no hang while keys or position fixes come, which are not steady")
    func hangsBesideOthers() {
        var flow = SampleFlow(limit: .seconds(30))
        _ = flow.stalled(["a": 5], total: 5, at: Self.at(0))
        let beside = flow.stalled(["a": 5], total: 6, at: Self.at(20))
        let alone = flow.stalled(["a": 5], total: 6, at: Self.at(49))
        let isStillEarly = flow.isStill
        let later = flow.stalled(["a": 5], total: 6, at: Self.at(50))
        #expect(beside == [] && alone == ["a"] && !isStillEarly)
        #expect(later == ["a"] && flow.isStill)
    }

    @Test("is not judged for a sensor that has ended, and begins anew if it returns")
    func over() {
        var flow = SampleFlow(limit: .seconds(30))
        _ = flow.stalled(["a": 5], total: 5, at: Self.at(0))
        let none = flow.stalled([:], total: 5, at: Self.at(100))
        let back = flow.stalled(["a": 5], total: 5, at: Self.at(101))
        #expect(none == [] && back == [])
    }
}
