// Finds the steps that may follow a step. For the built-in types of steps and rules, the task file alone decides that.
// The code of an app's types may lead anywhere, and is assumed to do so. Otherwise a loop with an exit could be
// reported as endless.
//
// A task, a section and a subtask have steps of their own; here, each of them is called a level.

/// Where a step may lead.
struct StepTargets {
    /// The steps that the step's rules and buttons name.
    var named: Set<String> = []
    /// True if the step may lead to the next step of its level.
    var mayGoOn = false
    /// True if the step may lead anywhere, even out of the task.
    var mayLeadAnywhere = false
}

/// Finds the targets of steps, as far as the task's file alone defines them.
enum FileDefinedTargets {
    /// The types of steps whose navigation is defined by their file alone.
    private static let steps: Set<ObjectIdentifier> = [
        ObjectIdentifier(RSDUIStepObject.self), ObjectIdentifier(RSDActiveUIStepObject.self),
        ObjectIdentifier(RSDCountdownUIStepObject.self), ObjectIdentifier(RSDFormUIStepObject.self),
        ObjectIdentifier(RSDOverviewStepObject.self),
        ObjectIdentifier(RSDImagePickerStepObject.self),
        ObjectIdentifier(RSDResultSummaryStepObject.self),
    ]

    /// True if the file alone defines the navigation of a level: by its own rules, and those of its steps.
    static func areComplete(for level: any RSDTask) -> Bool {
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
            targets = self.targets(outOf: inner, inside: levels)
        } else if steps.contains(ObjectIdentifier(type(of: step))),
            let step = step as? RSDUIStepObject
        {
            targets = ownTargets(of: step, inside: levels)
        } else {
            targets.mayLeadAnywhere = true
        }
        for owner in [step as? RSDUIActionHandlerObject] + levels.map(handler) {
            add(owner?.actions ?? [:], to: &targets)
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
            default: targets.mayLeadAnywhere = true
            }
        }
    }

    /// Returns where a level may lead: to the step after the level, and to the steps outside the level that its own
    /// steps name.
    private static func targets(
        outOf level: any RSDTask,
        inside levels: [any RSDTask]
    ) -> StepTargets {
        var targets = StepTargets(mayGoOn: true)
        guard areComplete(for: level), let steps = TaskRules.steps(of: level) else {
            targets.mayLeadAnywhere = true
            return targets
        }
        // Targets within the level, or at its end.
        let inside = Set(steps.map(\.identifier))
            .union([RSDIdentifier.nextStep, RSDIdentifier.nextSection])
        for step in steps {
            let inner = self.targets(of: step, inside: levels + [level])
            targets.named.formUnion(inner.named.subtracting(inside))
            targets.mayLeadAnywhere = targets.mayLeadAnywhere || inner.mayLeadAnywhere
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
        targets.mayLeadAnywhere = answers?.mayLeadAnywhere ?? false
        // If no survey rule applies, the step leads to its `nextStepIdentifier` or to the next step. That is so for a
        // step without questions, and for a step that its own rule skips.
        if answers?.mayHaveNoTarget ?? true || step is any RSDNavigationSkipRule {
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
    /// True if there may be answers for which no rule gives a target.
    var mayHaveNoTarget = true
    var mayLeadAnywhere = false

    init(of form: RSDFormUIStepObject, isSkippable: Bool) {
        let ruled = form.inputFields.filter { !($0.surveyRules ?? []).isEmpty }
        for field in ruled {
            for rule in field.surveyRules ?? [] {
                guard let rule = rule as? RSDComparableSurveyRuleObject else {
                    mayLeadAnywhere = true
                    continue
                }
                if let target = Self.target(of: rule) { named.insert(target) }
            }
        }
        // If the rules of two questions give different targets, the run follows none of these rules. So with several
        // such questions, all targets are possible, and also none.
        guard !mayLeadAnywhere, ruled.count == 1, let field = ruled.first,
            let answers = Self.answers(to: field, isSkippable: isSkippable)
        else { return }
        let rules = (field.surveyRules ?? []).compactMap { $0 as? RSDComparableSurveyRuleObject }
        let targets = answers.map { answer in
            rules.first { Self.target(of: $0) != nil && $0.applies(to: answer) }
                .flatMap(Self.target(of:))
        }
        named = Set(targets.compactMap(\.self))
        mayHaveNoTarget = targets.contains(nil)
    }

    /// Returns where the run goes if a rule applies; `nil` for a rule that only adds to a cohort.
    private static func target(of rule: RSDComparableSurveyRuleObject) -> String? {
        rule.skipToIdentifier ?? (rule.cohort == nil ? RSDIdentifier.exit : nil)
    }

    /// Returns all possible answers, where a `nil` element is a missing answer; `nil` if they cannot be enumerated.
    private static func answers(
        to field: any RSDInputField,
        isSkippable: Bool
    ) -> [AnswerValue?]? {
        let missing: [AnswerValue?] = field.isOptional || isSkippable ? [nil] : []
        if field.dataType == .base(.boolean) { return missing + [.boolean(true), .boolean(false)] }
        guard case .collection(.singleChoice, _) = field.dataType, !field.takesOtherAnswers,
            let choices = (field as? RSDChoiceInputFieldObject)?.choices, !choices.isEmpty
        else {
            // A single rule that always applies gives the same target for all answers, so a missing one stands for all.
            let always = field.surveyRules?.contains {
                guard let rule = $0 as? RSDComparableSurveyRuleObject else { return false }
                return rule.ruleOperator == .always && target(of: rule) != nil
            }
            return always == true && field.surveyRules?.count == 1 ? [nil] : nil
        }
        return missing + choices.map(\.value)
    }
}
