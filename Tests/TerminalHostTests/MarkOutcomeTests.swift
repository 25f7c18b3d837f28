import Testing
import ViewTree

@testable import TerminalHost

@Suite("A mark that the user asks for")
struct MarkOutcomeTests {
    @Test(
        "is reported as made, or with the reason why the run made none",
        arguments: [
            ("turn", 0, true, "Mark: turn"),
            ("start", 0, false, "No mark: this name cannot be used. Choose another one."),
            (
                String(repeating: "x", count: 201), 0, false,
                "No mark: this name cannot be used. Choose another one."
            ),
            ("turn", 3601, false, "No mark: its name was entered more than an hour later."),
            ("turn", 3600, false, "No mark: nothing records now."),
            ("key", 0, false, "No mark: nothing records now."),
        ] as [(String, Double, Bool, String)]
    )
    func reason(name: String, secondsAgo: Double, isMade: Bool, text: String) {
        let outcome = MarkOutcome(of: name, secondsAgo: secondsAgo, isMade: isMade)
        let words = HostWords(language: .english)
        #expect(outcome.text(about: name, in: words) == text)
        #expect(PlainDialogue(keepsLines: false).say(mark: name, outcome) == [.say(text)])
    }
}
