import Testing

@testable import LineRecorder

@Suite("The pace of reading lines")
struct LinePaceTests {
    @Test("pauses 20 ms between reads of fast lines that have a time, but for two reads of sixteen")
    func pauses() {
        var pace = LinePace(hasTime: true)
        let sleeps = (0..<16).map { _ in pace.next(gotAny: true, spacing: 1_000_000) }
        #expect(sleeps.filter { $0 == .untilReadable }.count == 2)
        #expect(sleeps.filter { $0 == .pause(nanoseconds: 20_000_000) }.count == 14)
        #expect(sleeps.last == .untilReadable)
    }

    @Test("does not pause for slow lines, for lines without a time, or for a silent device")
    func comes() {
        func next(hasTime: Bool, gotAny: Bool, _ spacing: Double?) -> LinePace.Sleep {
            var pace = LinePace(hasTime: hasTime)
            return pace.next(gotAny: gotAny, spacing: spacing)
        }
        #expect(next(hasTime: true, gotAny: true, 4_999_999) != .untilReadable)
        #expect(next(hasTime: true, gotAny: true, 5_000_000) == .untilReadable)
        #expect(next(hasTime: true, gotAny: true, nil) == .untilReadable)
        #expect(next(hasTime: true, gotAny: false, 1_000_000) == .untilReadable)
        #expect(next(hasTime: false, gotAny: true, 1_000_000) == .untilReadable)
    }

    @Test("wakes the writer at once, then five times a second, or thirty while somebody watches")
    func announces() {
        var pace = LinePace(hasTime: true)
        var looks: [Bool] = []
        var deadlines: [Int64?] = []
        for (milliseconds, hasSent, isWatched) in [
            (0, false, false), (0, true, false), (100, true, false), (199, false, false),
            (200, false, false), (229, true, true), (230, false, true), (900, false, true),
        ] as [(Int64, Bool, Bool)] {
            let now = milliseconds * 1_000_000
            looks.append(pace.announces(hasSent: hasSent, isWatched: isWatched, at: now))
            deadlines.append(pace.deadline.map { $0 / 1_000_000 })
        }
        #expect(looks == [false, true, false, false, true, false, true, false])
        #expect(deadlines == [nil, nil, 200, 200, nil, 400, nil, nil])
    }
}
