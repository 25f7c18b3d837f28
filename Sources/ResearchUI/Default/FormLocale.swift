// Finds the locale of the forms of a run. Results are shown in the same locale, whatever the language of the texts, so
// that a number reads as it was entered.

internal import Research
internal import TaskEngine

extension RSDTaskViewModel {
    /// The locale of the forms of this level, or of the levels around it; `nil` if there is no form.
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
    /// The locale of the first form in the task; visits no task twice, because a task may contain itself.
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
