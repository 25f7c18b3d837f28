// Fills a step's screen: texts, picture, colours and buttons, in the parts that the layout provides.

internal import Research
internal import TaskEngine
internal import ViewTree

extension RSDStepViewController {
    // MARK: Layout

    final func loadStepView() {
        view = UIStackView(name: stepViewModel?.step.identifier ?? "step", role: .stack)
    }

    /// Adds the parts that neither a layout nor a subclass has provided.
    final func completeLayout() {
        if statusBarBackgroundView == nil {
            let statusBar = UIView(name: "statusBar")
            statusBarBackgroundView = statusBar
            view.addSubview(statusBar)
        }
        if navigationHeader == nil, wantsHeader {
            let header = RSDStepNavigationView.header()
            navigationHeader = header
            view.addSubview(header)
        }
        if standingBody == nil {
            let body = RSDStepNavigationView.body()
            standingBody = body
            view.addSubview(body)
        }
        if navigationFooter == nil, wantsFooter {
            let footer = RSDNavigationFooterView.footer()
            navigationFooter = footer
            view.addSubview(footer)
        }
        if dial == nil, (activeStep?.duration ?? 0) > 0 {
            let dial = RSDCountdownDial()
            self.dial = dial
            navigationBody?.addSubview(dial)
        }
    }

    private var parts: [RSDStepNavigationView] {
        [navigationHeader, navigationBody, navigationFooter].compactMap { $0 }
    }

    final func label(_ place: KeyPath<RSDStepNavigationView, UILabel?>) -> UILabel? {
        parts.lazy.compactMap { $0[keyPath: place] }.first
    }

    final func button(_ place: KeyPath<RSDStepNavigationView, UIButton?>) -> UIButton? {
        // Search from the bottom, where the button to go on is.
        parts.reversed().lazy.compactMap { $0[keyPath: place] }.first
    }

    // MARK: Filling

    final func setUpParts() {
        setupBackgroundColorTheme()
        if let navigationHeader { setupHeader(navigationHeader) }
        if let navigationBody { setupNavigationView(navigationBody, placement: .body) }
        if let navigationFooter { setupFooter(navigationFooter) }
        showCountdown()
    }

    final func fillHeader(_ header: RSDStepNavigationView) {
        stepTitleLabel?.text = uiStep?.title
        stepTextLabel?.text = uiStep?.text
        stepDetailLabel?.text = uiStep?.detail
        header.progressView?.progress = progressShown
        setupNavigationView(header, placement: .header)
    }

    final var progressShown: ProgressContent? {
        stepViewModel.progress.map { progress in
            ProgressContent(
                done: progress.current,
                total: progress.total,
                isEstimated: progress.isEstimated,
                text: words(.stepOf, "\(progress.current)", "\(progress.total)")
            )
        }
    }

    final func fillFooter(_ footer: RSDNavigationFooterView) {
        footer.footnoteLabel?.text = uiStep?.footnote
        setupNavigationView(footer, placement: .footer)
    }

    final func fill(_ part: RSDStepNavigationView, _ placement: RSDColorPlacement) {
        for (action, button) in part.buttons {
            setupButton(button, for: action, isFooter: placement == .footer)
        }
        guard let imageTheme else { return }
        let place = imageTheme.placementType ?? .iconBefore
        guard shouldSetNavigationImage(for: placement, with: place) else { return }
        let picture = part.imageView ?? added(UIImageView(), to: part)
        picture.placement = ViewStyle.Placement(rawValue: place.rawValue)
        picture.image = imageTheme
    }

    private func added(_ picture: UIImageView, to part: RSDStepNavigationView) -> UIImageView {
        part.addSubview(picture)
        part.imageView = picture
        return picture
    }

    // MARK: Buttons

    final func fill(_ button: UIButton?, _ action: RSDUIActionType, _ isFooter: Bool) {
        guard let button else { return }
        registeredButtons[action, default: []].insert(button)
        if isFooter { footerButtons.insert(button) } else { footerButtons.remove(button) }
        let told = stepViewModel.action(for: action)
        button.actionType = action
        button.title = told?.buttonTitle ?? defaultTitle(of: action, hasIcon: told?.iconName != nil)
        button.iconName = told?.iconName
        button.isHidden = stepViewModel.shouldHideAction(for: action)
        button.tintColor = designSystem.tintColor(
            on: backgroundColor(for: isFooter ? .footer : .header)
        )
        button.onTap = { [weak self, weak button] in
            guard let self, let button else { return }
            self.momentarilyDisableButton(button)
            self.press(action)
        }
        updateState(of: button, action)
    }

    private func defaultTitle(of action: RSDUIActionType, hasIcon: Bool) -> String? {
        if hasIcon { return nil }
        switch action {
        case .goForward:
            if step.stepType == .overview || step.stepType == .taskInfo {
                return words(.getStarted)
            }
            return stepViewModel.hasStepAfter ? words(.next) : words(.done)
        case .goBackward: return words(.back)
        case .cancel: return words(.cancel)
        case .skip: return words(.skip)
        case .learnMore: return words(.learnMore)
        case .reviewInstructions: return words(.reviewInstructions)
        default: return action.rawValue
        }
    }

