// Lays out a whole page of a terminal. What must stay in sight is at the edges: the remaining time, errors, buttons.
// The rest scrolls in between, and the page shows that it does.

internal import ViewTree

/// Lays out a screen for a terminal's size.
struct PageLayout {
    var scene: Scene
    var state: PageState
    var columns: Int
    var rows: Int
    var readings: [ViewID: PlotReadings] = [:]

    private var words: HostWords { HostWords(language: scene.language) }
    // The last column stays empty: some terminals wrap as soon as it is filled.
    private var width: Int { max(1, columns - 1) }
    private var direction: GroupContent.Direction { scene.direction }

    /// The page.
    func page() -> Page {
        state.showsHelp ? assembled(helpBody, [], [], []) : screen()
    }

    private func screen() -> Page {
        let body = body
        var errors: [PageLine] = []
        // An error outside the visible part is repeated at the lower edge.
        for _ in 0..<2 {
            let page = assembled(body, top, errors, bottom)
            let shown = body[page.scroll..<min(body.count, page.scroll + page.height)]
            let hidden = scene.body.filter { item in
                if case .error = item.kind {
                    !shown.contains { $0.id == item.id && $0.isError }
                } else {
                    false
                }
            }
            let told = lines(ofErrors: hidden)
            if told == errors { return page }
            errors = told
        }
        return assembled(body, top, errors, bottom)
    }

    // MARK: The parts

    private func drawing() -> ItemDrawing {
        ItemDrawing(
            state: state,
            words: words,
            readings: readings,
            lines: PageLines(width: width, direction: direction)
        )
    }

    private var top: [PageLine] {
        var drawing = drawing()
        for item in scene.status { drawing.draw(item) }
        return drawing.lines.lines
    }

    private var body: [PageLine] {
        var drawing = drawing()
        if let alert = scene.alert {
            drawing.lines.direction = direction
            if let title = alert.title { drawing.lines.add(title, .warning, head: alertHead) }
            if let message = alert.message { drawing.lines.add(message, head: alertHead) }
            drawing.lines.addSpace()
            drawing.state.focus = nil
        }
        for item in scene.body { drawing.draw(item) }
        return drawing.lines.lines
    }

    private var alertHead: [StyledLine.Piece] { [StyledLine.Piece(text: "┃ ", style: .warning)] }

    private var helpBody: [PageLine] {
        var lines = PageLines(width: width, direction: direction)
        lines.add(words(.helpTitle), .strong)
        for line in words(.help).safeLines { lines.add(line) }
        lines.addSpace()
        lines.add(words(.anyKey), .faint)
        return lines.lines
    }

    private func lines(ofErrors items: [Scene.Item]) -> [PageLine] {
        var lines = PageLines(width: width, direction: direction)
        let most = max(1, rows / 4)
        for (index, item) in items.enumerated() {
            guard case .error(let text) = item.kind else { continue }
            let told = item.question.map { "\($0): \(text)" } ?? text
            var longer = lines
            longer.add(told, .warning, head: [StyledLine.Piece(text: "! ", style: .warning)])
            if index > 0, longer.lines.count + 1 > most {
                lines.add(words(.moreErrors, "\(items.count - index)"), .warning)
                break
            }
            lines = longer
        }
        return lines.lines
    }

    /// The notes and buttons at the lower edge, the least important last.
    private var bottom: [[PageLine]] {
        var lines = PageLines(width: width, direction: direction)
        for text in state.spoken.suffix(3) { lines.add(text, .good) }
        if let question = state.question {
            lines.add(words(.markName), .strong)
            let box = EntryBox(question, width: max(1, min(40, width - 2)), hasCursor: true)
            for row in box.rows {
                var line = StyledLine("[", .faint)
                for piece in row.pieces { line.append(piece.text, piece.style) }
                line.append("]", .faint)
                lines.add(line)
            }
        } else if let note = state.note {
            lines.add(note, .good)
        }
        var buttons = PageLines(width: width, direction: direction)
        buttons.flow(self.buttons, gap: 2)
        var keys = PageLines(width: width, direction: direction)
        let long = words(.keysLong)
        keys.add(rows >= 20 && long.columns <= width ? long : words(.keysShort), .faint)
        return [lines.lines + buttons.lines, keys.lines]
    }

    private var buttons: [(pieces: [StyledLine.Piece], target: FocusTarget?)] {
        let keys = ButtonKeys(of: scene.buttons)
        let escape = scene.escapeButton?.id
        let tapped = scene.buttons.filter(\.kind.isTapped).map(\.id)
        return scene.buttons.map { item in
            let target = FocusTarget(item.id)
            let isFocused = state.focus == target && state.question == nil
            let style: TextStyle =
                isFocused
                ? .focus
                : !item.isEnabled
                    ? .faint : item.button?.isDestructive == true ? .warning : .strong
            var names = keys.letter(of: item.id).map { [String($0)] } ?? []
            if item.id == escape { names.append("Esc") }
            if item.button?.action == "mark" { names.append("F2") }
            if let place = tapped.firstIndex(of: item.id), place < 2 {
                names.append(place == 0 ? "←" : "→")
            }
            let key = item.isEnabled && !names.isEmpty ? " \(names.joined(separator: "/"))" : ""
            return (
                [
                    StyledLine.Piece(text: isFocused ? "▸" : " ", style: .strong),
                    StyledLine.Piece(text: "[\(item.buttonTitle.safeLine)]", style: style),
                    StyledLine.Piece(text: key, style: .faint),
                ], target
            )
        }
    }

