// Long random lists: code that is right for six siblings may fail for ten thousand.

import Testing
import ViewTree

@Suite("Ten thousand siblings")
struct ManySiblingsTests {
    @Test(
        "are transformed correctly by the changes to a random other list",
        arguments: 1...3
    )
    func becomeOthers(seed: UInt64) throws {
        var numbers = RandomNumbers(seed: seed)
        let before = Array(0..<10_000)
        var after = before.filter { _ in !numbers.oneIn(10) } + Array(10_000..<11_000)
        after.shuffle(using: &numbers)
        let old = SampleTrees.group("list", before.map { Self.element($0, "old") })
        let new = SampleTrees.group(
            "list",
            after.map { Self.element($0, numbers.oneIn(5) ? "new" : "old") }
        )
        let changes = old.changes(to: new)
        #expect(try old.applying(changes) == new)
        #expect(try new.applying(new.changes(to: old)) == old)
        // No element is in two changes.
        let named = changes.compactMap { change -> ViewID? in
            switch change {
            case .move(let id, _), .remove(let id): id
            case .insert(let node, _, _): node.id
            case .replaceFace, .replaceRoot: nil
            }
        }
        #expect(Set(named).count == named.count)
    }

    private static func element(_ number: Int, _ text: String) -> ViewNode {
        SampleTrees.label(ViewID("list").appending("\(number)"), text)
    }
}
