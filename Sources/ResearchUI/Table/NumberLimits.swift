// Describes the range of a number to a participant before they type it.

internal import Research
internal import ViewTree

extension FormQuestion {
    /// The range of the numbers that can answer the question, in words; `nil` if there is none.
    func numberLimits(in words: StepWords) -> String? {
        let (minimum, maximum) = numberBounds
        var question = self
        question.follow(words.surroundings)
        func text(_ bound: Double) -> String { question.text(ofBound: bound, in: words) }
        return switch (minimum, maximum) {
        case (let minimum?, let maximum?): words(.fromTo, text(minimum), text(maximum))
        case (let minimum?, nil): words(.tooSmallMessage, text(minimum))
        case (nil, let maximum?): words(.tooLargeMessage, text(maximum))
        case (nil, nil): nil
        }
    }

    /// The text of a bound of its numbers; that of a duration has the units in which it is entered.
    func text(ofBound bound: Double, in words: StepWords) -> String {
        guard let parts = parts(ofDuration: bound) else { return text(for: .decimal(bound)) }
        return parts.map { part in
            let units = part.units.map { words.name(of: $0) }.joined(separator: ":")
            return words(.withUnit, part.text, units)
        }.joined(separator: " ")
    }
}

extension StepWords {
    /// The name of a unit of time.
    func name(of unit: RSDDurationUnit) -> String {
        switch unit {
        case .hour: self(.hourUnit)
        case .minute: self(.minuteUnit)
        case .second: self(.secondUnit)
        }
    }
}
