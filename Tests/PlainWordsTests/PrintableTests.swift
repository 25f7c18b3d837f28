import PlainWords
import Testing

@Suite("Showing words from outside")
struct PrintableTests {
    @Test(
        "keeps a word on one line and away from the terminal",
        arguments: [
            ("plain", "plain"), ("a\nb", "a\\nb"), ("a\tb\r", "a\\tb\\r"),
            ("\u{1B}[2J", "\\u{1b}[2J"), ("\u{9B}2J", "\\u{9b}2J"),
            ("abc\u{202E}def", "abc\\u{202e}def"),
            ("Füße 足", "Füße 足"), ("\u{7F}", "\\u{7f}"), ("a\u{2028}b", "a\\u{2028}b"),
        ]
    )
    func printable(word: String, shown: String) {
        #expect(word.printable == shown)
    }

    @Test("shortens a long word in the middle")
    func long() {
        let shown = (String(repeating: "a", count: 3000) + "end").printable
        #expect(shown.count == 951)
        #expect(shown.hasSuffix("aend"))
        #expect(shown.contains("…"))
    }
}
