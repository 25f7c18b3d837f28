// Whoever writes a task file without an editor that knows the schema looks a key up. The reference page is made
// of the same declarations, so no key can be missing there or be told otherwise than it is checked.

/// Makes the reference page of task files, `Documentation/TaskFiles.md`.
public enum TaskFilePage {
    /// The page of the task files that a factory reads.
    ///
    /// - Parameter factory: Has the declarations.
    /// - Returns: Markdown, without an end of its last line: each family, each type with its keys, and each object
    ///   that several share.
    public static func text(of factory: RSDFactory) -> String {
        let writing = PageWriting(outline: TaskFileOutline(factory.declared))
        let parts =
            [TaskFileGuide.text] + RSDFamily.allCases.flatMap(writing.parts)
            + writing.sharedObjects
        return parts.joined(separator: "\n\n")
    }
}

/// Writes what an outline has as parts of a page: headings, paragraphs and tables.
private struct PageWriting {
    let outline: TaskFileOutline

    /// A key as the page tells it; keys that are told in the same words are the same.
    private struct Row: Hashable {
        let name: String
        let line: String
    }

    /// Types with the same keys, which are told together.
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
        // Of a name with two meanings, each type tells its own.
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
                parts.append(Self.wrapped("Has of the \(link): \(Self.list(ofSeveral))."))
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
        var parts = ["## Objects", "Parts of the above that have no `type`."]
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
        (["| key | what may stand there | needed | meaning |", "|---|---|---|---|"]
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
        case .openWord(let words): "one of \(Self.list(words)), or a word of an app's own"
        case .list(let element): "a list, each \(inWords(element))"
        case .map(let words, let element):
            "an object with keys such as \(Self.list(words)), at each \(inWords(element))"
        case .instants(let words):
            "an object with texts at \(Self.list(words)), or at numbers of seconds"
        case .object(let words): Self.link(to: outline.name(of: words))
        case .member(let family): family.link
        case .fetched(let family): "\(RSDFamily.transformer.link), of a \(family.name)"
        case .either(let shapes): shapes.map(inWords).joined(separator: ", or ")
        case .overrides: "an object with other keys of these"
        case .nothing: "nothing"
        }
    }

    private static func link(to object: String) -> String {
        "[an object `\(object)`](#\(anchor(heading(of: object))))"
    }

    // MARK: Text

    private static func list(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// A text that does not end its cell of a table.
    private static func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    /// Where a browser finds a heading of a page of GitHub.
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

    /// A paragraph in lines of a page's width.
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
    /// What one of them is called in a heading.
    fileprivate var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// What the part of the page is called that has them all.
    fileprivate var heading: String { plural.prefix(1).uppercased() + plural.dropFirst() }

    fileprivate var link: String {
        let article = "aeiou".contains(name.prefix(1)) ? "an" : "a"
        return "[\(article) \(name)](#\(PageWriting.anchor(heading)))"
    }

    /// What is said of types that are not on the page.
    fileprivate var others: String {
        let says = typeKey.isRequired ? "Each says its `type`. " : ""
        let meaning = "`type`: \(typeKey.sentence)"
        return isClosed
            ? "\(meaning) No app can declare others."
            : "\(meaning) \(says)An app may declare others."
    }
}
