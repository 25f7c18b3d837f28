// What keys do at each kind of focus target: a text, a column, a slider, an answer, a button.

internal import ViewTree

extension Interaction {
    /// Handles a key by the element with the focus.
    mutating func takeAtFocus(_ key: Key) -> [Deed] {
        guard let item = scene.item(state.focus) else { return takeAnywhere(key) }
        switch item.kind {
        case .field(let field): return takeInField(key, field, item)
        case .picker(let picker) where picker.isWritten: return takeInDraft(key, item, picker.text)
        case .picker(let picker): return takeAtColumn(key, picker, item)
        case .slider(let slider): return takeAtSlider(key, slider, item)
        case .media: return takeInDraft(key, item, nil)
        case .choice(let cell, _) where key == .enter && cell.choice == .single && cell.isSelected:
            // Return on a selected answer moves on; the space bar deselects it.
            return goOn()
        case .choice, .row:
            if key == .enter || key == .text(" ") { return [.tell(.tapped(item.id))] }
            return takeAnywhere(key)
        case .touchArea:
            guard key == .text(" ") || key == .enter else { return takeAnywhere(key) }
            return item.touches.map { .tell($0) }
        case .button:
            if key == .enter || key == .text(" ") { return press(item) }
            return takeAnywhere(key)
        case .text, .section, .prompt, .image, .plot, .error, .progress, .countdown:
            return takeAnywhere(key)
        }
    }

    /// Handles a key that the element with the focus does not use.
    private mutating func takeAnywhere(_ key: Key) -> [Deed] {
        let tapped = scene.buttons.filter(\.kind.isTapped)
        switch key {
        case .left where !tapped.isEmpty: return press(tapped[0])
        case .right where tapped.count > 1: return press(tapped[1])
        case .down: return scene.targets.isEmpty ? scroll(by: 1) : move(by: 1)
        case .up: return scene.targets.isEmpty ? scroll(by: -1) : move(by: -1)
        case .right, .left:
            let isOn = (key == .right) == (scene.direction == .leftToRight)
            return move(by: isOn ? 1 : -1)
        case .home: return scroll(by: -state.scroll)
        case .end: return scroll(by: 1_000_000)
        case .text(let letter):
            if let digit = letter.properties.numericType != nil
                ? Character(letter).wholeNumberValue : nil
            {
                return choose(digit)
            }
            if letter == "?" {
                state.showsHelp = true
                return []
            }
            return letterPressed(letter)
        default: return refuse()
        }
    }

    /// Chooses an answer by its number: of the question with the focus, or else of the first one on the screen.
    private mutating func choose(_ number: Int) -> [Deed] {
        let places = scene.body.indices.filter { index in
            if case .choice = scene.body[index].kind { true } else { false }
        }
        let here = places.first { scene.body[$0].id == state.focus?.id } ?? places.first
        guard let here, case .choice(_, let own) = scene.body[here].kind, scene.alert == nil else {
            return refuse()
        }
        let first = places.last { index in
            guard index <= here, case .choice(_, 1) = scene.body[index].kind else { return false }
            return own >= 1
        }
        let group = places.drop { $0 < (first ?? here) }
        for place in group {
            guard case .choice(_, let itsNumber) = scene.body[place].kind else { continue }
            if place != first, itsNumber == 1 { break }
            if itsNumber == number {
                go(to: FocusTarget(scene.body[place].id))
                return [.tell(.tapped(scene.body[place].id))]
            }
        }
        return refuse()
    }

    private mutating func takeInField(
        _ key: Key,
        _ field: TextFieldContent,
        _ item: Scene.Item
    ) -> [Deed] {
        if key == .enter {
            return field.hasSeveralLines ? [.tell(.pressedReturn(item.id))] : goOn()
        }
        if key == .down { return move(by: 1) }
        if key == .up { return move(by: -1) }
        let entry = Entry(field.text, cursor: state.cursors[item.id])
        guard let change = entry.change(by: key, severalLines: field.hasSeveralLines) else {
            return refuse()
        }
        let next = entry.changed(by: change)
        switch change {
        case .move(let place):
            state.cursors[item.id] = place
            return []
        case .replace(let range, let string):
            state.cursors[item.id] = entry.cursor
            awaited = (item.id, next)
            return [.tell(.typed(item.id, replacing: range, with: string))]
        }
    }

