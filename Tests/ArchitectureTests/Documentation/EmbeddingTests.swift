// Readers copy the code of Documentation/Hosts.md, so it must be the code of the examples, which are built and run.

import Foundation
import Testing

@Suite("The Swift code of Hosts.md")
struct EmbeddingTests {
    @Test(
        "is that of the examples, which are built and run",
        arguments: [
            (block: 0, file: "HostRunner/Sources/EmbeddedTask/Main", mark: "ten lines"),
            (block: 1, file: "HostRunner/Sources/ScreenHost/Main", mark: "the lines"),
            (block: 3, file: "HostRunner/Sources/ScreenHost/RecordedScreen", mark: "the lines"),
            (block: 5, file: "StudyTests/Sources/GaitStudy/ChairRise", mark: "the lines"),
            (block: 6, file: "StudyTests/Sources/GaitStudy/ShoeSize", mark: "the lines"),
            (block: 7, file: "StudyTests/Sources/CheckTask/Main", mark: "the lines"),
        ]
    )
    func isBuilt(block: Int, file: String, mark: String) throws {
        let shown = try Self.blocks()
        try #require(shown.count > block, "Hosts.md has no Swift block of this number")
        let example = try Layout.text(of: "Examples/\(file).swift")
        let built = try #require(
            Self.lines(of: example, after: "// \(mark) from here", before: "// \(mark) to here"),
            "the example has no marks around these lines"
        )
        #expect(shown[block] == built)
    }

    @Test("embeds our task controller in ten lines")
    func hasTenLines() throws {
        #expect(try Self.blocks().first?.count == 10)
    }

    @Test("shows a whole host in at most sixty lines")
    func hasWholeHost() throws {
        let host = try Layout.text(of: "Examples/HostRunner/Sources/ScreenHost/TextHost.swift")
        let shown = try #require(try Self.blocks().dropFirst(2).first)
        #expect(shown.joined(separator: "\n") + "\n" == host)
        #expect(shown.count <= 60)
    }

    @Test("shows a whole recorder for a host's own device in at most eighty lines")
    func hasWholeRecorder() throws {
        let file = "Examples/HostRunner/Sources/LightRecorder/LightRecorder.swift"
        let shown = try #require(
            try Self.blocks().first { $0.contains("public enum LightRecorder {") }
        )
        #expect(shown.joined(separator: "\n") + "\n" == (try Layout.text(of: file)))
        #expect(shown.count <= 80)
    }

    private static func blocks() throws -> [[String]] {
        MarkdownPage(try Layout.text(of: "Documentation/Hosts.md")).codeBlocks
            .filter { $0.language == "swift" }.map(\.lines)
    }

    /// The lines between two that contain only a mark, without their common indentation.
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
