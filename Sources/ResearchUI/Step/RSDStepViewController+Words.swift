// Updates the texts of a step when the language changes while it is on screen. The step's own texts come from the task
// and stay as they are.

internal import Research
internal import ViewTree

extension RSDStepViewController {
    /// Updates the texts of buttons and progress to the host's present words.
    final func sayAnew() {
        // Before the first appearance, the setup itself will use the present words.
        guard isViewLoaded, !isFirstAppearance else { return }
        view.words = host?.words
        let parts: [(RSDColorPlacement, RSDStepNavigationView?)] = [
            (.header, navigationHeader), (.body, navigationBody), (.footer, navigationFooter),
        ]
        for (placement, part) in parts {
            guard let part else { continue }
            setupNavigationView(part, placement: placement)
        }
        let inParts = Set(parts.flatMap { $0.1?.buttons.map(\.button) ?? [] })
        for (action, buttons) in registeredButtons {
            for button in buttons where button.actionType == action && !inParts.contains(button) {
                setupButton(button, for: action, isFooter: footerButtons.contains(button))
            }
        }
        guard let progress = navigationHeader?.progressView, progress.progress?.done != nil else {
            return
        }
        progress.progress = progressShown
    }
}
