// What a step says in the participant's language, said again when that changes while it is on screen. Its
// own texts stay: they are the task's.

internal import Research
internal import ViewTree

extension RSDStepViewController {
    /// Says its buttons and its progress in the words that the host has now.
    final func sayAnew() {
        // What has not been set up yet is set up in them anyway.
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
