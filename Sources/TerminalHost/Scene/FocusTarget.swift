// Where keys can go: the places of a screen at which something can be done, from the first to the last.

internal import ViewTree

/// A place that keys can go to.
struct FocusTarget: Sendable, Hashable {
    /// The element.
    var id: ViewID
    /// Which of its wheels.
    var wheel: Int?

    init(_ id: ViewID, wheel: Int? = nil) {
        self.id = id
        self.wheel = wheel
    }
}

extension Scene.Item {
    /// The places in it that keys can go to.
    var targets: [FocusTarget] {
        switch kind {
        case .choice, .row, .field, .slider, .touchArea, .button: [FocusTarget(id)]
        case .picker(let picker):
            picker.isWritten
                ? [FocusTarget(id)]
                : picker.columns.indices.map { FocusTarget(id, wheel: $0) }
        case .media(let media): media.takesFile ? [FocusTarget(id)] : []
        case .text, .section, .prompt, .image, .plot, .error, .progress, .countdown: []
        }
    }

    /// The button, if it is one.
    var button: ButtonContent? {
        if case .button(let button, _) = kind { button } else { nil }
    }

    /// One touch of an area, by whoever has no finger on it.
    var touches: [ViewEvent] {
        [ViewEvent.Touch.Phase.began, .ended].map {
            .touched(id, ViewEvent.Touch(phase: $0, x: 0.5, y: 0.5))
        }
    }

    /// What stands on a button.
    var buttonTitle: String { button?.title ?? accessibility.label }
}

extension PickerContent {
    /// Whether there are no wheels to turn, but a date to write.
    var isWritten: Bool { columns.isEmpty }
}

extension MediaContent {
    /// Whether a file is wanted for it.
    var takesFile: Bool {
        switch kind {
        case .camera, .pictures: true
        case .page, .film: false
        }
    }
}

extension Scene {
    /// The places that keys can go to, what is pressed last; below a question on top there are none.
    var targets: [FocusTarget] {
        (alert == nil ? body : []).flatMap(\.targets) + buttons.flatMap(\.targets)
    }

    /// The thing of a place.
    func item(_ target: FocusTarget?) -> Item? {
        guard let target else { return nil }
        return body.first { $0.id == target.id && !$0.targets.isEmpty }
            ?? buttons.first { $0.id == target.id }
    }

    /// The button of a purpose.
    func button(_ action: String) -> Item? { buttons.first { $0.button?.action == action } }

    /// Whether it lies on top of another screen.
    var isOnTop: Bool { place.names.count > 1 && place.names[1].hasPrefix("top-") }

    /// Where keys go at first: to the first answer, else to what leads on; never to what is left or lost by.
    var firstTarget: FocusTarget? {
        if alert != nil {
            let harmless = buttons.filter { $0.button?.isDestructive != true }
            return (takenBack ?? harmless.first).map { FocusTarget($0.id) }
        }
        if let answer = body.flatMap(\.targets).first { return answer }
        if let tapped = buttons.first(where: { $0.kind.isTapped }) { return FocusTarget(tapped.id) }
        if let next = button("goForward") { return FocusTarget(next.id) }
        // What lies on top and only can be closed.
        return buttons.count == 1 && buttons[0].button?.action == nil
            ? FocusTarget(buttons[0].id) : nil
    }

    /// What leaves all as it is, among the buttons of a question: that of the task's own, or of an app's.
    private var takenBack: Item? { button("continue") ?? button("cancel") }

    /// The button that Esc presses: the way back, else the way out.
    var escapeButton: Item? {
        if alert != nil { return takenBack ?? (buttons.count == 1 ? buttons[0] : nil) }
        let unnamed = buttons.filter { $0.button?.action == nil && !$0.kind.isTapped }
        return button("goBackward") ?? button("cancel")
            ?? (isOnTop ? unnamed.first : nil)
    }
}

extension Scene.Kind {
    /// Whether it is a button that is pressed again and again.
    var isTapped: Bool {
        if case .button(_, isTapped: true) = self { true } else { false }
    }
}
