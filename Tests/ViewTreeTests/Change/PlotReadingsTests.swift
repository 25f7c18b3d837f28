// Readings of a plot are sent apart from the tree: lost or late ones do not matter.

import Testing

@testable import ViewTree

@Suite("Readings of a plot")
struct PlotReadingsTests {
    private static func plot(_ stream: String = "accelerometer") -> ViewNode {
        ViewNode("list/plot", .plot(PlotContent(stream: stream, lines: ["x"], unit: "g")))
    }

    private static let tree = ViewNode("list", .group(GroupContent(.stack)), children: [plot()])

    private static func readings(_ newest: Double, _ stream: String = "accelerometer")
        -> PlotReadings
    {
        PlotReadings(
            of: "list/plot",
            stream: stream,
            newest: newest,
            interval: 0.1,
            unit: "g",
            lines: [PlotReadings.Line(name: "x", lows: [-1, nil], highs: [0.5, nil])]
        )
    }

    private static func begun() -> FollowedTree {
        var followed = FollowedTree()
        #expect(followed.take(ViewUpdate(number: 4, whole: tree)) == nil)
        return followed
    }

    @Test("are coded as one object with a common scale; an update without them omits the key")
    func coding() throws {
        let update = ViewUpdate(number: 4, readings: [Self.readings(2.5)])
        let text =
            #"{"number":4,"readings":[{"id":"list\/plot","interval":0.1,"lines":[{"highs":[0.5,null],"#
            + #""lows":[-1,null],"name":"x"}],"newest":2.5,"scale":{"high":0.5,"low":-1},"#
            + #""stream":"accelerometer","unit":"g"}]}"#
        #expect(
            try JSONText.of(update).replacing("\\/", with: "/") == text.replacing("\\/", with: "/")
        )
        #expect(try JSONText.read(ViewUpdate.self, text) == update)
        #expect(!update.isEmpty)
        let plain = ViewUpdate(number: 1, cues: [ViewCue(1, .vibrate)])
        #expect(try JSONText.read(ViewUpdate.self, JSONText.of(plain)) == plain)
        #expect(try !JSONText.of(plain).contains("readings"))
    }

    @Test("are kept for an existing plot, only the newest, and do not count as an update")
    func kept() {
        var followed = Self.begun()
        #expect(followed.take(ViewUpdate(number: 4, readings: [Self.readings(2)])) == nil)
        #expect(followed.readings["list/plot"]?.newest == 2)
        #expect(followed.number == 4 && followed.tree == Self.tree && followed.error == nil)
        // Late, twice, and of another stream.
        #expect(followed.take(ViewUpdate(number: 3, readings: [Self.readings(1)])) == nil)
        #expect(followed.take(ViewUpdate(number: 4, readings: [Self.readings(2)])) == nil)
        #expect(followed.take(ViewUpdate(number: 4, readings: [Self.readings(9, "gyro")])) == nil)
        #expect(followed.readings["list/plot"]?.newest == 2)
        #expect(followed.take(ViewUpdate(number: 4, readings: [Self.readings(3)])) == nil)
        #expect(followed.readings["list/plot"]?.newest == 3)
    }

    @Test("are dropped with their plot, or if it shows another stream")
    func gone() {
        for change in [
            ViewChange.remove("list/plot"), .replaceFace("list/plot", Self.plot("gyro").face),
            .replaceRoot(SampleTrees.list(["a"])),
        ] {
            var followed = Self.begun()
            _ = followed.take(ViewUpdate(number: 4, readings: [Self.readings(2)]))
            #expect(followed.readings.count == 1)
            #expect(followed.take(ViewUpdate(number: 5, changes: [change])) == nil)
            #expect(followed.readings.isEmpty)
        }
    }

    @Test("reveal a lost update, but do not replace it")
    func saysLoss() {
        var followed = Self.begun()
        #expect(
            followed.take(ViewUpdate(number: 5, readings: [Self.readings(2)])) == .missed(after: 4)
        )
        #expect(followed.number == 4 && followed.readings.isEmpty)
        // The lost update arrives late.
        #expect(followed.take(ViewUpdate(number: 5, changes: [.remove("list/plot")])) == nil)
        #expect(followed.number == 5 && followed.error == nil)
        var nothing = FollowedTree()
        #expect(
            nothing.take(ViewUpdate(number: 5, readings: [Self.readings(2)])) == .missed(after: nil)
        )
        #expect(nothing.tree == nil && nothing.number == nil)
    }

    @Test(
        "belong to the plots of a tree, which its changes alone keep current",
        arguments: 1...150
    )
    func shown(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed, naming: .paths)
        var numbers = RandomNumbers(seed: seed)
        func plotted(_ tree: ViewNode) -> ViewNode {
            var content = tree.content
            if numbers.oneIn(3) {
                content = .plot(PlotContent(stream: "\(numbers.below(3))", lines: []))
            }
            return ViewNode(tree.id, content, children: tree.children.map(plotted))
        }
        var tree = plotted(trees.tree())
        var followed = ShownPlots(in: tree)
        for _ in 0..<4 {
            let next = plotted(trees.edited(tree))
            followed.follow(tree.changes(to: next))
            tree = next
            #expect(followed == ShownPlots(in: tree))
        }
    }
}
