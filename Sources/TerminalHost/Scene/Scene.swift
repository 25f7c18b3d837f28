// Flattens a tree for the terminal: one list of items from top to bottom, and separate lists of what always stays in
// sight. Both styles read this, not the tree.

internal import ViewTree

/// The items on the screen, in reading order.
struct Scene: Sendable, Equatable {
    /// One item.
    struct Item: Sendable, Equatable {
        var id: ViewID
        var kind: Kind
        var accessibility: ViewAccessibility
        var isEnabled = true
        /// The text of the question that it belongs to.
        var question: String?
        /// Whether that question must be answered; of a question with several items, the first one counts.
        var isRequired = false
        /// Its writing direction.
        var direction = GroupContent.Direction.leftToRight
    }

    /// The kind of an item.
    enum Kind: Sendable, Equatable {
        case text(String, LabelContent.Role)
        case section(SectionContent)
        /// An answer to a question, with its number among the answers.
        case choice(CellContent, number: Int)
        /// A row that opens another screen.
        case row(CellContent)
        /// The prompt above a field.
        case prompt(CellContent)
        case field(TextFieldContent)
        /// Columns, or a date to type.
        case picker(PickerContent)
        case slider(SliderContent)
        case image(ImageContent)
        case plot(PlotContent)
        case media(MediaContent)
        /// Why an answer is invalid.
        case error(String)
        /// A touch area without a button.
        case touchArea
        /// A button; `isTapped` if it is one for repeated taps in a touch area.
        case button(ButtonContent, isTapped: Bool)
        case progress(ProgressContent)
        case countdown(CountdownContent)
    }

    var language = Language.english
    var direction = GroupContent.Direction.leftToRight
    /// What is always in sight: the progress and the remaining time.
    var status: [Item] = []
    var body: [Item] = []
    /// All buttons, in order.
    var buttons: [Item] = []
    /// The alert, if there is one; `buttons` are then its buttons, and the screen below can only be read.
    var alert: AlertContent?
    /// The id of the innermost element that contains the whole screen, with the number of the visit: a different id
    /// means a different screen.
    var place: ViewID = "screen"
    /// Whether this screen is about to be replaced.
    var isLeaving = false

    /// Whether nothing is shown.
    var isBlank: Bool { alert == nil && status.isEmpty && body.isEmpty && buttons.isEmpty }

    /// Whether a timer runs.
    var isTimed: Bool {
        status.contains { item in
            if case .countdown(let countdown) = item.kind {
                countdown.state == .running
            } else {
                false
            }
        }
    }
}

extension Scene {
    /// Flattens a tree.
    init(_ tree: ViewNode) {
        var reader = SceneReader()
        reader.read(tree)
        self = reader.scene
        // The button that leads on follows the last answer; the one that cancels the task comes last.
        if alert == nil { buttons = Self.ranks.flatMap { rank in buttons.filter { rank($0) } } }
    }

    private static let ranks: [@Sendable (Item) -> Bool] = [
        { $0.button?.action == "goForward" },
        { !["goForward", "goBackward", "cancel"].contains($0.button?.action) },
        { $0.button?.action == "goBackward" },
        { $0.button?.action == "cancel" },
    ]
}

/// Traverses a tree from top to bottom.
private struct SceneReader {
    var scene = Scene()
    private var visit: Int?
    private var direction = GroupContent.Direction.leftToRight
    private var isInTouchArea = false
    /// The current question, and the number of its answers so far.
    private var question: String?
    private var answers = 0
    /// Whether the current question must be answered.
    private var isRequired = false

    mutating func read(_ tree: ViewNode) {
        if case .group(let group) = tree.content {
            scene.language = group.language ?? .english
            scene.isLeaving = group.isLeaving ?? false
            visit = group.visit
            direction = group.direction ?? .leftToRight
            scene.direction = direction
        }
        // If a screen lies on top, only that can be used.
        let onTop = tree.children.filter { node in
            if case .group(let group) = node.content { group.role == .modal } else { false }
        }
        let shown = onTop.last(where: { Self.alert(in: $0) == nil }) ?? tree
        readWithin(shown, level: 0, skipping: onTop)
        scene.place = place(of: shown).appending("visit-\(visit ?? 0)")
        if let top = onTop.last, let (node, alert) = Self.alert(in: top) {
            scene.alert = alert
            scene.buttons = []
            scene.place = node.id
            readWithin(node, level: 0)
        }
    }

