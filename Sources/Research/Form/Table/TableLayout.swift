// Arranges the questions of a form: each has a group of rows, in a section of its own or together with others.

/// Arranges questions in sections.
struct TableLayout {
    private(set) var sections: [RSDTableSection] = []
    private(set) var groups: [RSDTableItemGroup] = []
    private var lastIsExclusive = true

    init(_ questions: [FormQuestion], footer: TableFooter) {
        for question in questions { add(question) }
        add(footer)
    }

    private mutating func add(_ question: FormQuestion) {
        let kind = Self.kind(of: question)
        let ownsSection = question.isChosenFromList
        let startsSection = ownsSection || lastIsExclusive
        let isExclusive = ownsSection || startsSection && question.ownsSectionAtTop
        if startsSection { open() }
        let section = sections.count - 1
        let beginning = sections[section].items.count
        var items: [RSDTableItem] = []
        for (row, content) in Self.contents(of: question, kind).enumerated() {
            let isSeveral = question.hasRowPerChoice
            items.append(
                RSDTableItem(
                    identifier: isSeveral
                        ? "\(question.identifier)[\(row)]" : question.identifier,
                    sectionIdentifier: sections[section].identifier,
                    rowIndex: beginning + row,
                    reuseIdentifier: question.hint.rawValue,
                    groupIndex: groups.count,
                    content: content
                )
            )
        }
        if isExclusive, items.count > 1 {
            sections[section].title = question.prompt
            sections[section].subtitle = question.promptDetail
        }
        sections[section].items += items
        groups.append(
            RSDTableItemGroup(
                identifier: question.identifier,
                sectionIndex: section,
                beginningRowIndex: beginning,
                items: items,
                requiresExclusiveSection: isExclusive,
                kind: kind,
                isOptional: question.isOptional
            )
        )
        lastIsExclusive = isExclusive
    }

    private mutating func open() {
        let index = sections.count
        sections.append(RSDTableSection(identifier: "section\(index)", index: index))
    }

    private mutating func add(_ footer: TableFooter) {
        let contents =
            [
                footer.imageName.map(RSDTableItem.Content.image),
                footer.footnote.map(RSDTableItem.Content.text),
            ].compactMap(\.self)
        guard !contents.isEmpty else { return }
        open()
        let section = sections.count - 1
        for (row, content) in contents.enumerated() {
            let name =
                switch content {
                case .image: "image"
                case .text, .choice, .box, .input: "footnote"
                }
            sections[section].items.append(
                RSDTableItem(
                    identifier: name,
                    sectionIdentifier: sections[section].identifier,
                    rowIndex: row,
                    reuseIdentifier: name,
                    content: content
                )
            )
        }
    }

    private static func kind(of question: FormQuestion) -> RSDTableItemGroup.Kind {
        if question.hasRowPerChoice {
            return .choices(allowsSeveral: question.kind.isSequence)
        }
        return question.kind.isYesOrNo && question.hint.showsBox ? .box : .field
    }

    private static func contents(
        of question: FormQuestion,
        _ kind: RSDTableItemGroup.Kind
    ) -> [RSDTableItem.Content] {
        switch kind {
        case .choices: question.choices.map(RSDTableItem.Content.choice)
        case .box: [.box(title: question.title)]
        case .field: [.input]
        }
    }
}

/// The content below all questions.
public struct TableFooter: Sendable, Hashable {
    public var imageName: String?
    public var footnote: String?

    public init(imageName: String? = nil, footnote: String? = nil) {
        self.imageName = imageName
        self.footnote = footnote
    }
}

extension FormQuestion {
    /// True if the question has choices of its own, which need a section.
    var isChosenFromList: Bool {
        !choices.isEmpty && (kind.choices == .rows || kind.answer != .boolean)
    }

    /// True if each choice has a row of its own.
    var hasRowPerChoice: Bool { !choices.isEmpty && hint.showsRowPerChoice }

    /// True if a section that starts with this question may have no other question.
    var ownsSectionAtTop: Bool { kind.ownsSection && (!kind.isYesOrNo || !choices.isEmpty) }
}
