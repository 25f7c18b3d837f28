import Testing
import Timebase

@testable import TerminalHost

@Suite("A question that appears while the user types")
struct ReadingPauseTests {
    private func at(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("ignores keys until the user pauses")
    func typingOn() {
        var pause = ReadingPause()
        let isText = pause.takes(.text("w"), at: at(0))
        pause.questionDidCome(byItself: true, at: at(0))
        var taken: [Bool] = []
        for instant in [100, 590, 1080] as [Int64] {
            taken.append(pause.takes(.text("e"), at: at(instant)))
        }
        let isAnswer = pause.takes(.text("e"), at: at(1580))
        let isNext = pause.takes(.enter, at: at(1581))
        #expect(isText && taken == [false, false, false] && isAnswer && isNext)
    }

    @Test("ignores a key that comes just after it, though the key before was long ago")
    func tooSoon() {
        var pause = ReadingPause()
        _ = pause.takes(.text("w"), at: at(0))
        pause.questionDidCome(byItself: true, at: at(2000))
        let isTooSoon = pause.takes(.enter, at: at(2003))
        let isAnswer = pause.takes(.enter, at: at(2503))
        #expect(!isTooSoon && isAnswer)
    }

    @Test("takes the first key if nobody typed, Ctrl-C always, and every key if a key caused it")
    func others() {
        var idle = ReadingPause()
        idle.questionDidCome(byItself: true, at: at(5))
        let isFirst = idle.takes(.enter, at: at(505))
        #expect(isFirst)
        var leaving = ReadingPause()
        _ = leaving.takes(.text("w"), at: at(0))
        leaving.questionDidCome(byItself: true, at: at(0))
        let isLeft = leaving.takes(.control("c"), at: at(1))
        #expect(isLeft)
        var asked = ReadingPause()
        _ = asked.takes(.enter, at: at(0))
        asked.questionDidCome(byItself: false, at: at(0))
        let isAnswered = asked.takes(.enter, at: at(1))
        #expect(isAnswered)
    }
}
