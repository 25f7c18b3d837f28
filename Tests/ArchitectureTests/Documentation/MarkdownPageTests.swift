import Testing

@Suite("Reading a Markdown page")
struct MarkdownPageTests {
    @Test(
        "finds its links",
        arguments: [
            ("See [here](There.md) and [there](a/b.md#c-d).", ["There.md", "a/b.md#c-d"]),
            ("![a picture](Picture.svg \"its title\")", ["Picture.svg"]),
            ("[over two\nlines](There.md)", ["There.md"]),
            ("[`Code.swift`](Sources/Code.swift)", ["Sources/Code.swift"]),
            ("[![both](Picture.svg)](There.md)", ["Picture.svg", "There.md"]),
            ("| cell | [a](b.md)<br>[c](d.md) |", ["b.md", "d.md"]),
            ("See [this].\n\n[this]: There.md", ["There.md"]),
            ("[angles](<There.md>)", ["There.md"]),
            ("<img alt=\"a picture\" src=\"Picture.svg\">", ["Picture.svg"]),
            ("1. [in a list](There.md)\n   [goes on](Here.md)", ["There.md", "Here.md"]),
        ]
    )
    func findsLinks(text: String, links: [String]) {
        #expect(MarkdownPage(text).links == links)
    }

    @Test(
        "takes no link from code",
        arguments: [
            "`[a](b.md)`", "``[a](`b.md)``", "`over two\nlines [a](b.md)`",
            "```swift\n[a](b.md)\n```", "~~~\n[a](b.md)\n```\n[a](b.md)\n~~~",
            "Text:\n\n    [a](b.md)\n\n    [c](d.md)", "an array[1](argument in words)",
        ]
    )
    func ignoresCode(text: String) {
        #expect(MarkdownPage(text).links.isEmpty)
    }

    @Test("continues after code")
    func goesOnBehindCode() {
        let text = "```\ncode\n```\n[a](b.md)\n\n    code\n\n[c](d.md) and ` alone [e](f.md)"
        #expect(MarkdownPage(text).links == ["b.md", "d.md", "f.md"])
    }

    @Test(
        "makes anchors as GitHub does",
        arguments: [
            ("# A page", ["a-page"]),
            ("## `footfall record`", ["footfall-record"]),
            ("## What is promised?", ["what-is-promised"]),
            ("### ALSA, SQLite & co.", ["alsa-sqlite--co"]),
            ("# Twice\n\n# Twice\n\n# Twice", ["twice", "twice-1", "twice-2"]),
            ("## A [link](There.md) in it", ["a-link-in-it"]),
            ("```\n# a comment\n```\n#no heading", []),
        ]
    )
    func makesAnchors(text: String, anchors: [String]) {
        #expect(MarkdownPage(text).anchors == anchors)
    }

    @Test("collects its code")
    func keepsCode() {
        let text = "A `span`.\n\n```swift\nlet a = 1\n```\n\n    make demo\n\n    make test\n"
        let page = MarkdownPage(text)
        #expect(page.codeSpans == ["span"])
        #expect(page.codeBlocks.map(\.language) == ["swift", ""])
        #expect(page.codeBlocks[0].lines == ["let a = 1"])
        #expect(page.codeBlocks[1].lines.filter { !$0.isEmpty } == ["make demo", "make test"])
    }
}
