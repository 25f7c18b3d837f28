import Testing
import Timebase

@testable import TerminalHost

@Suite("Texts that the screen shows in place of speech")
struct SpokenTextsTests {
    private static let start = BootInstant(nanoseconds: 0)

    @Test("stay together for their reading time; the last one stays until the next screen")
    func reading() {
        var texts = SpokenTexts()
        let first = texts.add("Stop.", id: 1, at: Self.start)
        let second = texts.add("Stand still.", id: 2, at: Self.start)
        #expect(first == SpokenTexts.time(toRead: "Stop."))
        #expect(second == first + SpokenTexts.time(toRead: "Stand still."))
        #expect(texts.lines == ["Stop.", "Stand still."])
        let isRead = texts.read(1)
        #expect(isRead && texts.lines == ["Stand still."])
        texts.turn()
        #expect(texts.lines == ["Stand still."], "nobody has read it yet")
        let isLastRead = texts.read(2)
        #expect(isLastRead && texts.lines == ["Stand still."])
        let isReadTwice = texts.read(2)
        #expect(!isReadTwice)
        texts.turn()
        #expect(texts.lines.isEmpty)
    }

    @Test("delay a text that comes meanwhile by the rest of their reading time alone")
    func laterText() {
        var texts = SpokenTexts()
        let first = texts.add("Stand still until you hear a sound.", id: 1, at: Self.start)
        let later = Self.start.advanced(by: .seconds(2))
        #expect(first > .seconds(2))
        let second = texts.add("Now.", id: 2, at: later)
        #expect(second == first - .seconds(2) + SpokenTexts.time(toRead: "Now."))
        // A text that comes when nothing is left to read takes its own time.
        let third = texts.add("Walk.", id: 3, at: later.advanced(by: second + .seconds(1)))
        #expect(third == SpokenTexts.time(toRead: "Walk."))
        // Silence ends the reading at once.
        texts.silence()
        let fourth = texts.add("Stop.", id: 4, at: later)
        #expect(fourth == SpokenTexts.time(toRead: "Stop."))
    }

    @Test("disappear when the speech is silenced; a read text makes room for the next")
    func leaving() {
        var texts = SpokenTexts()
        _ = texts.add("Walk.", id: 1, at: Self.start)
        texts.silence()
        let isRead = texts.read(1)
        #expect(texts.lines.isEmpty && !isRead)
        _ = texts.add("5", id: 2, at: Self.start)
        _ = texts.read(2)
        _ = texts.add("4", id: 3, at: Self.start)
        #expect(texts.lines == ["4"])
    }
}
