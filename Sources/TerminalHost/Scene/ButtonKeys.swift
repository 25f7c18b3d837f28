// Gives each button a letter, which is shown beside it, so that users need not reach it by Tab.

internal import ViewTree

/// The letters of buttons.
struct ButtonKeys: Sendable, Equatable {
    private var letters: [ViewID: Character] = [:]

    /// Chooses a letter of each title that no earlier button has: the first letter of a word if possible.
    ///
    /// The button that makes a mark gets none: F2 presses it.
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
