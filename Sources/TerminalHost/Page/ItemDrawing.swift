// Draws each kind of item as lines of text. A sign in front marks the focus, also without colours.

internal import ViewTree

/// Draws items into lines.
struct ItemDrawing {
    var state: PageState
    var words: HostWords
    var readings: [ViewID: PlotReadings]
    var lines: PageLines

    private typealias Piece = StyledLine.Piece

    /// Draws an item below the others.
    mutating func draw(_ item: Scene.Item) {
        lines.direction = item.direction
        switch item.kind {
        case .text(let text, let role): draw(text, role, item)
        case .section(let section):
            lines.addSpace()
            let tail = required(section.isRequired)
            if let title = section.title {
                lines.add(title, .strong, head: plainHead, tail: tail, for: item.id)
            }
            if let subtitle = section.subtitle {
                lines.add(subtitle, .faint, head: plainHead, for: item.id)
            }
        case .choice(let cell, let number): draw(cell, number, item)
        case .row(let cell):
            let target = FocusTarget(item.id)
            let head = head(target) + [Piece(text: "› ", style: .strong)]
            lines.add(
                cell.title ?? item.accessibility.label,
                style(target),
                head: head,
                tail: required(cell.isRequired),
                for: item.id,
                target: target
            )
            drawDetail(cell, indent: 4, item)
        case .prompt(let cell):
            lines.addSpace()
            lines.add(
                cell.title ?? "",
                .strong,
                head: plainHead,
                tail: required(cell.isRequired),
                for: item.id
            )
            drawDetail(cell, indent: 2, item)
        case .field(let field): draw(field, item)
        case .picker(let picker): draw(picker, item)
        case .slider(let slider): draw(slider, item)
        case .image:
            lines.add(item.accessibility.label, .faint, head: [Piece(text: "  ▣ ", style: .faint)])
        case .plot(let plot): draw(plot, item)
        case .media(let media): draw(media, item)
        case .error(let text):
            lines.add(text, .warning, head: [Piece(text: "  ! ", style: .warning)], for: item.id)
        case .touchArea:
            let target = FocusTarget(item.id)
            lines.add(
                item.accessibility.label,
                style(target),
                head: head(target) + [Piece(text: "▒▒ ", style: .faint)],
                for: item.id,
                target: target
            )
        case .progress(let progress): draw(progress, item)
        case .countdown(let countdown): draw(countdown, item)
        case .button: break
        }
    }

    // MARK: Heads

    private var plainHead: [Piece] { [Piece(text: "  ", style: .plain)] }

    private func isFocused(_ target: FocusTarget) -> Bool { state.focus == target }

    private func head(_ target: FocusTarget) -> [Piece] {
        isFocused(target) ? [Piece(text: "▸ ", style: .strong)] : plainHead
    }

    private func required(_ isRequired: Bool?) -> String {
        isRequired == true ? "(\(words(.required)))" : ""
    }

    private func style(_ target: FocusTarget) -> TextStyle {
        isFocused(target) ? .focus : .plain
    }

    // MARK: Texts and choices

    private mutating func draw(
        _ text: String,
        _ role: LabelContent.Role,
        _ item: Scene.Item
    ) {
        let style: TextStyle
        switch role {
        case .title:
            lines.addSpace()
            style = .strong
        case .value: style = .strong
        case .text, .detail: style = .plain
        case .footnote, .caption: style = .faint
        case .error: style = .warning
        }
        lines.add(text, style, head: plainHead, for: item.id)
    }

    private mutating func draw(_ cell: CellContent, _ number: Int, _ item: Scene.Item) {
        let target = FocusTarget(item.id)
        let mark =
            switch cell.choice {
            case .single: cell.isSelected ? "(•)" : "( )"
            case .multiple, .exclusive, .box, nil: cell.isSelected ? "[x]" : "[ ]"
            }
        let key = cell.choice == .box ? "" : number < 10 ? "\(number) " : "  "
        lines.add(
            cell.title ?? item.accessibility.label,
            style(target),
            head: head(target) + [
                Piece(text: key, style: .faint),
                Piece(text: "\(mark) ", style: cell.isSelected ? .strong : .plain),
            ],
            tail: cell.choice == .box ? required(cell.isRequired) : "",
            for: item.id,
            target: target
        )
        drawDetail(cell, indent: 2 + key.columns + 4, item)
    }

