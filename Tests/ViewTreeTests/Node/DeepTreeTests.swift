import Foundation
import Testing
import ViewTree

@Suite("A tree of 100,000 levels")
struct DeepTreeTests {
    private let deep = SampleTrees.chain(levels: 100_000)

    @Test("can be compared, searched, traversed and deallocated")
    func isHarmless() {
        #expect(deep.levels == 100_000)
        #expect(deep == SampleTrees.chain(levels: 100_000))
        #expect(deep != SampleTrees.chain(levels: 100_000, leaf: "other"))
        #expect(deep.node("1")?.levels == 1)
        #expect(deep.duplicateID == nil)
        var count = 0
        deep.forEach { _ in count += 1 }
        #expect(count == 100_000)
    }

    @Test("can be deallocated while a part of it lives on")
    func partLivesOn() throws {
        let part = try #require(SampleTrees.chain(levels: 1000).node("600"))
        #expect(part.levels == 600)
        #expect(part == SampleTrees.chain(levels: 600))
    }

    @Test("can be compared for changes, but refuses to apply any")
    func changes() {
        let other = SampleTrees.chain(levels: 100_000, leaf: "other")
        let changes = deep.changes(to: other)
        #expect(changes == [.replaceFace("1", SampleTrees.label("1", "other").face)])
        #expect(throws: ViewChangeError.tooDeep(levels: 100_000)) {
            try deep.applying(changes)
        }
        #expect(throws: Never.self) { try deep.applying([]) }
    }

    @Test("is not encoded")
    func isNotWritten() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(deep) }
    }

    @Test("is not decoded", arguments: [201, 240, 100_000])
    func isNotRead(levels: Int) throws {
        let refusal = try JSONText.refusal(of: ViewNode.self, Self.text(levels: levels))
        #expect(refusal != nil)
        if levels < 250 { #expect(refusal == "the tree has more than 200 levels") }
    }

    @Test("cannot be made by many small insertions")
    func isNotGrown() throws {
        var tree = SampleTrees.chain(levels: 150)
        tree = try tree.applying([
            .insert(SampleTrees.group("a", [SampleTrees.label("b")]), into: "1", behind: nil)
        ])
        #expect(tree.levels == 152)
        var more = SampleTrees.label("c")
        for level in 1..<49 { more = SampleTrees.group(ViewID("c\(level)"), [more]) }
        #expect(throws: ViewChangeError.tooDeep(levels: 201)) {
            try tree.applying([.insert(more, into: "b", behind: nil)])
        }
    }

    @Test("is coded up to 200 levels, also on a small stack")
    func limit() async throws {
        let text = Self.text(levels: ViewNode.mostLevels)
        let update = try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    with: Result {
                        let node = try JSONText.read(ViewNode.self, text)
                        let update = ViewUpdate(number: 1, changes: [.replaceRoot(node)])
                        return try JSONText.read(ViewUpdate.self, JSONText.of(update))
                    }
                )
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        guard case .replaceRoot(let node) = update.changes.first else {
            Issue.record("\(update.changes)")
            return
        }
        #expect(node.levels == 200)
    }

    private static func text(levels: Int) -> String {
        let opening = #"{"id":"a","content":{"kind":"section"},"children":["#
        let leaf = #"{"id":"a","content":{"kind":"section"}}"#
        return String(repeating: opening, count: levels - 1) + leaf
            + String(repeating: "]}", count: levels - 1)
    }
}
