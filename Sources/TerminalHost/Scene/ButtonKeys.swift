// Gives each button a letter, which is shown beside it, so that users need not reach it by Tab.

internal import ViewTree

/// The letters of buttons.
struct ButtonKeys: Sendable, Equatable {
    private var letters: [ViewID: Character] = [:]

    /// Chooses the first letter of each title that no earlier button has; the button of a mark gets F2.
    init(of buttons: [Scene.Item]) {
        var taken: Set<Character> = []
        for item in buttons where item.button?.action != "mark" {
            let words = item.buttonTitle.lowercased().split { !$0.isLetter && !$0.isNumber }
            let candidates = words.compactMap(\.first) + words.flatMap { $0.dropFirst() }
            guard let letter = candidates.first(where: { $0.isLetter && !taken.contains($0) })
            else { continue }
            taken.insert(letter)
            letters[item.id] = letter
        }
    }

    /// Returns the letter of a button.
    func letter(of id: ViewID) -> Character? { letters[id] }

    /// Returns the button of a letter.
    func button(of letter: Unicode.Scalar) -> ViewID? {
        let character = Character(String(letter).lowercased())
        return letters.first { $0.value == character }?.key
    }
}
