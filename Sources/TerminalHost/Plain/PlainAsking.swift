// Writes a question as lines of text, with all that a participant needs to answer in one line.

internal import ViewTree

/// Writes questions as lines of text.
struct PlainAsking {
    var scene: Scene
    var words: HostWords

    /// The lines of a question.
    func lines(of question: PlainQuestion) -> [String] {
        if case .menu = question { return [PlainMenu(scene, words).line].filter { !$0.isEmpty } }
        guard let item = scene.bodyItem(question.id) else { return [] }
        switch (question, item.kind) {
        case (.choice(let ids), .choice(let first, _)): return choices(ids, first)
        case (.field, .field(let field)):
            let answer = field.isSecure ? nil : field.text
            let unit = field.unit.map { "(\($0))" }
            let ask = field.hasSeveralLines ? words(.plainLines) : words(.plainText)
            return standing(answer, field.unit) + [[field.placeholder, unit].joined].present
                + (field.dates.map(date) ?? [item.accessibility.hint, ask].present)
        case (.column(let target), .picker(let picker)):
            let place = target.column ?? 0
            let limits = place == 0 ? [item.accessibility.hint].present : []
            return limits + column(place, picker)
        case (.date, .picker(let picker)):
            return standing(picker.text, nil) + (picker.dates.map(date) ?? [words(.plainText)])
        case (.slider, .slider(let slider)):
            let value = slider.value == nil ? nil : item.accessibility.value
            return standing(value, nil) + [item.accessibility.hint, words(.plainBetween)].present
        case (.row, .row(let cell)):
            return [[cell.title, cell.detail].joined, words(.plainOpen)].present
        case (.file, _): return [item.accessibility.label, words(.plainFile)]
        default: return []
        }
    }

    /// Shows the current answer, and how to keep it.
    private func standing(_ answer: String?, _ unit: String?) -> [String] {
        guard let answer, !answer.isEmpty else { return [] }
        return [
            words(.plainAnswer, [answer, unit].joined ?? answer) + " " + words(.plainKeep)
        ]
    }

    /// The limits of a date, and its format.
    private func date(_ dates: DateBounds) -> [String] {
        [words.limits(of: dates), words.asking(for: dates)].present
    }

    private func choices(_ ids: [ViewID], _ first: CellContent) -> [String] {
        var lines: [String] = []
        if first.choice == .box {
            let selected = StringTable.builtIn.string(
                first.isSelected ? .selected : .notSelected,
                in: scene.language
            )
            lines.append([[first.title, first.detail].joined, selected].joined ?? selected)
            lines.append("1: \(words(.yes))")
            lines.append("2: \(words(.no))")
        } else {
            for (place, id) in ids.enumerated() {
                guard case .choice(let cell, _)? = scene.bodyItem(id)?.kind else { continue }
                let selected = cell.isSelected ? " (\(words(.selected)))" : ""
                lines.append("\(place + 1): \([cell.title, cell.detail].joined ?? "")\(selected)")
            }
        }
        let several = first.choice == .multiple || first.choice == .exclusive
        lines.append(several ? words(.plainNumbers) : words(.plainNumber))
        return lines
    }

    private func column(_ column: Int, _ picker: PickerContent) -> [String] {
        guard picker.columns.indices.contains(column) else { return [] }
        let rows = picker.columns[column]
        let place = picker.selected.indices.contains(column) ? picker.selected[column] : nil
        let answer = place.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
        var lines = standing(answer, nil)
        if rows.count <= 12 { lines.append(rows.joined(separator: ", ")) }
        return lines + [words(.plainPick, rows.first ?? "", rows.last ?? "")]
    }
}

extension [String?] {
    /// The non-empty texts, joined; `nil` if there are none.
    var joined: String? {
        let texts = compactMap(\.self).filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// The non-empty texts.
    var present: [String] { compactMap(\.self).filter { !$0.isEmpty } }
}
