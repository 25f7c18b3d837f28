import Foundation
import Testing

@Suite("README.md")
struct ReadmeTests {
    @Test("is short: it has at most 9,000 bytes")
    func isShort() throws {
        #expect(try Layout.text(of: "README.md").utf8.count <= 9_000)
    }

    @Test("links to each page of Documentation/")
    func namesEveryPage() throws {
        let links = MarkdownPage(try Layout.text(of: "README.md")).links
        let pages = try Layout.markdownPages().filter { $0.hasPrefix("Documentation/") }
        #expect(pages.filter { !links.contains($0) }.isEmpty)
    }

    @Test(
        "shows the example package as it is built and run",
        arguments: ["Package.swift", "Sources/WalkStudy/WalkStudy.swift", "walk.json"]
    )
    func packageIsBuilt(file: String) throws {
        let built = try Layout.text(of: "Examples/WalkStudy/\(file)")
            // A reader's package is next to the clone, the example inside it.
            .replacing("path: \"../..\"", with: "path: \"../footfall\"")
        let shown = MarkdownPage(try Layout.text(of: "README.md")).codeBlocks
            .map { $0.lines.joined(separator: "\n") + "\n" }
        #expect(shown.contains(built), "README.md does not show Examples/WalkStudy/\(file)")
    }
}
