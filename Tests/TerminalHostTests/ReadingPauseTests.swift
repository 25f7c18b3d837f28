import Testing
import Timebase

@testable import TerminalHost

@Suite("A question that comes while somebody types")
struct ReadingPauseTests {
    private func at(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("takes no key of somebody who types on, until they pause")
    func typingOn() {
        var pause = ReadingPause()
        let isText = pause.takes(.text("w"), at: at(0))
        pause.questionDidCome(byItself: true)
        var taken: [Bool] = []
        for instant in [100, 590, 1080] as [Int64] {
            taken.append(pause.takes(.text("e"), at: at(instant)))
        }
        let isAnswer = pause.takes(.text("e"), at: at(1580))
        let isNext = pause.takes(.enter, at: at(1581))
        #expect(isText && taken == [false, false, false] && isAnswer && isNext)
    }

    @Test(
        "takes the first key where nobody typed, one that leaves the task, and all where a key asked for it"
    )
    func others() {
        var idle = ReadingPause()
        idle.questionDidCome(byItself: true)
        let isFirst = idle.takes(.enter, at: at(5))
        #expect(isFirst)
        var leaving = ReadingPause()
        _ = leaving.takes(.text("w"), at: at(0))
        leaving.questionDidCome(byItself: true)
        let isLeft = leaving.takes(.control("c"), at: at(1))
        #expect(isLeft)
        var asked = ReadingPause()
        _ = asked.takes(.enter, at: at(0))
        asked.questionDidCome(byItself: false)
        let isAnswered = asked.takes(.enter, at: at(1))
        #expect(isAnswered)
    }
}
