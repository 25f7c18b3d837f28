import RecorderKinds
import SampleStream
import Testing

@testable import LineRecorder

@Suite("A port that delivers nothing")
struct LineQuietTests {
    private let second: Int64 = 1_000_000_000

    @Test("is noted after three seconds, once, and is a silence at the end")
    func whole() {
        var quiet = LineQuiet(rateInHertz: nil, openedAt: 5 * second)
        #expect(quiet.deadline == 8 * second)
        #expect(quiet.takeNote(at: 8 * second - 1) == nil)
        // A recording that ends sooner has an empty file nevertheless.
        #expect(quiet.silence(at: 6 * second) != nil && quiet.silence(at: 5 * second) == nil)
        #expect(quiet.takeNote(at: 8 * second) == "nothing has come 3 s after the port was opened")
        #expect(quiet.deadline == nil && quiet.takeNote(at: 9 * second) == nil)
        #expect(
            quiet.silence(at: 65 * second)?.words == "nothing has come in the 60 s that it was open"
        )
        #expect(quiet.isUnheard)
        let wasPause = quiet.hear(at: 65 * second)
        #expect(!wasPause && !quiet.isUnheard)
        // After a single line, nothing shows when the next one is due.
        #expect(quiet.deadline == nil && quiet.silence(at: 900 * second) == nil)
    }

    @Test("is noted after ten spacings of the given rate")
    func promised() {
        var quiet = LineQuiet(rateInHertz: 1, openedAt: 0)
        #expect(quiet.deadline == 10 * second)
        _ = quiet.hear(at: second)
        #expect(quiet.takeNote(at: 11 * second) == "nothing has come for 10 s")
        #expect(
            quiet.silence(at: 31 * second)?.words == "nothing came any more in the last 30 s"
        )
        let wasPause = quiet.hear(at: 31 * second)
        #expect(wasPause && quiet.silence(at: 32 * second) == nil)
        #expect(quiet.note == "nothing came for longer than is usual once, 30.0 s in all")
    }

    @Test("is noted by the device's earlier pace if no rate is given")
    func learned() {
        var quiet = LineQuiet(rateInHertz: nil, openedAt: 0)
        for line in 1...Int64(99) { _ = quiet.hear(at: line * second / 100) }
        #expect(quiet.deadline == nil)
        _ = quiet.hear(at: second)
        #expect(quiet.deadline == 4 * second)
        // This pause is longer than all before it.
        let wasPause = quiet.hear(at: 5 * second)
        // The device may send only when something happens, so this is no gap, and the limit grows.
        #expect(!wasPause && quiet.deadline == 45 * second)
        #expect(quiet.silence(at: 900 * second) == nil && !quiet.isPause(at: 900 * second))
        #expect(quiet.takeNote(at: 45 * second) == "nothing has come for 40 s")
        var slow = LineQuiet(rateInHertz: nil, openedAt: 0)
        for line in 1...Int64(100) { _ = slow.hear(at: line * second) }
        #expect(slow.deadline == 110 * second)
    }

    @Test("is noted at the first three pauses, and once more for all at the end")
    func often() {
        var quiet = LineQuiet(rateInHertz: 100, openedAt: 0)
        var (notes, now): (Int, Int64) = (0, 0)
        for _ in 0..<10 {
            _ = quiet.hear(at: now)
            now += 4 * second
            notes += quiet.takeNote(at: now) == nil ? 0 : 1
        }
        _ = quiet.hear(at: now)
        #expect(notes == 3)
        #expect(quiet.note == "nothing came for longer than is usual 10 times, 40.0 s in all")
    }

    @Test("counts as a pause sooner if a rate is given")
    func pauses() {
        var quiet = LineQuiet(rateInHertz: 100, openedAt: 0)
        #expect(!quiet.isPause(at: 9 * second))
        _ = quiet.hear(at: 0)
        _ = quiet.hear(at: second / 100)
        let last = second / 100
        #expect(!quiet.isPause(at: last + 499_000_000) && quiet.isPause(at: last + 501_000_000))
        // Of one that sends its lines a second's worth at a time, no sooner.
        _ = quiet.hear(at: last + second)
        #expect(!quiet.isPause(at: last + 3 * second) && quiet.isPause(at: last + 5 * second))
    }

    @Test("leaves a gap by the device's time if a rate is given and there is no counter")
    func gapsByTime() throws {
        func lost(_ rate: Double?) throws -> [Int64] {
            var taker = LineTaker(try LineMapping("t_ms,v"), rateInHertz: rate, openedAt: 0)
            for count in 0..<Int64(400) where !(200..<250).contains(count) && count != 300 {
                taker.take(Array("\(count * 10),1\n".utf8).span, seen: count * 10_000_000)
            }
            taker.finish(at: 4 * second, isWhole: false)
            return taker.ready.compactMap { sample in
                guard case .gap(let lost, _, true) = sample.role else { return nil }
                return lost
            }
        }
        #expect(try lost(100) == [50])
        #expect(try lost(nil).isEmpty)
    }

    @Test("leaves an estimated gap if there is no counter, and at the end")
    func gaps() throws {
        func lost(_ map: String, _ line: (Int64) -> String, resumes: Bool) throws -> [String] {
            var taker = LineTaker(try LineMapping(map), rateInHertz: 100, openedAt: 0)
            for count in 0..<Int64(200) {
                taker.take(Array("\(line(count))\n".utf8).span, seen: count * 10_000_000)
            }
            var now = 199 * Int64(10_000_000) + 5 * second
            if resumes {
                taker.take(Array("\(line(699))\n".utf8).span, seen: now)
            } else {
                now += 1
            }
            taker.finish(at: now, isWhole: false)
            return taker.ready.compactMap { sample in
                guard case .gap(let lost, _, let isEstimated) = sample.role else { return nil }
                return "\(lost)" + (isEstimated ? "?" : "")
            }
        }
        let plain: (Int64) -> String = { "\($0)" }
        let timed: (Int64) -> String = { "\($0 * 10),\($0)" }
        let counted: (Int64) -> String = { "\($0),\($0)" }
        #expect(try lost("v", plain, resumes: true) == ["499?"])
        #expect(try lost("v", plain, resumes: false) == ["499?"])
        #expect(try lost("t_ms,v", timed, resumes: true) == ["499?"])
        // A link that has stalled: the device's time has gone on by one line only.
        let stalled: (Int64) -> String = { "\(min($0, 200) * 10),\($0)" }
        #expect(try lost("t_ms,v", stalled, resumes: true) == [])
        #expect(try lost("n,v", counted, resumes: true) == ["499"])
        #expect(try lost("n,v", counted, resumes: false) == ["499?"])
    }
}
