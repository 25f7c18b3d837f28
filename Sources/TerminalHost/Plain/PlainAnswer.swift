// Parses a line as the answer to a question: events for the run, or the reason why the line is not a valid answer.

internal import ViewTree

/// What a line means as an answer.
enum PlainAnswer: Sendable, Equatable {
    /// Events for the run, and a text to show.
    case events([ViewEvent], saying: String?)
    /// Keeps the earlier answer, for example after an empty line.
    case keep
    /// The reason why the line is not a valid answer; the question is asked again.
    case refused(StringKey)

    /// Parses a line as the answer to a question.
    init(_ line: String, to question: PlainQuestion, in scene: Scene, _ words: HostWords) {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let item = scene.bodyItem(question.id) else {
            self = .keep
            return
        }
        if text.isEmpty {
            self = .keep
            return
        }
        switch (question, item.kind) {
        case (.choice(let ids), .choice(let first, _)):
            self = Self.choice(text, ids, first, scene, words)
        case (.field(let id), .field):
            self = .events([.entered(id, line), .ended(id)], saying: nil)
        case (.column(let target), .picker(let picker)):
            self = Self.column(text, target, picker, words)
        case (.date(let id), .picker): self = .events([.entered(id, text)], saying: nil)
        // The run parses the number, as in fields.
        case (.slider(let id), .slider): self = .events([.entered(id, text)], saying: nil)
        case (.row(let id), .row):
            self = text == "1" ? .events([.tapped(id)], saying: nil) : .refused(.plainNoWord)
        case (.file(let id), _): self = .events([.pictured(id, file: line)], saying: nil)
        default: self = .keep
        }
    }

    private static func column(
        _ text: String,
        _ target: FocusTarget,
        _ picker: PickerContent,
        _ words: HostWords
    ) -> PlainAnswer {
        let column = target.column ?? 0
        guard picker.columns.indices.contains(column),
            let row = ColumnSearch.row(of: text, in: picker.columns[column])
        else { return .refused(.plainNoChoice) }
        var selected = picker.columns.indices.map {
            picker.selected.indices.contains($0) ? picker.selected[$0] : nil
        }
        selected[column] = row
        return .events(
            [.picked(target.id, selected)],
            saying: words(.plainAnswer, picker.columns[column][row])
        )
    }

    private static func choice(
        _ text: String,
        _ ids: [ViewID],
        _ first: CellContent,
        _ scene: Scene,
        _ words: HostWords
    ) -> PlainAnswer {
        if first.choice == .box, let id = ids.first {
            guard let rows = wanted(text, [words(.yes), words(.no)]) else {
                return .refused(.plainNoChoice)
            }
            guard rows.count == 1 else { return .refused(.plainOneOnly) }
            let isYes = rows == [0]
            let said = words(.plainAnswer, words(isYes ? .yes : .no))
            return .events(isYes == first.isSelected ? [] : [.tapped(id)], saying: said)
        }
        var cells: [(id: ViewID, cell: CellContent)] = []
        for id in ids {
            if case .choice(let cell, _)? = scene.bodyItem(id)?.kind { cells.append((id, cell)) }
        }
        guard let wanted = wanted(text, cells.map(\.cell.title)) else {
            return .refused(.plainNoChoice)
        }
        let isSingle = cells.contains { $0.cell.choice == .single }
        if isSingle, wanted.count > 1 { return .refused(.plainOneOnly) }
        if wanted.count > 1, wanted.contains(where: { cells[$0].cell.choice == .exclusive }) {
            return .refused(.plainExclusive)
        }
        var events: [ViewEvent] = []
        // Deselects before selecting. In the reverse order, an exclusive answer would already be cleared, and its tap
        // would select it again.
        for (place, (id, cell)) in cells.enumerated()
        where !isSingle && cell.isSelected && !wanted.contains(place) {
            events.append(.tapped(id))
        }
        for place in wanted where !cells[place].cell.isSelected {
            events.append(.tapped(cells[place].id))
        }
        let titles = wanted.map { cells[$0].cell.title ?? "\($0 + 1)" }
        let separator = words(.separator)
        return .events(
            events,
            saying: words(.plainAnswer, titles.joined(separator: separator))
        )
    }

    /// The indexes of the answers that a line names: by row numbers, as in full-screen style, or by one's full text.
    ///
    /// A line of digits alone is a row number if there is such a row, even if it is also an answer's text. Any other
    /// line is an answer's text if there is such an answer: `2,5` may be an answer and not the rows 2 and 5.
    private static func wanted(_ text: String, _ titles: [String?]) -> [Int]? {
        let rows = numbered(text, titles.count)
        let row = titled(text, titles).map { [$0] }
        return text.allSatisfy(\.isWholeNumber) ? rows ?? row : row ?? rows
    }

    /// The index of the answer with this text, else of the one whose text differs only in how numbers are typed.
    private static func titled(_ text: String, _ titles: [String?]) -> Int? {
        titles.firstIndex { $0?.lowercased() == text.lowercased() }
            ?? titles.firstIndex { $0.map(typedPlainly) == typedPlainly(text) }
    }

    /// Returns the text in lower case, with the digits 0 to 9 and decimal points: keyboards differ in both.
    private static func typedPlainly(_ text: String) -> String {
        String(
            text.lowercased().map { letter -> Character in
                if letter == "," || letter == "٫" { return "." }
                guard let digit = letter.wholeNumberValue, (0...9).contains(digit) else {
                    return letter
                }
                return Character("\(digit)")
            }
        )
    }

    /// The indexes of the rows whose numbers the line lists; `nil` if it contains anything else.
    private static func numbered(_ text: String, _ count: Int) -> [Int]? {
        var places: [Int] = []
        for part in text.split(whereSeparator: { $0 == "," || $0 == "،" || $0 == " " }) {
            guard let number = Numeral(String(part))?.value, let row = Int(exactly: number),
                row >= 1, row <= count
            else { return nil }
            if !places.contains(row - 1) { places.append(row - 1) }
        }
        return places.isEmpty ? nil : places
    }
}
