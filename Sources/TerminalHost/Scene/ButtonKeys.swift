// Each button has a letter of its own, which stands beside it: nobody has to find it by Tab.

internal import ViewTree

/// The letters of buttons.
struct ButtonKeys: Sendable, Equatable {
    private var letters: [ViewID: Character] = [:]

    /// The first letter of each button's title that no other has, the first button first; that of a mark has F2.
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

    /// The letter of a button.
    func letter(of id: ViewID) -> Character? { letters[id] }

    /// The button of a letter.
    func button(of letter: Unicode.Scalar) -> ViewID? {
        let character = Character(String(letter).lowercased())
        return letters.first { $0.value == character }?.key
    }
}