    private mutating func drawDetail(_ cell: CellContent, indent: Int, _ item: Scene.Item) {
        guard let detail = cell.detail, !detail.isEmpty else { return }
        let head = Piece(text: String(repeating: " ", count: indent), style: .plain)
        lines.add(detail, .faint, head: [head], for: item.id)
    }

    // MARK: Inputs

    private mutating func draw(_ field: TextFieldContent, _ item: Scene.Item) {
        let target = FocusTarget(item.id)
        let cursor = state.cursors[item.id] ?? field.text.utf16.count
        draw(
            Entry(field.text, cursor: cursor),
            at: target,
            placeholder: field.placeholder ?? field.dates?.typedForm,
            unit: field.unit,
            isSecure: field.isSecure,
            rows: field.hasSeveralLines ? 2 : 1
        )
        drawLimits(of: item)
    }

    /// The limits of a number, or the format and limits of a date; stays in sight while the user types.
    private mutating func drawLimits(of item: Scene.Item) {
        guard let limits = item.accessibility.hint?.safeLine, !limits.isEmpty else { return }
        lines.add(limits, .faint, head: plainHead, for: item.id)
    }

    private mutating func draw(
        _ entry: Entry,
        at target: FocusTarget,
        placeholder: String? = nil,
        unit: String? = nil,
        isSecure: Bool = false,
        rows: Int = 1
    ) {
        let tail = unit.map { " \($0.safeLine)" } ?? ""
        let room = max(4, min(60, lines.width - 4 - tail.columns - 1))
        let box = EntryBox(
            entry,
            width: room,
            hasCursor: isFocused(target),
            isSecure: isSecure,
            placeholder: placeholder,
            rows: rows
        )
        for (index, row) in box.rows.enumerated() {
            var line = StyledLine()
            let head = index == 0 ? head(target) : plainHead
            for piece in head { line.append(piece.text, piece.style) }
            line.append("[", .faint)
            for piece in row.pieces { line.append(piece.text, piece.style) }
            line.append("]", .faint)
            if index == box.rows.count - 1, !tail.isEmpty { line.append(tail) }
            lines.add(line, for: target.id, target: target)
        }
    }

    private mutating func draw(_ picker: PickerContent, _ item: Scene.Item) {
        guard !picker.isWritten else {
            let target = FocusTarget(item.id)
            draw(
                state.drafts[item.id] ?? Entry(picker.text ?? ""),
                at: target,
                placeholder: picker.dates?.typedForm
            )
            drawLimits(of: item)
            return
        }
        var pieces: [(pieces: [Piece], target: FocusTarget?)] = []
        for (column, rows) in picker.columns.enumerated() {
            let target = FocusTarget(item.id, column: column)
            let place = picker.selected.indices.contains(column) ? picker.selected[column] : nil
            let unit = picker.units.flatMap { $0.indices.contains(column) ? $0[column] : nil }
            let value =
                place.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
                ?? ["–", unit].joined ?? "–"
            let typed = isFocused(target) ? state.drafts[item.id].map { " \($0.text)_" } ?? "" : ""
            pieces.append(
                (
                    head(target) + [
                        Piece(text: "‹ \(value.safeLine) ›", style: style(target)),
                        Piece(
                            text: " \(place.map { "\($0 + 1)" } ?? "–")/\(rows.count)\(typed)",
                            style: .faint
                        ),
                    ], target
                )
            )
        }
        lines.flow(pieces, gap: 1)
        drawLimits(of: item)
    }

