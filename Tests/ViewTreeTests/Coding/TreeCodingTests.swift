import Foundation
import Testing
import ViewTree

@Suite("A tree as JSON")
struct TreeCodingTests {
    @Test("has what an element is, and those in it, and nothing that says nothing")
    func pinned() throws {
        let style = ViewStyle(
            background: ViewColor("#000080"),
            placement: .sticky,
            isEnabled: false
        )
        let button = ViewNode("s/b", .button(ButtonContent(title: "Go")), style: style)
        let tree = SampleTrees.group("s", [button, ViewNode("s/i", .image(ImageContent(["i"])))])
        let text =
            #"{"children":[{"accessibility":{"label":"Go"},"content":{"isDestructive":false,"#
            + ##""kind":"button","title":"Go"},"id":"s/b","style":{"background":"#000080","##
            + #""isEnabled":false,"placement":"sticky"}},{"content":{"kind":"image","names":["i"]},"#
            + #""id":"s/i"}],"content":{"kind":"group","role":"stack"},"id":"s"}"#
        #expect(try JSONText.of(tree) == text)
        #expect(try JSONText.read(ViewNode.self, text) == tree)
    }

    @Test("keeps every kind of content", arguments: SampleContents.all)
    func keepsContent(sample: Pinned<ViewContent>) throws {
        let tree = SampleTrees.group("a", [ViewNode("a/b", sample.value)])
        #expect(try JSONText.read(ViewNode.self, JSONText.of(tree)) == tree)
    }

    @Test(
        "keeps the words of an element, and that it is to be passed over",
        arguments: ["", "Own"]
    )
    func keepsWords(label: String) throws {
        let words = ViewAccessibility(label: label)
        let tree = ViewNode("a", .button(ButtonContent(title: "Go")), accessibility: words)
        #expect(try JSONText.read(ViewNode.self, JSONText.of(tree)) == tree)
    }

    @Test("says by itself what a host that writes trees has left out")
    func leftOut() throws {
        let text = #"{"id":"a","content":{"kind":"section","title":"Food"},"children":null}"#
        let tree = try JSONText.read(ViewNode.self, text)
        #expect(tree == ViewNode("a", .section(SectionContent(title: "Food"))))
        #expect(tree.accessibility.label == "Food")
    }

    @Test("keeps a tree whatever it is", arguments: 1...40)
    func random(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed, naming: .duplicates)
        let tree = trees.edited(trees.tree())
        #expect(try JSONText.read(ViewNode.self, JSONText.of(tree)) == tree)
    }

    @Test(
        "is refused where it is no tree",
        arguments: [
            "{}", "[]", "null", #"{"id":"a"}"#, #"{"content":{"kind":"section"}}"#,
            #"{"id":7,"content":{"kind":"section"}}"#,
            #"{"id":"a","content":{"kind":"section"},"children":7}"#,
            #"{"id":"a","content":{"kind":"section"},"children":{}}"#,
            #"{"id":"a","content":{"kind":"section"},"children":[7]}"#,
            #"{"id":"a","content":{"kind":"section"},"children":[null]}"#,
            #"{"id":"a","content":{"kind":"section"},"children":[[]]}"#,
            #"{"id":"a","content":{"kind":"section"},"style":7}"#,
            #"{"id":"a","content":{"kind":"section"},"accessibility":{}}"#,
        ]
    )
    func refusal(text: String) throws {
        #expect(try JSONText.refusal(of: ViewNode.self, text) != nil)
    }

    @Test("is refused however it is cut short or damaged", arguments: 1...20)
    func damage(seed: UInt64) throws {
        var numbers = RandomNumbers(seed: seed)
        let whole = Array(try JSONText.of(SampleTrees.form(rows: 2)).utf8)
        let cut = Data(whole.prefix(numbers.below(whole.count)))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ViewNode.self, from: cut) }
        for _ in 0..<20 {
            var damaged = whole
            damaged[numbers.below(whole.count)] = UInt8(numbers.below(256))
            // It may still be a tree, though another one; what matters is that there is an answer.
            let tree = try? JSONDecoder().decode(ViewNode.self, from: Data(damaged))
            #expect(tree.map { $0.levels <= 4 } ?? true)
        }
    }
}