    /// The innermost element that contains everything.
    private func place(of shown: ViewNode) -> ViewID {
        var node = shown
        while true {
            let groups = node.children.filter { child in
                if case .group(let group) = child.content { group.role != .modal } else { false }
            }
            guard groups.count == 1 else { return node.id }
            node = groups[0]
        }
    }

    private static func alert(in node: ViewNode) -> (ViewNode, AlertContent)? {
        for child in node.children {
            if case .alert(let alert) = child.content { return (child, alert) }
        }
        return nil
    }

    private mutating func readWithin(_ node: ViewNode, level: Int, skipping: [ViewNode] = []) {
        // Ignores deeper levels: no run sends a tree this deep.
        guard level < ViewNode.mostLevels else { return }
        for child in node.children where !skipping.contains(where: { $0.isIdentical(to: child) }) {
            read(child, level: level)
        }
    }

    private mutating func read(_ node: ViewNode, level: Int) {
        switch node.content {
        case .group(let group): read(node, group, level)
        case .label(let label):
            guard !label.text.isEmpty else { return }
            add(node, label.role == .error ? .error(label.text) : .text(label.text, label.role))
        case .button(let button):
            scene.buttons.append(item(node, .button(button, isTapped: isInTouchArea)))
        case .image(let image):
            // An image without a label is decoration, and is left out.
            if !node.accessibility.label.isEmpty { add(node, .image(image)) }
        case .progress(let progress): scene.status.append(item(node, .progress(progress)))
        case .countdown(let countdown): scene.status.append(item(node, .countdown(countdown)))
        case .section(let section):
            question = section.title
            answers = 0
            isRequired = section.isRequired ?? false
            if section.title != nil || section.subtitle != nil { add(node, .section(section)) }
            readWithin(node, level: level + 1)
            (question, isRequired) = (nil, false)
        case .cell(let cell): read(node, cell, level)
        case .textField(let field): add(node, .field(field))
        case .picker(let picker): add(node, .picker(picker))
        case .slider(let slider): add(node, .slider(slider))
        case .plot(let plot): add(node, .plot(plot))
        case .media(let media): add(node, .media(media))
        case .alert: readWithin(node, level: level + 1)
        }
    }

    private mutating func read(_ node: ViewNode, _ group: GroupContent, _ level: Int) {
        let (outer, wasInTouchArea) = (direction, isInTouchArea)
        direction = group.direction ?? direction
        if let title = group.title, !title.isEmpty { add(node, .text(title, .title)) }
        if group.role == .touchArea {
            isInTouchArea = true
            if node.children.isEmpty { add(node, .touchArea) }
        }
        readWithin(node, level: level + 1)
        (direction, isInTouchArea) = (outer, wasInTouchArea)
    }

    private mutating func read(_ node: ViewNode, _ cell: CellContent, _ level: Int) {
        let (outer, wasRequired) = (question, isRequired)
        isRequired = cell.isRequired ?? isRequired
        defer { isRequired = wasRequired }
        if cell.choice != nil {
            // The text of a question may be a title in its first answer.
            let prompt = node.children.lazy.compactMap { child -> String? in
                guard case .label(let label) = child.content, label.role == .title else {
                    return nil
                }
                return label.text
            }.first
            if prompt != nil || cell.isRequired != nil || cell.choice == .box { answers = 0 }
            if let prompt { question = prompt }
            readWithin(node, level: level + 1)
            answers += 1
            add(node, .choice(cell, number: answers))
            if let error = cell.error { add(node, .error(error)) }
            // The other answers of the question follow.
            return
        }
        answers = 0
        question = cell.title ?? outer
        if node.children.isEmpty {
            if cell.title != nil || cell.detail != nil { add(node, .row(cell)) }
        } else {
            if cell.title != nil || cell.detail != nil { add(node, .prompt(cell)) }
            readWithin(node, level: level + 1)
        }
        if let error = cell.error { add(node, .error(error)) }
        question = outer
    }

    private func item(_ node: ViewNode, _ kind: Scene.Kind) -> Scene.Item {
        Scene.Item(
            id: node.id,
            kind: kind,
            accessibility: node.accessibility,
            isEnabled: node.style.isEnabled != false,
            question: question,
            isRequired: isRequired,
            direction: direction
        )
    }

    private mutating func add(_ node: ViewNode, _ kind: Scene.Kind) {
        scene.body.append(item(node, kind))
    }
}
