import Testing

@testable import TerminalHost

@Suite("Redrawing in place")
struct LivePictureTests {
    static func lines(_ texts: [String]) -> [StyledLine] {
        texts.map { text in
            var line = StyledLine()
            line.append(text)
            return line
        }
    }

    @Test("moves up over its last lines, and clears the rest of each line and of the screen")
    func redraws() {
        var picture = LivePicture()
        let first = picture.redraw(Self.lines(["a", "b"]), columns: 80, inColour: false)
        let second = picture.redraw(Self.lines(["c"]), columns: 80, inColour: false)
        let third = picture.redraw(Self.lines(["d"]), columns: 80, inColour: false)
        #expect(first == "\ra\u{1B}[K\nb\u{1B}[K\n\u{1B}[J")
        #expect(second == "\u{1B}[2A\rc\u{1B}[K\n\u{1B}[J")
        #expect(third == "\u{1B}[1A\rd\u{1B}[K\n\u{1B}[J")
    }

    @Test("is cleared before other output, and drawn again below it")
    func clears() {
        var picture = LivePicture()
        #expect(picture.clear() == "")
        _ = picture.redraw(Self.lines(["a", "b"]), columns: 80, inColour: false)
        #expect(picture.clear() == "\u{1B}[2A\r\u{1B}[J")
        #expect(picture.clear() == "")
        let below = picture.redraw(Self.lines(["c"]), columns: 80, inColour: false)
        #expect(below == "\rc\u{1B}[K\n\u{1B}[J")
    }

    @Test("leaves the last column empty")
    func lastColumn() {
        var picture = LivePicture()
        #expect(
            picture.redraw(Self.lines(["abcdef"]), columns: 5, inColour: false)
                == "\rabc…\u{1B}[K\n\u{1B}[J"
        )
    }
}

@Suite("Asking what the terminal can do")
struct TerminalAbilitiesTests {
    @Test(
        "redraws and colours only on a terminal, and heeds NO_COLOR and a dumb terminal",
        arguments: [
            (true, ["TERM": "xterm"], true, true),
            (false, ["TERM": "xterm"], false, false),
            (true, ["TERM": "dumb"], false, false),
            (true, [:], false, false),
            (true, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
            (true, ["TERM": "xterm", "NO_COLOR": ""], true, true),
        ] as [(Bool, [String: String], Bool, Bool)]
    )
    func abilities(isTerminal: Bool, variables: [String: String], redraws: Bool, colours: Bool) {
        let abilities = TerminalAbilities(isTerminal: isTerminal) { variables[$0] }
        #expect(abilities.redraws == redraws)
        #expect(abilities.colours == colours)
    }
}
