// A host as somebody else would write it: a feed, the values of the boundary, and nothing more. It draws
// each kind of element as a line of text, speaks, and does what a test says that a participant does.

import ResearchUI
import ViewTree

/// A host that draws lines.
@MainActor
final class DrawingHost {
    private(set) var followed = FollowedTree()
    private(set) var spoken: [String] = []
    private var feed: ScreenFeed?

    init(of controller: UIViewController) {
        feed = ScreenFeed(of: controller, performing: [.speak]) { [weak self] in self?.take($0) }
    }

    /// What is on the screen.
    var lines: [String] { followed.tree.map { Drawing.lines(of: $0) } ?? [] }

    private func take(_ update: ViewUpdate) {
        if let request = followed.take(update) { feed?.receive(request) }
        for cue in update.cues {
            guard case .speak(let text) = cue.action else { continue }
            spoken.append(text)
            feed?.receive(.spoke(cue.id))
        }
    }

    /// Does something with the uppermost element that is meant; `false` if there is none that takes it.
    func perform(
        on isMeant: (ViewContent) -> Bool,
        _ event: (ViewID) -> ViewEvent
    ) -> Bool {
        var found: ViewID?
        followed.tree?.forEach { node in
            if isMeant(node.content), node.style.isEnabled != false { found = node.id }
        }
        guard let found, let feed else { return false }
        return feed.receive(event(found))
    }

    /// Presses the button that is for something.
    func press(_ action: String) -> Bool {
        perform(on: { if case .button(let it) = $0 { it.action == action } else { false } }) {
            .tapped($0)
        }
    }

    /// Chooses the row that says something.
    func choose(_ title: String) -> Bool {
        perform(on: { if case .cell(let it) = $0 { it.title == title } else { false } }) {
            .tapped($0)
        }
    }

    /// Enters a text in the last field.
    func enter(_ text: String) -> Bool {
        let isField = { (content: ViewContent) in
            if case .textField = content { true } else { false }
        }
        return perform(on: isField) { .entered($0, text) } && perform(on: isField) { .ended($0) }
    }
}

/// Elements as lines of text.
enum Drawing {
    /// An element with all that is in it, the latter further to the right.
    static func lines(of node: ViewNode) -> [String] {
        let own = line(of: node.content).map { node.style.isEnabled == false ? "(\($0))" : $0 }
        let within = node.children.flatMap { lines(of: $0) }
        return [own].compactMap(\.self) + within.map { own == nil ? $0 : "  " + $0 }
    }

    /// What an element says; `nil` for a part of the screen without a title.
    static func line(of content: ViewContent) -> String? {
        switch content {
        case .group(let it): it.role == .touchArea ? "touch \(it.title ?? "here")" : it.title
        case .label(let it): it.role == .title ? "# \(it.text)" : it.text
        case .button(let it): "[\(it.title ?? it.action ?? it.icon ?? "button")]"
        case .image(let it): "picture: \(it.caption ?? it.names.joined(separator: ", "))"
        case .progress(let it): it.text ?? "\(it.done ?? 0) of \(it.total.map(String.init) ?? "?")"
        case .countdown(let it): "\(it.secondsLeft) s, \(it.state.rawValue)"
        case .section(let it): joined("--", it.title, it.subtitle, it.isRequired)
        case .cell(let it):
            joined(mark(it), it.title ?? it.icon, it.detail, it.isRequired)
                + (it.error.map { " ! \($0)" } ?? "")
        case .textField(let it): "\(it.isFocused ? ">" : " ") \(field(it)) \(it.unit ?? "")"
        case .picker(let it): picker(it)
        case .slider(let it):
            "\(it.minimum) <= \(it.value.map { "\($0)" } ?? "?") <= \(it.maximum) \(it.unit ?? "")"
        case .plot(let it):
            "plot: \(it.caption ?? it.stream), \(it.lines.joined(separator: ", ")) \(it.unit ?? "")"
        case .media(let it): "\(it.kind.rawValue): \(it.title ?? it.address)"
        case .alert(let it): joined("!!", it.title, it.message, nil)
        }
    }

    private static func joined(
        _ mark: String,
        _ title: String?,
        _ detail: String?,
        _ isRequired: Bool?
    ) -> String {
        ([mark, title, detail].compactMap(\.self) + (isRequired == true ? ["*"] : []))
            .joined(separator: " ")
    }

    private static func mark(_ cell: CellContent) -> String {
        switch cell.choice {
        case nil: "-"
        case .single: cell.isSelected ? "(x)" : "( )"
        case .multiple, .exclusive, .box: cell.isSelected ? "[x]" : "[ ]"
        }
    }

    private static func field(_ field: TextFieldContent) -> String {
        if field.text.isEmpty { return "_\(field.placeholder ?? "")_" }
        return field.isSecure ? String(repeating: "*", count: field.text.count) : field.text
    }

    private static func picker(_ picker: PickerContent) -> String {
        let bounds = picker.dates.map {
            "\($0.minimum ?? "") .. \($0.maximum ?? "") as \($0.format)"
        }
        let columns = zip(picker.columns, picker.selected).map { column, place in
            place.flatMap { column.indices.contains($0) ? column[$0] : nil } ?? "?"
        }
        let picked = picker.text ?? columns.joined(separator: picker.separator ?? " ")
        return [picker.kind.rawValue + ":", picked, bounds].compactMap(\.self)
            .joined(separator: " ")
    }
}
