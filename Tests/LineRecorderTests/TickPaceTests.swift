// Lines whose own time passes faster than they arrive, as those of a file that is sent through a pipe.

import Testing

@testable import LineRecorder

@Suite("Lines that come faster than they were measured")
struct TickPaceTests {
    /// The notes on lines that were measured 10 ms apart: those while they come, and those at the end.
    private func notes(
        every milliseconds: Int64,
        _ counts: Range<Int64> = 0..<300,
        isLive: Bool = false,
        setAt set: Int64 = .max
    ) throws -> (news: [String], end: [String]) {
        var taker = LineTaker(try LineMapping("t_ms,hr"), isLive: isLive, openedAt: 0)
        var (news, now) = ([String](), Int64(0))
        for count in counts {
            now = count * milliseconds * 1_000_000
            let time = count * 10 + (count < set ? 0 : 300_000_000)
            taker.take(Array("\(time),60\n".utf8).span, seen: now)
            if let note = taker.takeNote(at: now) { news.append(note) }
        }
        taker.finish(at: now, isWhole: true)
        return (news, taker.tally.notes)
    }

    @Test("have a note at the end that names the command for a file")
    func atOnce() throws {
        let (news, end) = try notes(every: 0)
        #expect(news.isEmpty)
        #expect(
            end == [
                "the lines came faster than the device's time passes, 3.0 s of it in 0.0 s, so the times of "
                    + "the samples are not those at which they were measured; import a file of columns with "
                    + "`footfall import`"
            ]
        )
    }

    @Test("have one note if they were doubted while they came")
    func once() throws {
        let (news, end) = try notes(every: 2, 0..<3000)
        #expect(news.count == 1 && end.isEmpty, "\(news) \(end)")
        let remedy = "; import one that is a file of columns with `footfall import`"
        #expect(news.first?.hasSuffix(remedy) == true)
    }

    @Test("have no note if the device is live, stored a little, or set its clock")
    func sound() throws {
        #expect(try notes(every: 0, isLive: true).end.isEmpty)
        #expect(try notes(every: 0, 0..<100).end.isEmpty)
        for milliseconds in [6, 10] as [Int64] {
            #expect(try notes(every: milliseconds).end.isEmpty)
            #expect(try notes(every: milliseconds, setAt: 150).end.isEmpty)
        }
    }
}
