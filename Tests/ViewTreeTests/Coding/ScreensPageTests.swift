// A host in another language has nothing but the page: each word that goes over the boundary stands there.

import Foundation
import Testing

@testable import ViewTree

@Suite("Documentation/Screens.md")
struct ScreensPageTests {
    @Test(
        "has each word for a change, a cue and what a person did",
        arguments: ViewChange.Kind.allCases.map(\.rawValue) + ViewCue.Kind.allCases.map(\.rawValue)
            + ViewEvent.Kind.allCases.map(\.rawValue)
    )
    func hasWord(word: String) throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let page = try String(
            contentsOf: root.appending(path: "Documentation/Screens.md"),
            encoding: .utf8
        )
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(rows.contains { $0.split(separator: "|").first?.contains("`\(word)`") == true })
    }
}
