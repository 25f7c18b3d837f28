// The menu of a screen in plain style: its buttons, each pressed by a letter or a number.

internal import ViewTree

/// The buttons of a screen, with the line that presses each.
struct PlainMenu: Sendable, Equatable {
    /// Each button with its letter or number; an empty key stands for the empty line.
    private(set) var entries: [(key: String, item: Scene.Item)] = []
    private let words: HostWords

    init(_ scene: Scene, _ words: HostWords) {
        self.words = words
        var number = 0
        let areas = scene.alert == nil ? scene.body.filter { $0.kind == .touchArea } : []
        // Marks have the command "m", which works at every question, not only in this menu.
        for item in scene.buttons.filter({ $0.button?.action != "mark" }) + areas {
            let key: String? =
                switch item.button?.action {
                case _ where scene.alert != nil: nil
                case "goForward": ""
                case "goBackward": "b"
                case "skip": "s"
                case "cancel": "q"
                default: nil
                }
            if let key, !entries.contains(where: { $0.key == key }) {
                entries.append((key, item))
            } else {
                number += 1
                entries.append(("\(number)", item))
            }
        }
    }

    static func == (left: PlainMenu, right: PlainMenu) -> Bool { left.line == right.line }

    /// The menu as one line, how to go on first.
    var line: String {
        let first = entries.filter { $0.key.isEmpty }
        let others = entries.filter { !$0.key.isEmpty }
        return (first + others).map { key, item in
            words(.plainMenu, key.isEmpty ? words(.plainEnter) : key, item.buttonTitle)
        }.joined(separator: "; ")
    }

    /// The button that a line presses: by its letter or number, or by its full title.
    func item(_ line: String) -> Scene.Item? {
        let wanted = line.lowercased()
        return
            (entries.first { $0.key == wanted }
            ?? entries.first { $0.item.buttonTitle.lowercased() == wanted })?.item
    }
}
