import Testing

@testable import ViewTree

@Suite("An element")
struct ViewNodeTests {
    private let tree = SampleTrees.form(rows: 3)

    @Test("is found by its name, wherever it is in the tree")
    func isFound() {
        let id: ViewID = "screen/table/section1/cell"
        #expect(tree.node(id)?.id == id)
        #expect(tree.node("screen")?.isIdentical(to: tree) == true)
        #expect(tree.node("screen/table/section3") == nil)
    }

    @Test("is traversed in preorder")
    func goesThrough() {
        var ids: [String] = []
        SampleTrees.form(rows: 2).forEach { ids.append($0.id.path) }
        #expect(
            ids == [
                "screen", "screen/header", "screen/table", "screen/table/section0",
                "screen/table/section0/cell", "screen/table/section1",
                "screen/table/section1/cell",
            ]
        )
    }

    @Test("equals an equal copy, but is identical only to itself")
    func equality() {
        let twin = SampleTrees.form(rows: 3)
        #expect(tree == twin)
        #expect(tree.hashValue == twin.hashValue)
        #expect(!tree.isIdentical(to: twin))
        #expect(tree.isIdentical(to: tree))
        #expect(tree != SampleTrees.form(rows: 4))
        let changed = SampleTrees.group("screen", [tree.children[0]])
        #expect(tree != changed)
    }

    @Test("differs by its face, its name, or a deep descendant")
    func difference() {
        let label = SampleTrees.label("a", "text")
        #expect(label != SampleTrees.label("a", "other"))
        #expect(label != SampleTrees.label("b", "text"))
        #expect(SampleTrees.chain(levels: 9) != SampleTrees.chain(levels: 9, leaf: "other"))
    }

    @Test("has its content's accessibility, unless it is given another")
    func accessibility() {
        let slider = ViewContent.slider(SliderContent(minimum: 0, maximum: 10))
        #expect(ViewNode("pain", slider).accessibility == slider.ownAccessibility)
        let own = ViewAccessibility(label: "How much does it hurt?")
        #expect(ViewNode("pain", slider, accessibility: own).accessibility == own)
    }
}
