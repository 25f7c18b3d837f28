// How the forms of a run take answers. Results are told the same way, whatever the language of the words
// is, so that nobody enters a number in one form and reads it in another.

internal import Research
internal import TaskEngine

extension RSDTaskViewModel {
    /// How the forms of this level take answers, else those of the levels around it; `nil` where there
    /// is no form.
    var formLocale: AnswerLocale? {
        var seen: Set<ObjectIdentifier> = []
        var level: RSDTaskViewModel? = self
        while let here = level {
            if let locale = here.task?.formLocale(besides: &seen) { return locale }
            level = here.parentLevel
        }
        return nil
    }
}

extension RSDTask {
    /// How the first form in it takes answers; no task is looked at twice, as one may be within itself.
    fileprivate func formLocale(besides seen: inout Set<ObjectIdentifier>) -> AnswerLocale? {
        guard seen.insert(ObjectIdentifier(self)).inserted else { return nil }
        for step in stepNavigator.knownSteps ?? [] {
            let locale =
                switch step.shownAs {
                case let form as RSDFormUIStepObject: form.answerLocale
                case let section as any RSDSectionStep: section.formLocale(besides: &seen)
                case let inner as any RSDSubtaskStep: inner.task.formLocale(besides: &seen)
                default: nil as AnswerLocale?
                }
            if let locale { return locale }
        }
        return nil
    }
}
