// Decides what keys do on a screen: they move, type and press, and result in events for the run. It is a value without
// side effects, so that tests can try every key on every screen without a terminal.

internal import ViewTree

/// A user's state on a screen.
struct Interaction: Sendable {
    /// What the host must do after a key.
    enum Deed: Sendable, Equatable {
        case tell(ViewEvent)
        /// Makes a mark; without a name, it is named `key`.
        ///
        /// `isAtOnce` is false if the user was asked for the name; the mark's time is then that of `beginMark`.
        case mark(String?, isAtOnce: Bool)
        /// Notes the time of a mark whose name the user is asked for.
        case beginMark
        /// Ends the task and keeps what was recorded.
        case leave
        /// Redraws everything.
        case redraw
    }

    private(set) var scene: Scene
    var state = PageState()
    private(set) var keys: ButtonKeys
    /// How far one press scrolls, from the last layout.
    private var pageHeight = 10
    /// The field whose date or number was sent and may still be refused.
    private var sent: ViewID?

    init(_ tree: ViewNode) {
        scene = Scene(tree)
        keys = ButtonKeys(of: scene.buttons)
        state.focus = scene.firstTarget
    }

    var words: HostWords { HostWords(language: scene.language) }

    // MARK: The screen changes

    /// Replaces the scene by the current screen, and moves the focus if necessary.
    mutating func take(_ tree: ViewNode) {
        let old = scene
        scene = Scene(tree)
        keys = ButtonKeys(of: scene.buttons)
        if scene.alert == nil, old.alert == nil, let sent {
            // Without an alert, the run has accepted the text; the screen shows it as the run writes it.
            state.drafts[sent] = nil
        }
        let refused = old.alert != nil ? sent : nil
        sent = scene.alert == nil ? nil : sent
        keepCursors(old)
        // Keys typed ahead were not meant for an unexpected question: drops them.
        if scene.alert != nil, old.alert == nil { held = [] }
        // A new screen starts at its top, even if the task gives a field the focus.
        let isOther = scene.place != old.place
        if !isOther || old.alert != nil, let field = newlyFocused(old) {
            return go(to: FocusTarget(field))
        }
        if isOther { turn(from: old) }
        // Returns to the refused field, so that it can be corrected.
        if scene.alert == nil, let refused, scene.item(FocusTarget(refused)) != nil {
            return go(to: FocusTarget(refused))
        }
        if isOther { return }
        guard let focus = state.focus else {
            state.focus = scene.firstTarget
            return
        }
        if !scene.targets.contains(focus) { go(to: replacement(of: focus, in: old)) }
    }

    /// The focus on each screen that another one covers.
    private var remembered: [ViewID: FocusTarget] = [:]

    /// Moves the focus to a new screen, or back to where it was if the screen was only covered.
    private mutating func turn(from old: Scene) {
        if scene.isOnTop {
            remembered[old.place] = state.focus
        } else if !old.isOnTop {
            remembered = [:]
        }
        let earlier = old.isOnTop ? remembered.removeValue(forKey: scene.place) : nil
        if !scene.isOnTop, !old.isOnTop { (state.scroll, state.note) = (0, nil) }
        if scene.isOnTop { state.scroll = 0 }
        go(to: earlier.flatMap { scene.targets.contains($0) ? $0 : nil } ?? scene.firstTarget)
    }

    /// The field to which the task has moved the focus by this change.
    private func newlyFocused(_ old: Scene) -> ViewID? {
        guard scene.alert == nil else { return nil }
        func focused(_ scene: Scene) -> ViewID? {
            scene.body.first { item in
                if case .field(let field) = item.kind { field.isFocused } else { false }
            }?.id
        }
        let field = focused(scene)
        return field != focused(old) && field != state.focus?.id ? field : nil
    }

    private mutating func keepCursors(_ old: Scene) {
        for item in scene.body {
            guard case .field(let field) = item.kind, let cursor = state.cursors[item.id] else {
                continue
            }
            let end = field.text.utf16.count
            if let awaited, awaited.id == item.id, awaited.entry.text == field.text {
                state.cursors[item.id] = awaited.entry.cursor
            } else if case .field(let earlier)? = old.item(FocusTarget(item.id))?.kind,
                earlier.text != field.text
            {
                // The text was changed from elsewhere.
                state.cursors[item.id] = end
            } else {
                state.cursors[item.id] = min(cursor, end)
            }
        }
        awaited = nil
    }

