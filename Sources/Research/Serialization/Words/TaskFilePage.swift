// The reference page for authors whose editor does not use the schema. It is generated from the declarations that the
// check uses, so it has every key and cannot contradict the check.

/// Generates the reference page of task files, `Documentation/TaskFiles.md`.
public enum TaskFilePage {
    /// Returns the page for the task files that a factory reads.
    ///
    /// - Parameter factory: Gives the declarations.
    /// - Returns: Markdown without a final newline: each family, each type with its keys, and each shared object.
    public static func text(of factory: RSDFactory) -> String {
        let writing = PageWriting(outline: TaskFileOutline(factory.declared))
        let parts =
            [TaskFileGuide.text] + RSDFamily.allCases.flatMap(writing.parts)
            + writing.sharedObjects
        return parts.joined(separator: "\n\n")
    }
}

/// Writes an outline as headings, paragraphs and tables.
private struct PageWriting {
    let outline: TaskFileOutline

    /// A row of a table of keys; two keys with the same text are equal.
    private struct Row: Hashable {
        let name: String
        let line: String
    }

    /// Types with the same keys, which are described together.
    private struct Group {
        var members: [TaskFileOutline.Member]
        let rows: [Row]
    }

    // MARK: Families

    func parts(of family: RSDFamily) -> [String] {
        let groups = groups(of: family)
        var count: [Row: Int] = [:]
        for row in groups.flatMap(\.rows) { count[row, default: 0] += 1 }
        var seen: Set<Row> = []
        let several = count.filter { $0.value > 1 }.map(\.key)
        // If a shared name has several meanings, each type describes its own key.
        let meanings = Dictionary(grouping: several, by: \.name)
        let shared = groups.flatMap(\.rows).filter {
            count[$0, default: 0] > 1 && meanings[$0.name]?.count == 1 && seen.insert($0).inserted
        }
        var parts = ["## \(family.heading)", Self.wrapped(family.others)]
        let heading = "Keys of several \(family.plural)"
        if !shared.isEmpty { parts += ["### \(heading)", Self.table(shared)] }
        let link = "[keys of several \(family.plural)](#\(Self.anchor(heading)))"
        for group in groups {
            parts.append("### \(family.title) \(Self.list(group.members.map(\.word)))")
            parts.append(Self.sentences(of: group.members))
            let ofSeveral = group.rows.filter { seen.contains($0) }.map(\.name)
            if !ofSeveral.isEmpty {
                parts.append(
                    Self.wrapped("Shared keys, described in \(link): \(Self.list(ofSeveral)).")
                )
            }
            let own = group.rows.filter { !seen.contains($0) }
            if !own.isEmpty { parts.append(Self.table(own)) }
        }
        return parts
    }

    private func groups(of family: RSDFamily) -> [Group] {
        var groups: [Group] = []
        for member in outline[family] {
            let rows = rows(of: member.words)
            if let index = groups.firstIndex(where: { $0.rows == rows }) {
                groups[index].members.append(member)
            } else {
                groups.append(Group(members: [member], rows: rows))
            }
        }
        return groups
    }

    private static func sentences(of members: [TaskFileOutline.Member]) -> String {
        guard members.count > 1 else { return wrapped(members.first?.sentence ?? "") }
        return members.map { "- `\($0.word)`: \($0.sentence)" }.joined(separator: "\n")
    }

    // MARK: Objects

    var sharedObjects: [String] {
        var parts = [
            "## Objects", "These objects have no `type`; they are values of the keys above.",
        ]
        for (name, words) in outline.shared {
            parts += ["### \(Self.heading(of: name))", Self.table(rows(of: words))]
        }
        return parts
    }

    private static func heading(of object: String) -> String { "Object `\(object)`" }

    private func rows(of words: RSDWords) -> [Row] {
        words.keys.filter { $0.name != "type" }.map { key in
            var names = "`\(key.name)`"
            if let other = key.otherName { names += ", also `\(other)`" }
            let cells = [
                names, inWords(key.shape), key.isRequired ? "yes" : "", key.sentence,
            ]
            let line = cells.map { Self.cell($0) }.joined(separator: " | ")
            return Row(name: key.name, line: "| \(line) |")
        }
    }

    private static func table(_ rows: [Row]) -> String {
        (["| key | allowed values | needed | meaning |", "|---|---|---|---|"]
            + rows.map(\.line)).joined(separator: "\n")
    }

    // MARK: Shapes

    private func inWords(_ shape: RSDKey.Shape) -> String {
        switch shape {
        case .text, .named: "a text"
        case .boolean: "`true` or `false`"
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a date, as `2026-11-21T10:15:00.123Z`"
        case .anything: "any JSON"
        case .step: "the identifier of a step, `exit` or `nextSection`"
        case .awaitedStep: "the identifier of a step"
        case .word(let words): "one of \(Self.list(words))"
        case .openWord(let words): "one of \(Self.list(words)), or a word that an app defines"
        case .list(let element): "a list; each item is \(itemInWords(element))"
        case .map(let words, let element):
            "an object with keys such as \(Self.list(words)); each value is \(inWords(element))"
        case .instants(let words):
            "an object whose keys are \(Self.list(words)), or numbers of seconds; each value is a text"
        case .object(let words): Self.link(to: outline.name(of: words))
        case .member(let family): family.link
        case .fetched(let family): "\(RSDFamily.transformer.link) for a \(family.name)"
        case .either(let shapes): shapes.map(inWords).joined(separator: ", or ")
        case .overrides: "an object with keys of the step"
        case .nothing: "not allowed"
        }
    }

    /// Describes an item of a list; the items of an inner list are clearly told apart from those of the outer one.
    private func itemInWords(_ shape: RSDKey.Shape) -> String {
        if case .list(let element) = shape {
            return "a list whose items are each \(inWords(element))"
        }
        if case .either(let shapes) = shape {
            return shapes.map(itemInWords).joined(separator: ", or ")
        }
        return inWords(shape)
    }

    private static func link(to object: String) -> String {
        "[an object `\(object)`](#\(anchor(heading(of: object))))"
    }

    // MARK: Text

    private static func list(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// Escapes the characters that would end a table cell.
    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    /// Returns the anchor that GitHub gives to a heading.
    static func anchor(_ heading: String) -> String {
        String(
            heading.lowercased().compactMap { character in
                character == " "
                    ? "-"
                    : character.isLetter || character.isNumber
                        || character == "-" ? character : nil
            }
        )
    }

    /// Breaks a paragraph into lines of the page's width.
    private static func wrapped(_ text: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > 116 {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " \(word)"
        }
        return (lines + [line]).joined(separator: "\n")
    }
}

extension RSDFamily {
    /// The name of one member in a heading.
    fileprivate var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The heading of the section about the family.
    fileprivate var heading: String { plural.prefix(1).uppercased() + plural.dropFirst() }

    fileprivate var link: String {
        "[\(nameWithArticle)](#\(PageWriting.anchor(heading)))"
    }

    /// The paragraph about the key `type`, and whether an app can declare further types.
    fileprivate var others: String {
        let rule = typeKey.isRequired ? "Each object must have a `type`. " : ""
        let meaning = "`type`: \(typeKey.sentence)"
        return isClosed
            ? "\(meaning) An app cannot declare other types."
            : "\(meaning) \(rule)An app may declare other types."
    }
}
