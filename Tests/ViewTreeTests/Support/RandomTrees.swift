// Random trees, and random edits of them.

import ViewTree

/// How the elements of a random tree are named.
enum Naming: String, Sendable, CaseIterable {
    /// By paths, as the controllers do.
    case paths
    /// By anything unique: an element keeps its name where it goes.
    case words
    /// By anything, and sometimes by the name of another one.
    case duplicates
}

/// Makes random trees.
struct RandomTrees {
    var numbers: RandomNumbers
    let naming: Naming
    private var made = 0

    init(seed: UInt64, naming: Naming) {
        numbers = RandomNumbers(seed: seed)
        self.naming = naming
    }

    mutating func tree() -> ViewNode {
        node(within: nil, levels: 4)
    }

    /// A randomly edited tree.
    mutating func edited(_ tree: ViewNode) -> ViewNode {
        var spare: [ViewNode] = []
        return edited(tree, spare: &spare)
    }

    private mutating func edited(_ node: ViewNode, spare: inout [ViewNode]) -> ViewNode {
        // An unchanged element stays identical.
        if numbers.oneIn(3) { return node }
        var children: [ViewNode] = []
        for child in node.children {
            if numbers.oneIn(6) {
                spare.append(child)
            } else {
                children.append(edited(child, spare: &spare))
            }
        }
        if numbers.oneIn(3) { children.shuffle(using: &numbers) }
        if numbers.oneIn(3), children.count > 1 {
            let moved = children.remove(at: numbers.below(children.count))
            children.insert(moved, at: numbers.below(children.count + 1))
        }
        while numbers.oneIn(3) {
            let new = self.node(within: node.id, levels: 2)
            children.insert(new, at: numbers.below(children.count + 1))
        }
        // A child from elsewhere, which keeps its name unless names are paths.
        if naming != .paths, numbers.oneIn(2), let found = spare.popLast() {
            children.insert(found, at: numbers.below(children.count + 1))
        }
        let face = numbers.oneIn(4) ? self.face() : node.face
        return ViewNode(node.id, face, children: children)
    }

    private mutating func node(within parent: ViewID?, levels: Int) -> ViewNode {
        let id = name(within: parent)
        let count = levels > 1 ? numbers.below(6) : 0
        var children: [ViewNode] = []
        for _ in 0..<count { children.append(node(within: id, levels: levels - 1)) }
        return ViewNode(id, face(), children: children)
    }

    private mutating func name(within parent: ViewID?) -> ViewID {
        guard let parent else { return "root" }
        if naming == .duplicates, made > 0, numbers.oneIn(12) {
            return ViewID("element\(1 + numbers.below(made))")
        }
        made += 1
        return naming == .paths ? parent.appending("\(made)") : ViewID("element\(made)")
    }

    private mutating func face() -> ViewNode.Face {
        ViewNode.Face(.label(LabelContent("\(numbers.below(3))")))
    }
}