    /// The field that was typed in last, and the text that it should now have.
    var awaited: (id: ViewID, entry: Entry)?

    private func replacement(of focus: FocusTarget, in old: Scene) -> FocusTarget? {
        guard let place = old.targets.firstIndex(of: focus) else { return scene.firstTarget }
        let before = old.targets[..<place].last { scene.targets.contains($0) }
        guard let before, scene.item(before)?.button == nil else { return scene.firstTarget }
        return before
    }

    /// Lays out the screen for a terminal's size.
    ///
    /// Notes the scroll position and the height of the page, on which the effect of later keys depends.
    mutating func page(
        columns: Int,
        rows: Int,
        readings: [ViewID: PlotReadings] = [:]
    ) -> Page {
        let page = PageLayout(
            scene: scene,
            state: state,
            columns: columns,
            rows: rows,
            readings: readings
        ).page()
        state.scroll = page.scroll
        pageHeight = page.height
        return page
    }

    mutating func go(to target: FocusTarget?) {
        state.focus = target
        state.followsFocus = true
    }

    // MARK: Keys

    /// Handles a key, or holds it for the next screen.
    mutating func take(_ key: Key) -> [Deed] {
        if key == .control("c") { return sendDrafts() + [.leave] }
        if scene.alert == nil, scene.isLeaving || !held.isEmpty { return hold(key) }
        return takeNow(key)
    }

    /// The keys typed ahead for a screen that has not appeared.
    private var held: [Key] = []
    /// The last key, if it may have led to the next screen: a repeat is not meant for that screen, and is dropped.
    private var leavingKey: Key?
    /// The greatest number of keys held.
    private static let mostHeld = 1000

    private mutating func hold(_ key: Key) -> [Deed] {
        if key == leavingKey, held.isEmpty { return [] }
        guard held.count < Self.mostHeld else { return refuse() }
        held.append(key)
        return []
    }

    /// Handles the next held key, if its screen has appeared; returns `nil` if not.
    mutating func takeHeld() -> [Deed]? {
        guard !held.isEmpty, !scene.isLeaving, scene.alert == nil else { return nil }
        return takeNow(held.removeFirst())
    }

    private mutating func takeNow(_ key: Key) -> [Deed] {
        let deeds = decide(key)
        leavingKey = deeds.contains { isPress($0) } ? key : nil
        return deeds
    }

    /// Whether a deed presses a button or a touch area.
    ///
    /// Choosing an answer does not count: the same digit may be typed ahead for the next screen.
    private func isPress(_ deed: Deed) -> Bool {
        switch deed {
        case .tell(.tapped(let id)): scene.buttons.contains { $0.id == id }
        case .tell(.touched): true
        case .tell, .mark, .beginMark, .leave, .redraw: false
        }
    }

    private mutating func decide(_ key: Key) -> [Deed] {
        if state.showsHelp {
            state.showsHelp = false
            return []
        }
        if let question = state.question { return takeName(key, question) }
        state.note = nil
        switch key {
        case .control("l"): return [.redraw]
        case .control("k"):
            state.question = Entry("")
            return [.beginMark]
        case .function(2): return [.mark(nil, isAtOnce: true)]
        case .function(1):
            state.showsHelp = true
            return []
        case .pageDown: return scroll(by: max(1, pageHeight - 1))
        case .pageUp: return scroll(by: -max(1, pageHeight - 1))
        case .tab: return move(by: 1)
        case .backTab: return move(by: -1)
        case .escape: return scene.escapeButton.map { press($0) } ?? refuse()
        case .alt(let letter): return letterPressed(letter)
        default: return takeAtFocus(key)
        }
    }

    /// Shows a note in a line of its own.
    mutating func say(_ note: String) { state.note = note }

    mutating func refuse() -> [Deed] {
        state.note = words(.noKey)
        return []
    }

    /// Shows whether a mark was made, or why not.
    mutating func say(mark name: String, _ outcome: MarkOutcome) {
        state.note = outcome.text(about: name, in: words)
    }

