// Finds the controller of a step or an async action: in which order the delegate, the step and its theme are asked, and
// what is used if none of them has one.

internal import FoundationTypes
internal import Research
internal import TaskEngine

extension RSDTaskViewController {
    /// Makes the controller of a step of the run, and sets its host and its place in the run.
    final func makeController(
        for step: any RSDStep,
        in level: RSDTaskViewModel
    ) -> any UIViewController & RSDStepController {
        let outer = beingMade
        beingMade = (step, level)
        defer { beingMade = outer }
        let made = viewController(for: step)
        settle(made, for: step, in: level)
        return made
    }

    final func settle(
        _ controller: UIViewController,
        for step: any RSDStep,
        in level: RSDTaskViewModel
    ) {
        guard let controller = controller as? RSDStepViewController else { return }
        controller.host = self
        controller.awaitsParticipant = participant != nil
        if controller.stepViewModel == nil {
            controller.stepViewModel = controller.instantiateStepViewModel(for: step, with: level)
        }
    }

    /// The level of the step that a controller is made for.
    private var levelOfStep: RSDTaskViewModel { beingMade?.level ?? taskViewModel.currentNode }

    /// The controller from the delegate, the step or its theme.
    final func toldViewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController)? {
        if let told = delegate?.taskViewController(self, viewControllerFor: step) { return told }
        if let own = RSDScreens.brought(by: step, levelOfStep) { return own }
        guard let theme = (step as? any RSDDesignableUIStep)?.viewTheme else { return nil }
        let outer = beingMade
        beingMade = beingMade ?? (step, levelOfStep)
        defer { beingMade = outer }
        return instantiateViewController(with: theme)
    }

    /// The controller registered for a theme: one from a registered maker, or a plain one with a registered layout.
    final func registeredController(
        of theme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? {
        let level = levelOfStep
        if let step = beingMade?.step ?? level.currentStep {
            if let made = RSDLayouts.maker(for: theme)?(step, level) { return made }
            let bundle = theme.bundleIdentifier.flatMap { Bundle(identifier: $0) }
            if theme.storyboardIdentifier == nil,
                RSDLayouts.layout(named: theme.viewIdentifier, in: bundle) != nil
            {
                let plain = RSDStepViewController(nibName: theme.viewIdentifier, bundle: bundle)
                plain.stepViewModel = plain.instantiateStepViewModel(for: step, with: level)
                return plain
            }
        }
        let error = RSDLayoutError(layout: theme.viewIdentifier)
        RSDLayouts.report(error)
        engine.note("\(error)")
        return nil
    }

    final func defaultController(
        for step: any RSDStep
    ) -> any UIViewController & RSDStepController {
        screens.controller(for: step, levelOfStep)
    }

    // MARK: Async actions

    final func toldAsyncActionController(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? {
        let told = delegate?.taskViewController(self, asyncActionControllerFor: configuration)
        if let told { return told }
        let level = levelOfAction ?? taskViewModel.currentNode
        return engine.asyncActionController(for: configuration, in: level)
            ?? vendDefaultAsyncActionController(for: configuration)
    }
}
