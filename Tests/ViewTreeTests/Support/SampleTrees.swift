import ViewTree

/// Small trees with easily distinguished elements.
enum SampleTrees {
    /// An element that shows its name, or another text.
    static func label(_ id: ViewID, _ text: String? = nil) -> ViewNode {
        ViewNode(id, .label(LabelContent(text ?? id.path)))
    }

    static func group(_ id: ViewID, _ children: [ViewNode]) -> ViewNode {
        ViewNode(id, .group(GroupContent(.stack)), children: children)
    }

    /// A group with labels in it, each named by its path.
    static func list(_ names: [String], in id: ViewID = "list") -> ViewNode {
        group(id, names.map { label(id.appending($0)) })
    }

    /// A screen with a table of `rows` sections, each with one row.
    static func form(rows: Int) -> ViewNode {
        let table: ViewID = "screen/table"
        return group("screen", [label("screen/header"), group(table, (0..<rows).map { row($0) })])
    }

    static func row(_ number: Int, isSelected: Bool = false) -> ViewNode {
        let section = ViewID("screen/table").appending("section\(number)")
        let cell = CellContent(title: "Row \(number)", choice: .single, isSelected: isSelected)
        return ViewNode(
            section,
            .section(SectionContent(title: "Section \(number)")),
            children: [ViewNode(section.appending("cell"), .cell(cell))]
        )
    }

    /// A chain of nested elements.
    static func chain(levels: Int, leaf: String = "leaf") -> ViewNode {
        var node = label("1", leaf)
        for level in stride(from: 2, through: levels, by: 1) {
            node = group(ViewID("\(level)"), [node])
        }
        return node
    }
}

extension ViewNode {
    /// A copy with other children.
    func with(children: [ViewNode]) -> ViewNode { ViewNode(id, face, children: children) }
}
