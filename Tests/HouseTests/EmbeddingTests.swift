// The README's ten lines are what a reader copies first: they are those that are built and run.

import Foundation
import Testing

@Suite("The lines of the README")
struct EmbeddingTests {
    @Test("of a host without a screen are the ten of its example, which is built and run")
    func areCompiled() throws {
        let readme = try Self.text("README.md")
        let shown = try #require(
            Self.lines(of: readme, after: "```swift", before: "```"),
            "the README has no block of Swift"
        )
        let example = try Self.text("Examples/HostRunner/Sources/EmbeddedTask/Main.swift")
        let built = try #require(
            Self.lines(
                of: example,
                after: "// ten lines from here",
                before: "// ten lines to here"
            ),
            "the example has no marks around its ten lines"
        )
        #expect(shown == built)
        #expect(shown.count == 10)
    }

    @Test(
        "of a host that draws, and of one that records as well, are those of their examples",
        arguments: [(block: 1, file: "Main"), (block: 2, file: "RecordedScreen")]
    )
    func screensAreCompiled(block: Int, file: String) throws {
        let blocks = try Self.text("README.md").components(separatedBy: "```swift\n").dropFirst()
        try #require(blocks.count > block, "the README has no such block of Swift")
        let shown = blocks[blocks.startIndex + block].prefix { $0 != "`" }
        let example = try Self.text("Examples/HostRunner/Sources/ScreenHost/\(file).swift")
        let built = try #require(
            Self.lines(
                of: example,
                after: "// the lines from here",
                before: "// the lines to here"
            ),
            "the example has no marks around its lines"
        )
        #expect(shown == built.joined(separator: "\n") + "\n")
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: House.root.appending(path: path), encoding: .utf8)
    }

    /// The lines between two that hold nothing but a mark, without what all of them are indented by.
    private static func lines(of text: String, after: String, before: String) -> [String]? {
        let lines = text.components(separatedBy: "\n")
        let bare = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        guard let start = bare.firstIndex(of: after),
            let end = bare[(start + 1)...].firstIndex(of: before)
        else { return nil }
        let block = lines[(start + 1)..<end]
        let indent = block.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return block.map { String($0.dropFirst(indent)) }
    }
}