    // MARK: Putting it together

    private func assembled(
        _ body: [PageLine],
        _ top: [PageLine],
        _ errors: [PageLine],
        _ bottom: [[PageLine]]
    ) -> Page {
        let rows = max(1, rows)
        let pressed = bottom.first ?? []
        let keys = bottom.dropFirst().first ?? []
        var edge = errors + pressed + keys
        var hasRules = !bottom.isEmpty
        func taken() -> Int { top.count + edge.count + (hasRules ? (top.isEmpty ? 1 : 2) : 0) }
        // On a small terminal, less important lines are left out.
        if rows - taken() < 4 { hasRules = false }
        if rows - taken() < 3 { edge = errors + pressed }
        let top = rows - taken() < 1 ? [] : top
        let height = max(
            min(1, rows),
            rows - top.count - edge.count - (hasRules ? (top.isEmpty ? 1 : 2) : 0)
        )

        let isWhole = body.count <= height
        let inSight = isWhole ? height : max(1, height - 1)
        let scroll = scroll(in: body, height: inSight)
        var lines = top
        let rule = PageLine(
            line: StyledLine(String(repeating: "─", count: width), .faint),
            direction: direction
        )
        if hasRules, !top.isEmpty { lines.append(rule) }
        lines += body[scroll..<min(body.count, scroll + inSight)]
        let below = max(0, body.count - scroll - inSight)
        while lines.count < top.count + (hasRules && !top.isEmpty ? 1 : 0) + inSight {
            lines.append(PageLine(line: StyledLine(), direction: direction))
        }
        if !isWhole, height > 1 { lines.append(marker(above: scroll, below: below)) }
        if hasRules { lines.append(rule) }
        lines += edge
        // If even the edges do not fit, keep the buttons.
        if lines.count > rows { lines.removeFirst(lines.count - rows) }
        while lines.count < rows {
            lines.append(PageLine(line: StyledLine(), direction: direction))
        }
        return standing(lines, scroll: scroll, height: inSight, hasMoreBelow: below > 0)
    }

    private func scroll(in body: [PageLine], height: Int) -> Int {
        let last = max(0, body.count - height)
        var scroll = min(max(0, state.scroll), last)
        guard state.followsFocus, let focus = state.focus else { return scroll }
        let lines = body.indices.filter { body[$0].target == focus }
        guard let first = lines.first, var end = lines.last else { return scroll }
        // The error and the limits of an answer are below it.
        while end + 1 < body.count, body[end + 1].id == focus.id { end += 1 }
        if end >= scroll + height { scroll = end - height + 1 }
        if first < scroll { scroll = first }
        return min(scroll, last)
    }

    private func marker(above: Int, below: Int) -> PageLine {
        let text =
            switch (above > 0, below > 0) {
            case (true, true): words(.moreBoth, "\(above)", "\(below)")
            case (true, false): words(.moreAbove, "\(above)")
            case (false, _): words(.moreBelow, "\(below)")
            }
        return PageLine(
            line: StyledLine(text.fitted(to: width), .warning),
            direction: direction
        )
    }

    /// Returns the page: the lines in visual order from left to right, and the cursor's position in them.
    private func standing(
        _ lines: [PageLine],
        scroll: Int,
        height: Int,
        hasMoreBelow: Bool
    ) -> Page {
        var page = Page(
            lines: [],
            cursor: nil,
            scroll: scroll,
            height: height,
            hasMoreBelow: hasMoreBelow
        )
        var focused: (row: Int, column: Int)?
        for (row, line) in lines.enumerated() {
            var whole = line.line
            if line.direction == .rightToLeft {
                whole.append(String(repeating: " ", count: max(0, width - whole.columns)))
            }
            let standing = BidirectionalLine.standing(whole, line.direction)
            page.lines.append(standing)
            var column = 0
            for piece in standing.pieces {
                if piece.style == .cursor { page.cursor = page.cursor ?? (row, column) }
                if piece.style == .focus { focused = focused ?? (row, column) }
                column += piece.text.columns
            }
        }
        page.cursor = page.cursor ?? focused
        return page
    }
}

extension PageLine {
    /// Whether it reports an error.
    fileprivate var isError: Bool { line.pieces.contains { $0.style == .warning } }
}

extension StyledLine {
    /// A line of one style.
    init(_ text: String, _ style: TextStyle) {
        self.init()
        append(text, style)
    }
}