    /// Performs the function of a button.
    final func press(_ action: RSDUIActionType) {
        switch action {
        case .goForward: goForward()
        case .goBackward: goBack()
        case .skip: skipForward()
        case .cancel: cancel()
        case .learnMore: showLearnMore()
        case .reviewInstructions: showReviewInstructions()
        default: _ = actionTapped(with: action)
        }
    }

    /// Enables the buttons that can be used now, and disables the others.
    final func updateButtons() {
        for (action, buttons) in registeredButtons {
            for button in buttons { updateState(of: button, action) }
        }
    }

    private func updateState(of button: UIButton, _ action: RSDUIActionType) {
        let isLocked = lockedButtons.contains(button)
        button.isEnabled = !isLocked && (action != .goForward || isForwardEnabled)
    }

    final func lock(_ button: UIButton) {
        let pause = services.buttonPause
        guard pause > .zero else { return }
        lockedButtons.insert(button)
        button.isEnabled = false
        // Use real time: the lock filters a person's double tap.
        Task { [weak self, weak button] in
            try? await Task.sleep(for: pause)
            guard let self, let button else { return }
            self.lockedButtons.remove(button)
            guard let action = button.actionType else {
                button.isEnabled = true
                return
            }
            self.updateState(of: button, action)
        }
    }

    // MARK: Colours

    final func setUpColors() {
        guard designableStep != nil else { return }
        for placement in RSDColorPlacement.allCases {
            setColorStyle(for: placement, background: backgroundColor(for: placement))
        }
        setupStatusBar(with: backgroundColor(for: .header))
    }

    final func toldBackground(_ placement: RSDColorPlacement) -> RSDColorTile? {
        guard let mapping = designableStep?.colorMapping else { return nil }
        if let custom = mapping.customColor {
            return RSDColorTile(
                designSystem.color(named: custom.color),
                usesLightStyle: custom.usesLightStyle ?? false
            )
        }
        return mapping.colorStyle(for: placement).map { designSystem.tile(of: $0) }
    }

    final func paint(_ placement: RSDColorPlacement, _ background: RSDColorTile) {
        let part: RSDStepNavigationView? =
            switch placement {
            case .header: navigationHeader
            case .body: navigationBody
            case .footer: navigationFooter
            }
        noteUnknown(background.color)
        guard let part else { return }
        part.backgroundColor = background
        let text = designSystem.textColor(on: background)
        for label in [part.titleLabel, part.textLabel, part.detailLabel, part.footnoteLabel] {
            label?.tintColor = text
        }
    }

    /// Notes in the run that a colour is left out because its name is unknown.
    private func noteUnknown(_ color: RSDColor) {
        guard color.value == nil, let run = host as? RSDTaskViewController else { return }
        run.engine.note(
            "the colour '\(color.name)' of the step '\(step.identifier)' is not known, and left out: write "
                + "it as #rrggbb in the task, or give its name a value in the design system's 'colors'"
        )
    }

    final func paintStatusBar(_ background: RSDColorTile) {
        guard let statusBar = statusBarBackgroundView else { return }
        // A picture continues behind the status bar; a dark-on-light style gets a shade above it.
        statusBar.backgroundColor =
            hasTopBackgroundImage()
            ? RSDColorTile(.clear, usesLightStyle: background.usesLightStyle) : background
        let shade: RSDColor =
            background.usesLightStyle ? .clear : .black.withAlphaComponent(0.1)
        let overlay = statusBar.subviews.first { $0.name == "overlay" } ?? UIView(name: "overlay")
        overlay.backgroundColor = RSDColorTile(shade, usesLightStyle: background.usesLightStyle)
        if overlay.superview == nil { statusBar.addSubview(overlay) }
    }
}

/// Decides where a step's picture is placed.
enum ImageRules {
    /// True if the picture is behind everything in the top part.
    static func isAtTop(_ place: RSDImagePlacementType?) -> Bool {
        switch place {
        case .topBackground, .topMarginBackground: true
        case .iconBefore, .iconAfter, .fullsizeBackground, nil: false
        }
    }

    /// True if a part of the screen shows a picture with this placement.
    static func stands(
        _ place: RSDImagePlacementType,
        in placement: RSDColorPlacement
    ) -> Bool {
        switch (place, placement) {
        case (.iconBefore, .header), (.topBackground, .header), (.topMarginBackground, .header),
            (.iconAfter, .body), (.fullsizeBackground, .body):
            true
        case (.iconBefore, _), (.topBackground, _), (.topMarginBackground, _), (.iconAfter, _),
            (.fullsizeBackground, _):
            false
        }
    }
}