    private mutating func draw(_ slider: SliderContent, _ item: Scene.Item) {
        let target = FocusTarget(item.id)
        let told = item.accessibility.value?.safeLine ?? ""
        let room = max(5, min(40, lines.width - 6 - told.columns))
        let span = slider.maximum - slider.minimum
        var track = Array(repeating: Character("─"), count: room)
        if let value = slider.value, span > 0 {
            let share = min(1, max(0, (value - slider.minimum) / span))
            track[Int((share * Double(room - 1)).rounded())] = "●"
        }
        var line = StyledLine()
        for piece in head(target) { line.append(piece.text, piece.style) }
        line.append("├\(String(track))┤ ", style(target))
        line.append(told, .strong)
        if line.columns <= lines.width {
            lines.add(line, for: item.id, target: target)
        } else {
            lines.add(told, .strong, head: head(target), for: item.id, target: target)
        }
        if let draft = state.drafts[item.id] { draw(draft, at: target) }
        drawLimits(of: item)
    }

    // MARK: Media and plots

    private mutating func draw(_ media: MediaContent, _ item: Scene.Item) {
        lines.add(item.accessibility.label, .strong, head: plainHead, for: item.id)
        guard media.takesFile else {
            lines.add(media.address, head: plainHead, for: item.id)
            return
        }
        let target = FocusTarget(item.id)
        lines.add(words(.plainFile), .faint, head: plainHead, for: item.id)
        draw(state.drafts[item.id] ?? Entry(""), at: target)
    }

    private mutating func draw(_ plot: PlotContent, _ item: Scene.Item) {
        lines.add(item.accessibility.label, .strong, head: plainHead, for: item.id)
        let shown = readings[item.id].flatMap { $0.stream == plot.stream ? $0 : nil }
        let values = shown?.lines ?? []
        let unit = shown?.unit ?? plot.unit
        let names = plot.lines.map(\.safeLine)
        let nameWidth = min(12, names.map(\.columns).max() ?? 0)
        for (index, name) in names.enumerated() {
            let latest = values.indices.contains(index) ? values[index] : nil
            let scale = PlotScale((latest?.lows ?? []) + (latest?.highs ?? []), unit: unit).text
            var line = StyledLine()
            line.append("  \(name.padded(to: nameWidth)) ", .faint)
            let room = lines.width - line.columns - scale.columns - 1
            line.append(Sparkline.draw(latest?.middles ?? [], width: room), .axis(index))
            line.append(" \(scale)", .faint)
            if room >= 6 {
                lines.add(line, for: item.id)
            } else {
                lines.add("\(name) \(scale)", .faint, head: plainHead, for: item.id)
            }
        }
    }

    // MARK: Progress

    private mutating func draw(_ progress: ProgressContent, _ item: Scene.Item) {
        let told = item.accessibility.value ?? progress.text ?? item.accessibility.label
        guard let done = progress.done, let total = progress.total, total > 0 else {
            lines.add(progress.text ?? told, .faint, for: item.id)
            return
        }
        drawBar(told, share: Double(done) / Double(total), .faint, item)
    }

    private mutating func draw(_ countdown: CountdownContent, _ item: Scene.Item) {
        let told = "\(item.accessibility.label): \(item.accessibility.value ?? "")"
        let share =
            countdown.durationInSeconds > 0
            ? Double(countdown.secondsLeft) / countdown.durationInSeconds : 0
        drawBar(told, share: share, countdown.state == .running ? .strong : .plain, item)
    }

    /// A text, followed by a bar if there is room.
    private mutating func drawBar(
        _ text: String,
        share: Double,
        _ style: TextStyle,
        _ item: Scene.Item
    ) {
        let text = text.safeLine
        let room = min(30, lines.width - text.columns - 1)
        guard room >= 5 else { return lines.add(text, style, for: item.id) }
        let full = Int((min(1, max(0, share)) * Double(room)).rounded())
        var line = StyledLine()
        line.append("\(text) ", style)
        line.append(String(repeating: "█", count: full), .good)
        line.append(String(repeating: "░", count: room - full), .faint)
        lines.add(line, for: item.id)
    }
}

extension PlotReadings.Line {
    /// The middle of each interval's range, for bars that have no room for both ends.
    fileprivate var middles: [Double?] {
        zip(lows, highs).map { low, high in
            // Halved first, because the sum might overflow.
            low.flatMap { low in high.map { low / 2 + $0 / 2 } }
        }
    }
}