    private mutating func takeName(_ key: Key, _ entry: Entry) -> [Deed] {
        switch key {
        case .escape: state.question = nil
        case .enter:
            state.question = nil
            let name = entry.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return [.mark(name.isEmpty ? nil : name, isAtOnce: false)]
        default:
            if let change = entry.change(by: key) { state.question = entry.changed(by: change) }
        }
        return []
    }

    mutating func scroll(by lines: Int) -> [Deed] {
        state.scroll = max(0, state.scroll + lines)
        state.followsFocus = false
        return []
    }

    mutating func letterPressed(_ letter: Unicode.Scalar) -> [Deed] {
        guard let id = keys.button(of: letter),
            let item = scene.buttons.first(where: { $0.id == id })
        else { return refuse() }
        return press(item)
    }

    /// Presses a button.
    ///
    /// Half-typed text is sent first, except when the button leads back or away: an invalid answer must not prevent
    /// that.
    mutating func press(_ item: Scene.Item) -> [Deed] {
        guard item.isEnabled else { return [] }
        let left: [Deed] =
            switch item.button?.action {
            case "goBackward", "cancel": []
            // Sends refused text again: the task does not go on without what was typed.
            case "goForward": leave() + sendDrafts(but: state.focus?.id)
            default: leave()
            }
        if !item.kind.isTapped { state.focus = FocusTarget(item.id) }
        return left + [.tell(.tapped(item.id))]
    }

    // MARK: Moving

    mutating func move(by step: Int) -> [Deed] {
        let targets = scene.targets
        guard !targets.isEmpty else { return [] }
        let place = state.focus.flatMap { targets.firstIndex(of: $0) }
        let next = place.map { ($0 + step + targets.count) % targets.count }
        return move(to: targets[next ?? (step > 0 ? 0 : targets.count - 1)])
    }

    /// Moves from an input to the next one, and from the last one to the button that leads on.
    mutating func goOn() -> [Deed] {
        let targets = scene.targets
        guard let place = state.focus.flatMap({ targets.firstIndex(of: $0) }),
            place + 1 < targets.count, scene.item(targets[place + 1])?.button != nil,
            let forward = targets.first(where: { scene.item($0)?.button?.action == "goForward" })
        else { return move(by: 1) }
        return move(to: forward)
    }

    private mutating func move(to target: FocusTarget) -> [Deed] {
        let left = target.id == state.focus?.id ? [] : leave(for: target.id)
        // Each column has its own typed search text.
        if target.id == state.focus?.id, target != state.focus { state.drafts[target.id] = nil }
        go(to: target)
        guard case .field(let field)? = scene.item(target)?.kind, !field.isFocused else {
            return left
        }
        return left + [.tell(.began(target.id))]
    }

    /// Sends all half-typed text.
    mutating func sendDrafts(but sent: ViewID? = nil) -> [Deed] {
        scene.body.filter { $0.id != sent }.flatMap { sendDraft(of: $0) }
    }

    /// Sends the half-typed text of the input that loses the focus.
    ///
    /// Also reports to the run that its field has lost the focus, unless that field is `next`.
    private mutating func leave(for next: ViewID? = nil) -> [Deed] {
        let ended = scene.body.compactMap { item -> Deed? in
            guard case .field(let field) = item.kind, field.isFocused, item.id != next else {
                return nil
            }
            return .tell(.ended(item.id))
        }
        return ended + (scene.item(state.focus).map { sendDraft(of: $0) } ?? [])
    }

    private mutating func sendDraft(of item: Scene.Item) -> [Deed] {
        guard let draft = state.drafts[item.id] else { return [] }
        let text = draft.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        switch item.kind {
        case .picker(let picker):
            guard picker.isWritten else {
                state.drafts[item.id] = nil
                return []
            }
            sent = item.id
            return [.tell(.entered(item.id, text))]
        case .media:
            guard !text.isEmpty else { return [] }
            sent = item.id
            return [.tell(.pictured(item.id, file: draft.text))]
        case .slider:
            // The run parses numbers as the language writes them.
            sent = item.id
            return [.tell(.entered(item.id, text))]
        case .field, .choice, .row, .button, .touchArea, .text, .section, .prompt, .image, .plot,
            .error, .progress, .countdown:
            return []
        }
    }
}
