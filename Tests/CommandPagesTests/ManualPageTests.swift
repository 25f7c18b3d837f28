import Arguments
import Testing

@testable import CommandPages

@Suite("Manual pages")
struct ManualPageTests {
    static let pages = ManualPage.pages(of: PaintProgram.program)

    private static func page(_ name: String) -> String {
        pages.first { $0.name == name }?.text ?? ""
    }

    @Test("exist for the program and for each command")
    func names() {
        #expect(Self.pages.map(\.fileName) == ["paint.1", "paint-wall.1", "paint-rest.1"])
    }

    @Test("have every option with its letter, value and summary")
    func options() {
        let text = Self.page("paint-wall")
        #expect(
            text.contains(
                ".TP\n\\fB\\-o\\fP, \\fB\\-\\-output\\-dir\\fP \\fIDIR\\fP\nwhere to put it\n"
            )
        )
        #expect(text.contains(".TP\n\\fB\\-\\-colour\\fP \\fINAME\\fP\n"))
        #expect(text.contains(".TP\n\\fB\\-q\\fP, \\fB\\-\\-quiet\\fP\nsay less\n"))
        #expect(text.contains(".TP\n\\fIWALL\\fP\nthe wall to paint\n"))
        #expect(text.contains("\\fBpaint wall\\fP \\fIWALL\\fP ... [\\fIOPTIONS\\fP]\n"))
    }

    @Test("let no line of a text become a request to roff")
    func requests() {
        let text = Self.page("paint-rest")
        #expect(text.contains(".PP\n\\&.bashrc is not read; C:\\e is a folder"))
        #expect(text.contains(".PP\n\\&'tis a line with an \\fBunderlined\\-word\\fP"))
        let odd = text.split(separator: "\n").filter { $0.hasPrefix("'") }
        #expect(odd.isEmpty)
    }

    @Test("keep a backtick that is not closed")
    func backtick() {
        #expect(Roff.prose("one ` alone") == "one ` alone")
        #expect(Roff.prose("`a-b` and --c-d, e-f") == "\\fBa\\-b\\fP and \\-\\-c\\-d, e-f")
    }

    @Test("are formatted by groff without a warning", .has("man"))
    func groff() throws {
        for page in Self.pages {
            // The width and the encoding are fixed; an emulated processor does not support seccomp.
            let words = """
                env LC_ALL=C.UTF-8 MANWIDTH=80 MAN_DISABLE_SECCOMP=1 \
                man --warnings -E UTF-8 -Tutf8 -l "$1" 2>&1 >/dev/null
                """
            #expect(try Shell.output(of: words, about: page.text) == "")
        }
    }
}
