// The elements of a screen that can have the focus, from the first to the last.

internal import ViewTree

/// An element, or a column of a picker, that can have the focus.
struct FocusTarget: Sendable, Hashable {
    /// The element.
    var id: ViewID
    /// The index of the column, in a picker.
    var column: Int?

    init(_ id: ViewID, column: Int? = nil) {
        self.id = id
        self.column = column
    }
}

extension Scene.Item {
    /// The targets in it: one for most inputs, one for each column of a picker, none for a text.
    var targets: [FocusTarget] {
        switch kind {
        case .choice, .row, .field, .slider, .touchArea, .button: [FocusTarget(id)]
        case .picker(let picker):
            picker.isWritten
                ? [FocusTarget(id)]
                : picker.columns.indices.map { FocusTarget(id, column: $0) }
        case .media(let media): media.takesFile ? [FocusTarget(id)] : []
        case .text, .section, .prompt, .image, .plot, .error, .progress, .countdown: []
        }
    }

    /// The button, if it is one.
    var button: ButtonContent? {
        if case .button(let button, _) = kind { button } else { nil }
    }

    /// A short touch of an area, sent when a key is pressed instead of a finger.
    var touches: [ViewEvent] {
        [ViewEvent.Touch.Phase.began, .ended].map {
            .touched(id, ViewEvent.Touch(phase: $0, x: 0.5, y: 0.5))
        }
    }

    /// The text on a button.
    var buttonTitle: String { button?.title ?? accessibility.label }
}

extension PickerContent {
    /// Whether it has no columns, so that the date is typed.
    var isWritten: Bool { columns.isEmpty }
}

extension MediaContent {
    /// Whether it asks for a file.
    var takesFile: Bool {
        switch kind {
        case .camera, .pictures: true
        case .page, .film: false
        }
    }
}

extension Scene {
    /// All focus targets, the buttons last; while an alert is shown, only its buttons.
    var targets: [FocusTarget] {
        (alert == nil ? body : []).flatMap(\.targets) + buttons.flatMap(\.targets)
    }

    /// The item of a focus target.
    func item(_ target: FocusTarget?) -> Item? {
        guard let target else { return nil }
        return body.first { $0.id == target.id && !$0.targets.isEmpty }
            ?? buttons.first { $0.id == target.id }
    }

    /// The button with an action.
    func button(_ action: String) -> Item? { buttons.first { $0.button?.action == action } }

    /// Whether the screen is on top of another.
    var isOnTop: Bool { place.names.count > 1 && place.names[1].hasPrefix("top-") }

    /// The first focus: the first answer, else the button that leads on; never one that leaves or discards.
    var firstTarget: FocusTarget? {
        if alert != nil {
            let harmless = buttons.filter { $0.button?.isDestructive != true }
            return (takenBack ?? harmless.first).map { FocusTarget($0.id) }
        }
        if let answer = body.flatMap(\.targets).first { return answer }
        if let tapped = buttons.first(where: { $0.kind.isTapped }) { return FocusTarget(tapped.id) }
        if let next = button("goForward") { return FocusTarget(next.id) }
        // A screen on top with nothing but a button to close it.
        return buttons.count == 1 && buttons[0].button?.action == nil
            ? FocusTarget(buttons[0].id) : nil
    }

    /// The button that closes an alert and changes nothing: `continue` in the task's own alerts, `cancel` in an app's.
    private var takenBack: Item? { button("continue") ?? button("cancel") }

    /// The button that Esc presses: the one that changes nothing in an alert; else the one that goes back, cancels the
    /// task, or closes a screen on top.
    var escapeButton: Item? {
        if alert != nil { return takenBack ?? (buttons.count == 1 ? buttons[0] : nil) }
        let unnamed = buttons.filter { $0.button?.action == nil && !$0.kind.isTapped }
        return button("goBackward") ?? button("cancel")
            ?? (isOnTop ? unnamed.first : nil)
    }
}

extension Scene.Kind {
    /// Whether it is a button for repeated taps.
    var isTapped: Bool {
        if case .button(_, isTapped: true) = self { true } else { false }
    }
}
