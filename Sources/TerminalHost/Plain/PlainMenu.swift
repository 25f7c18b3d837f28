// How one goes on where there is no screen: the buttons, each by one letter or a number.

internal import ViewTree

/// The buttons of a screen, by what is written to press them.
struct PlainMenu: Sendable, Equatable {
    /// Each button, by what presses it; nothing for the empty line.
    private(set) var entries: [(key: String, item: Scene.Item)] = []
    private let words: HostWords

    init(_ scene: Scene, _ words: HostWords) {
        self.words = words
        var number = 0
        let areas = scene.alert == nil ? scene.body.filter { $0.kind == .touchArea } : []
        // A mark is made by an m of its own, at every question, and not only where all is answered.
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

    /// All of them in one line, how to go on first.
    var line: String {
        let first = entries.filter { $0.key.isEmpty }
        let others = entries.filter { !$0.key.isEmpty }
        return (first + others).map { key, item in
            words(.plainMenu, key.isEmpty ? words(.plainEnter) : key, item.buttonTitle)
        }.joined(separator: "; ")
    }

    /// The button that a line presses: by its letter or number, or by all that stands on it.
    func item(_ line: String) -> Scene.Item? {
        let wanted = line.lowercased()
        return
            (entries.first { $0.key == wanted }
            ?? entries.first { $0.item.buttonTitle.lowercased() == wanted })?.item
    }
}
