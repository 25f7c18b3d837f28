// Describes the range of a number to a participant before they type it.

internal import Research
internal import ViewTree

extension FormQuestion {
    /// The range of the numbers that can answer the question, in words; `nil` if there is none.
    func numberLimits(in words: StepWords) -> String? {
        let (minimum, maximum) = numberBounds
        var question = self
        question.follow(words.surroundings)
        func text(_ bound: Double) -> String { question.text(for: .decimal(bound)) }
        return switch (minimum, maximum) {
        case (let minimum?, let maximum?): words(.fromTo, text(minimum), text(maximum))
        case (let minimum?, nil): words(.tooSmallMessage, text(minimum))
        case (nil, let maximum?): words(.tooLargeMessage, text(maximum))
        case (nil, nil): nil
        }
    }
}