    private mutating func takeInDraft(
        _ key: Key,
        _ item: Scene.Item,
        _ standing: String?
    ) -> [Deed] {
        switch key {
        case .enter: return goOn()
        case .down: return move(by: 1)
        case .up: return move(by: -1)
        default:
            let entry = state.drafts[item.id] ?? Entry(standing ?? "")
            guard let change = entry.change(by: key) else { return refuse() }
            state.drafts[item.id] = entry.changed(by: change)
            return []
        }
    }

    private mutating func takeAtSlider(
        _ key: Key,
        _ slider: SliderContent,
        _ item: Scene.Item
    ) -> [Deed] {
        let isForward = (key == .right) == (item.direction == .leftToRight)
        switch key {
        case .left, .right:
            state.drafts[item.id] = nil
            return [.tell(.slid(item.id, slider.next(forward: isForward)))]
        case .home: return [.tell(.slid(item.id, slider.minimum))]
        case .end: return [.tell(.slid(item.id, slider.maximum))]
        case .enter: return goOn()
        case .down: return move(by: 1)
        case .up: return move(by: -1)
        case .text(let letter) where Numeral.allows(letter), .text(let letter) where letter == " ":
            if letter == " " { return refuse() }
            let entry = state.drafts[item.id] ?? Entry("")
            state.drafts[item.id] = Entry(entry.text + String(letter))
            return []
        case .backspace:
            guard let entry = state.drafts[item.id] else { return refuse() }
            let shorter = Entry(String(entry.text.dropLast()))
            state.drafts[item.id] = shorter.text.isEmpty ? nil : shorter
            return []
        default: return takeAnywhere(key)
        }
    }

    private mutating func takeAtColumn(
        _ key: Key,
        _ picker: PickerContent,
        _ item: Scene.Item
    ) -> [Deed] {
        guard let column = state.focus?.column, picker.columns.indices.contains(column) else {
            return refuse()
        }
        let rows = picker.columns[column]
        let place = picker.selected.indices.contains(column) ? picker.selected[column] : nil
        func turn(to row: Int) -> [Deed] {
            var selected = picker.columns.indices.map {
                picker.selected.indices.contains($0) ? picker.selected[$0] : nil
            }
            selected[column] = min(max(0, row), rows.count - 1)
            return rows.isEmpty ? [] : [.tell(.picked(item.id, selected))]
        }
        switch key {
        case .left, .right:
            state.drafts[item.id] = nil
            let isForward = (key == .right) == (item.direction == .leftToRight)
            return turn(
                to: place.map { $0 + (isForward ? 1 : -1) } ?? (isForward ? 0 : rows.count - 1)
            )
        case .home: return turn(to: 0)
        case .end: return turn(to: rows.count - 1)
        case .enter: return goOn()
        case .down: return move(by: 1)
        case .up: return move(by: -1)
        case .backspace:
            guard let entry = state.drafts[item.id] else { return refuse() }
            let shorter = String(entry.text.dropLast())
            state.drafts[item.id] = shorter.isEmpty ? nil : Entry(shorter)
            return []
        case .text(let letter):
            // Finds the row that matches what was typed so far: exactly, if there is one, else by its beginning.
            let typed = (state.drafts[item.id]?.text ?? "") + String(letter)
            guard let row = ColumnSearch.row(of: typed, in: rows) else {
                return state.drafts[item.id] == nil ? takeAnywhere(key) : refuse()
            }
            state.drafts[item.id] = Entry(typed)
            return turn(to: row)
        default: return takeAnywhere(key)
        }
    }
}
