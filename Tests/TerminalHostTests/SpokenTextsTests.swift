import Testing

@testable import TerminalHost

@Suite("Texts that are read in place of a voice")
struct SpokenTextsTests {
    @Test("stand together until each is read, and the last one until another screen comes")
    func reading() {
        var texts = SpokenTexts()
        let first = texts.add("Stop.", id: 1)
        let second = texts.add("Stand still.", id: 2)
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

    @Test("go when nothing of them is said any more, and make room for the next once they are read")
    func leaving() {
        var texts = SpokenTexts()
        _ = texts.add("Walk.", id: 1)
        texts.silence()
        let isRead = texts.read(1)
        #expect(texts.lines.isEmpty && !isRead)
        _ = texts.add("5", id: 2)
        _ = texts.read(2)
        _ = texts.add("4", id: 3)
        #expect(texts.lines == ["4"])
    }
}
