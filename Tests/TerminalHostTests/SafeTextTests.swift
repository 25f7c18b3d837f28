import Testing
import ViewTree

@testable import TerminalHost

@Suite("The texts of a task on a terminal")
struct SafeTextTests {
    @Test("cannot reverse the line by direction characters, which are replaced or removed")
    func directions() {
        for sign in ["\u{202D}", "\u{202E}"] {
            let tree = Screens.step(header: [Screens.label("abc\(sign)def", .title)])
            #expect(Screens.page(tree).whole.contains("abc\u{FFFD}def"))
        }
        #expect("a\u{202A}b\u{202B}\u{202C}\u{2067}c\u{2068}d\u{2069}".safeLine == "abcd")
    }

    @Test("keep pairs of isolates, which hold a date's format together")
    func pairs() {
        #expect("\u{2066}a/b\u{2069}".safeLine == "\u{2066}a/b\u{2069}")
        #expect("a\u{2066}b".safeLine == "ab")
        #expect("\u{2069}a\u{2066}".safeLine == "a")
    }
}
