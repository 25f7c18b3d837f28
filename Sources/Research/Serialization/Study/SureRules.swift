// Finds out which steps may follow a step. Only the built-in types of steps and rules are certain; those of an app may
// lead anywhere. A report of an endless loop must not overlook a way out.

/// Where a step may lead.
struct StepTargets {
    /// The steps that its rules and buttons name.
    var named: Set<String> = []
    /// True if it may lead to the next step of its level.
    var mayGoOn = false
    /// True if it may lead anywhere, even out of the task.
    var isOpen = false
}

/// Finds the targets of built-in steps.
enum SureRules {
    /// The types of steps whose navigation is defined by their file alone.
    private static let steps: Set<ObjectIdentifier> = [
        ObjectIdentifier(RSDUIStepObject.self), ObjectIdentifier(RSDActiveUIStepObject.self),
        ObjectIdentifier(RSDCountdownUIStepObject.self), ObjectIdentifier(RSDFormUIStepObject.self),
        ObjectIdentifier(RSDOverviewStepObject.self),
        ObjectIdentifier(RSDImagePickerStepObject.self),
        ObjectIdentifier(RSDResultSummaryStepObject.self),
    ]

    /// True if only the rules of its steps decide the navigation of a level.
    static func holds(for level: any RSDTask) -> Bool {
        let swiftType = ObjectIdentifier(type(of: level))
        let isOurs =
            swiftType == ObjectIdentifier(RSDTaskObject.self)
            || swiftType == ObjectIdentifier(RSDSectionStepObject.self)
        return isOurs && level.taskType == .task
    }

    /// Returns where a step may lead, including by buttons of the levels that contain it.
    static func targets(of step: any RSDStep, inside levels: [any RSDTask]) -> StepTargets {
        var targets = StepTargets()
        if let inner = TaskRules.level(of: step) {
            targets = self.targets(outOf: inner)
        } else if steps.contains(ObjectIdentifier(type(of: step))),
            let step = step as? RSDUIStepObject
        {
            targets = ownTargets(of: step, inside: levels)
        } else {
            targets.isOpen = true
        }
        for having in [step as? RSDUIActionHandlerObject] + levels.map(handler) {
            add(having?.actions ?? [:], to: &targets)
        }
        return targets
    }

    private static func handler(_ level: any RSDTask) -> RSDUIActionHandlerObject? {
        level as? RSDUIActionHandlerObject
    }

    private static func add(
        _ actions: [RSDUIActionType: any RSDUIAction],
        to targets: inout StepTargets
    ) {
        for action in actions.values {
            switch action {
            case let action as RSDNavigationUIActionObject:
                targets.named.insert(action.skipToIdentifier)
            case is RSDUIActionObject, is RSDWebViewUIActionObject, is RSDVideoViewUIActionObject:
                break
            default: targets.isOpen = true
            }
        }
    }

    /// Returns where a section or task leads, besides its end.
    private static func targets(
        outOf level: any RSDTask
    ) -> StepTargets {
        var targets = StepTargets(mayGoOn: true)
        guard holds(for: level), let steps = TaskRules.steps(of: level) else {
            targets.isOpen = true
            return targets
        }
        let own = Set(steps.map(\.identifier))
        for step in steps {
            let inner = self.targets(of: step, inside: [level])
            let ends = [RSDIdentifier.nextStep, RSDIdentifier.nextSection]
            targets.named.formUnion(inner.named.subtracting(own).subtracting(ends))
            targets.isOpen = targets.isOpen || inner.isOpen
        }
        return targets
    }

    private static func ownTargets(
        of step: RSDUIStepObject,
        inside levels: [any RSDTask]
    ) -> StepTargets {
        var targets = StepTargets()
        let form = step as? RSDFormUIStepObject
        let answers = form.map { FormTargets(of: $0, isSkippable: maySkip($0, inside: levels)) }
        targets.named = answers?.named ?? []
        targets.isOpen = answers?.isOpen ?? false
        // A step that is skipped has no answers.
        if answers?.mayHaveNone ?? true || step is any RSDNavigationSkipRule {
            if let next = step.nextStepIdentifier {
                targets.named.insert(next)
            } else {
                targets.mayGoOn = true
            }
        }
        for rule in step.beforeCohortRules ?? [] {
            // Without a target, the rule skips this step.
            if let next = rule.skipToIdentifier {
                targets.named.insert(next)
            } else {
                targets.mayGoOn = true
            }
        }
        for rule in step.afterCohortRules ?? [] {
            targets.named.insert(rule.skipToIdentifier ?? RSDIdentifier.nextSection)
        }
        return targets
    }

    private static func maySkip(
        _ form: RSDFormUIStepObject,
        inside levels: [any RSDTask]
    ) -> Bool {
        ([form] + levels.compactMap(handler)).contains { $0.actions?[.skip] != nil }
    }
}

/// The targets of the answers to a form.
private struct FormTargets {
    var named: Set<String> = []
    /// True if there may be answers to which no rule applies.
    var mayHaveNone = true
    var isOpen = false

    init(of form: RSDFormUIStepObject, isSkippable: Bool) {
        let ruled = form.inputFields.filter { !($0.surveyRules ?? []).isEmpty }
        for field in ruled {
            for rule in field.surveyRules ?? [] {
                guard let rule = rule as? RSDComparableSurveyRuleObject else {
                    isOpen = true
                    continue
                }
                guard rule.skipToIdentifier != nil || rule.cohort == nil else { continue }
                named.insert(rule.skipToIdentifier ?? RSDIdentifier.exit)
            }
        }
        // With rules on several questions, two may name different steps; then none of them counts.
        guard !isOpen, ruled.count == 1, let field = ruled.first,
            let answers = Self.answers(to: field, isSkippable: isSkippable)
        else { return }
        let rules = (field.surveyRules ?? []).compactMap { $0 as? RSDComparableSurveyRuleObject }
        let targets = answers.map { answer in
            rules.first { Self.applies($0, to: answer) }.map {
                $0.skipToIdentifier ?? RSDIdentifier.exit
            }
        }
        named = Set(targets.compactMap(\.self))
        mayHaveNone = targets.contains(nil)
    }

    private static func applies(
        _ rule: RSDComparableSurveyRuleObject,
        to answer: AnswerValue?
    ) -> Bool {
        (rule.skipToIdentifier != nil || rule.cohort == nil) && rule.applies(to: answer)
    }

    /// Returns all possible answers, if they can be enumerated.
    private static func answers(
        to field: any RSDInputField,
        isSkippable: Bool
    ) -> [AnswerValue?]? {
        let none: [AnswerValue?] = field.isOptional || isSkippable ? [nil] : []
        if field.dataType == .base(.boolean) { return none + [.boolean(true), .boolean(false)] }
        guard case .collection(.singleChoice, _) = field.dataType, !field.takesOtherAnswers,
            let choices = (field as? RSDChoiceInputFieldObject)?.choices, !choices.isEmpty
        else {
            // A rule that always applies does so for any answer, so one answer suffices.
            let always = field.surveyRules?.contains {
                guard let rule = $0 as? RSDComparableSurveyRuleObject else { return false }
                return rule.ruleOperator == .always
                    && (rule.skipToIdentifier != nil || rule.cohort == nil)
            }
            return always == true && field.surveyRules?.count == 1 ? [nil] : nil
        }
        return none + choices.map(\.value)
    }
}
