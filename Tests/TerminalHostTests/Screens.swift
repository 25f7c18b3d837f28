// Screens for tests: each kind of element, in three languages, as a run would show them.

import ViewTree

@testable import TerminalHost

enum Screens {
    static let step: ViewID = "screen/task/page/step"

    /// A step's screen, as a task controller builds it.
    static func step(
        _ language: Language = .english,
        header: [ViewNode] = [],
        body: [ViewNode] = [],
        footer: [ViewNode] = [],
        onTop: [ViewNode] = [],
        named name: String = "step",
        isLeaving: Bool? = nil,
        visit: Int? = nil
    ) -> ViewNode {
        let page: ViewID = "screen/task/page"
        let step = page.appending(name)
        return ViewNode(
            "screen",
            .group(
                GroupContent(.screen, isLeaving: isLeaving, visit: visit).speaking(language)
            ),
            children: [
                ViewNode(
                    "screen/task",
                    .group(GroupContent(.stack)),
                    children: [
                        ViewNode(
                            page,
                            .group(GroupContent(.stack)),
                            children: [
                                ViewNode(
                                    step,
                                    .group(GroupContent(.stack)),
                                    children: [
                                        part(step, "header", .header, header),
                                        part(step, "body", .body, body),
                                        part(step, "footer", .footer, footer),
                                    ]
                                )
                            ]
                        )
                    ]
                )
            ] + onTop
        )
    }

    private static func part(
        _ step: ViewID,
        _ name: String,
        _ role: GroupContent.Role,
        _ children: [ViewNode]
    ) -> ViewNode {
        ViewNode(step.appending(name), .group(GroupContent(role)), children: children)
    }

    static func node(
        _ name: String,
        _ content: ViewContent,
        in language: Language = .english,
        isEnabled: Bool? = nil,
        hint: String? = nil,
        _ children: [ViewNode] = []
    ) -> ViewNode {
        var told = content.accessibility(in: .builtIn, language: language)
        told.hint = hint ?? told.hint
        return ViewNode(
            ViewID(name),
            content,
            style: ViewStyle(isEnabled: isEnabled),
            accessibility: told,
            children: children
        )
    }

    static func label(_ text: String, _ role: LabelContent.Role = .text) -> ViewNode {
        node("label-\(text.prefix(20))", .label(LabelContent(text, role: role)))
    }

    static func button(
        _ title: String,
        _ action: String? = nil,
        isEnabled: Bool? = nil,
        isDestructive: Bool = false
    ) -> ViewNode {
        node(
            action ?? title,
            .button(ButtonContent(title: title, action: action, isDestructive: isDestructive)),
            isEnabled: isEnabled
        )
    }

    static func choices(
        _ titles: [String],
        _ choice: CellContent.Choice = .single,
        selected: Set<Int> = [],
        question: String = "Which one?",
        isRequired: Bool = true
    ) -> ViewNode {
        node(
            "section",
            .section(SectionContent(title: question, isRequired: isRequired)),
            titles.enumerated().map { place, title in
                node(
                    "choice-\(place)",
                    .cell(
                        CellContent(
                            title: title,
                            choice: choice,
                            isSelected: selected.contains(place)
                        )
                    )
                )
            }
        )
    }

    static func field(_ name: String, _ question: String, _ field: TextFieldContent) -> ViewNode {
        node("cell-\(name)", .cell(CellContent(title: question)), [node(name, .textField(field))])
    }

    static func alert(_ title: String, _ message: String?, _ buttons: [ViewNode]) -> ViewNode {
        ViewNode(
            "screen/top-0",
            .group(GroupContent(.modal)),
            children: [
                ViewNode(
                    "screen/top-0/alert",
                    .alert(AlertContent(title: title, message: message)),
                    children: buttons
                )
            ]
        )
    }

    static let next = [button("Next", "goForward"), button("Back", "goBackward")]
    static let cancel = button("Cancel", "cancel")

    // MARK: Drawing

    static func page(
        _ tree: ViewNode,
        columns: Int = 80,
        rows: Int = 24,
        readings: [ViewID: PlotReadings] = [:],
        _ change: (inout PageState) -> Void = { _ in }
    ) -> Page {
        let interaction = Interaction(tree)
        var state = interaction.state
        change(&state)
        return PageLayout(
            scene: interaction.scene,
            state: state,
            columns: columns,
            rows: rows,
            readings: readings
        ).page()
    }
}

extension Page {
    /// The lines without styles, and without spaces at their ends.
    var text: [String] {
        lines.map { line in
            var text = line.rendered(width: .max, inColour: false)
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    var whole: String { text.joined(separator: "\n") }
}
