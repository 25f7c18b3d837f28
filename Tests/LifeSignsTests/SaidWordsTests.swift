internal import LifeSigns
internal import Testing

@Suite("What a life sign says of a participant")
struct SaidWordsTests {
    @Test(
        "is a code that has a digit",
        arguments: ["P07", "7", "gait-12", "A1b2"]
    )
    func codes(_ code: String) { #expect(Pseudonym(code)?.text == code) }

    @Test(
        "is nothing if the code could be a name, or is not valid",
        arguments: [
            "Anna", "Anna-Meier", "", "P 07", "Müller7", "a7\n", String(repeating: "7", count: 33),
        ]
    )
    func names(_ code: String) { #expect(Pseudonym(code) == nil) }

    @Test("is not in a session's mark, even if its folder's name has subject, visit and group")
    func sessions() {
        let name = "2026-11-21T101500Z_Anna_baseline_control_WalkAndBalance_1f6a03bc"
        #expect(SessionMark(folderName: name)?.text == "2026-11-21T101500Z_1f6a03bc")
        #expect(SessionMark(folderName: name + "_2")?.text == "2026-11-21T101500Z_1f6a03bc")
        #expect(SessionMark(folderName: "Anna_Meier_1f6a03bc") == nil)
        #expect(SessionMark(folderName: "2026-11-21T101500Z_Anna") == nil)
        #expect(SessionMark(folderName: "") == nil)
    }

    @Test("is only that there is a code, if the code itself is withheld")
    func withheld() {
        var facts = LifeSignFacts(since: Signs.noon)
        facts.tell(subject: "Anna")
        #expect(facts.subject == nil)
        #expect(facts.isSubjectWithheld)
        facts.tell(subject: "P07")
        #expect(facts.subject?.text == "P07")
        #expect(!facts.isSubjectWithheld)
        facts.tell(subject: nil)
        #expect(!facts.isSubjectWithheld)
    }

    @Test("comes with identifiers that are short and on one line")
    func identifiers() {
        #expect(SaidIdentifier("walk\n\u{1B}[31m/out").text == "walk[31m/out")
        #expect(SaidIdentifier(String(repeating: "ä", count: 100)).text.utf8.count == 64)
        #expect(SaidIdentifier("").text == "")
    }

    @Test("names a recorder by kind and number if no task file has named it")
    func numbers() {
        var numbers = RecorderNumbers()
        let said = ["motion", "input", "motion", "motion"].map { numbers.next(of: $0) }
        #expect(said == ["motion-1", "input-1", "motion-2", "motion-3"])
    }

    @Test("comes with a board's name that is valid in a topic")
    func boards() {
        #expect(BoardName("lab/7 + #1").text == "lab-7 - -1")
        #expect(BoardName("$SYS").text == "-SYS")
        #expect(BoardName("").text == "board")
        #expect(BoardName("a\u{0}b\u{202E}").text == "a-b-")
        #expect(BoardName(String(repeating: "x", count: 500)).text.utf8.count == 64)
        #expect(BoardName(exactly: "board-07")?.text == "board-07")
        #expect(BoardName(exactly: "a/b") == nil)
        #expect(BoardName(exactly: "b\u{FFFE}") == nil)
        #expect(BoardName("b\u{1FFFE}").text == "b-")
        #expect(BoardName(exactly: "") == nil)
        for name in ["$" + String(repeating: "x", count: 70), "👩🏽‍🚀", "a/b", "\u{1}"] {
            // A name that was made valid is accepted as valid.
            #expect(BoardName(exactly: BoardName(name).text) != nil)
        }
    }
}
