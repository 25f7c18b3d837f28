// The documented order of the calls when a step is shown, runs and
// is left, a table is filled in, and a task begins and ends.

extension Moment {
    static var all: [Moment] { steps + leavings + tables + tasks + others }

    // MARK: Steps

    private static var steps: [Moment] {
        [
            Moment(
                "a step with a timer comes, runs and goes",
                step("walk", "viewDidLoad()", "viewWillAppear(_:)", "setupViews()"),
                step("walk", "setupHeader(_:)", "setupFooter(_:)", "viewDidAppear(_:)"),
                step("walk", "performStartCommands()", "start()", "timerFired()"),
                step("walk", "pause()", "resume()", "timerFired()", "timerFired()"),
                step("walk", "goForward()", "performStopCommands()", "stop()"),
                task("goForward()"),
                step("walk", "viewWillDisappear(_:)")
            ),
            Moment(
                "a step speaks, plays and vibrates before its timer starts, and at its end",
                step("walk", "performStartCommands()", "speakInstruction(_:at:completion:)"),
                step("walk", "playSound(_:)", "vibrateDevice()"),
                // The participant is called back to the screen, and the timer starts when it is there.
                step("walk", "playAlert()", "vibrateDevice()", "playSound(_:)"),
                step("walk", "playAlert()", "vibrateDevice()", "playSound(_:)", "start()"),
                step("walk", "speakInstruction(_:at:completion:)", "performStopCommands()"),
                step("walk", "playSound(_:)", "vibrateDevice()", "stop()"),
                step("walk", "speakInstruction(_:at:completion:)"),
                task("goForward()")
            ),
            Moment(
                "the timer fires, speaks what is due, and ends the step",
                step("walk", "timerFired()", "speakInstruction(at:)", "spokenInstruction(at:)"),
                step("walk", "speakInstruction(_:at:completion:)", "timerFired()"),
                // Called for each whole second, for subclasses that override the spoken text.
                step("walk", "spokenInstruction(at:)"),
                step("walk", "timerFired()", "goForward()", "spokenInstruction(at:)"),
                step("walk", "speakInstruction(_:at:completion:)")
            ),
            Moment(
                "colours come before the parts, and the parts from top to bottom",
                step("introduction", "setupViews()", "setupBackgroundColorTheme()"),
                step("introduction", "setColorStyle(for:background:)"),
                step("introduction", "setColorStyle(for:background:)"),
                step("introduction", "setColorStyle(for:background:)"),
                step("introduction", "setupStatusBar(with:)", "hasTopBackgroundImage()"),
                step("introduction", "setupHeader(_:)", "setupNavigationView(_:placement:)"),
                step("introduction", "setupButton(_:for:isFooter:)"),
                step("introduction", "setupButton(_:for:isFooter:)"),
                step("introduction", "shouldSetNavigationImage(for:with:)"),
                step("introduction", "setupNavigationView(_:placement:)"),
                step("introduction", "shouldSetNavigationImage(for:with:)"),
                step("introduction", "setupFooter(_:)", "setupNavigationView(_:placement:)"),
                step("introduction", "setupButton(_:for:isFooter:)")
            ),
            Moment(
                "a colour is the step's, else the default",
                step("introduction", "setupBackgroundColorTheme()", "backgroundColor(for:)"),
                step("introduction", "setColorStyle(for:background:)", "backgroundColor(for:)"),
                step("introduction", "defaultBackgroundColorTile(for:)")
            ),
            Moment(
                "what is allowed is asked one by one, of what is required",
                step("introduction", "checkAuthorizationStatus()", "requiredPermissions()"),
                step("introduction", "authorizationStatus(for:)")
            ),
        ]
    }

    private static var leavings: [Moment] {
        [
            Moment(
                "a step is left by Next",
                step("introduction", "goForward()", "actionTapped(with:)"),
                step("introduction", "performStopCommands()", "stop()"),
                task("goForward()"),
                step("introduction", "viewWillDisappear(_:)")
            ),
            Moment(
                "more is learned without leaving",
                step("introduction", "showLearnMore()", "actionTapped(with:)", "goForward()")
            ),
            Moment(
                "a step is left to its instructions, by Back, and by Skip",
                step("ready", "showReviewInstructions()", "actionTapped(with:)"),
                step("ready", "assignSkipToIdentifier(_:)", "jumpForward()", "stop()"),
                step("ready", "viewWillDisappear(_:)"),
                step("ready", "goBack()", "actionTapped(with:)", "stop()"),
                step("ready", "viewWillDisappear(_:)"),
                step("ready", "skipForward()", "actionTapped(with:)"),
                step("ready", "assignSkipToIdentifier(_:)", "jumpForward()", "stop()"),
                step("ready", "viewWillDisappear(_:)")
            ),
            Moment(
                "a task is cancelled by who is asked first",
                step("ready", "cancel()", "actionTapped(with:)", "shouldConfirmCancel()"),
                step("ready", "cancelTask(shouldSave:)", "stop()"),
                task("handleTaskCancelled(shouldSave:)")
            ),
            Moment(
                "a task is cancelled because something is not allowed",
                step("introduction", "handleAuthorizationFailed(status:permission:)"),
                step("introduction", "cancelTask(shouldSave:)", "stop()"),
                task("handleTaskCancelled(shouldSave:)")
            ),
        ]
    }

    // MARK: Tables

    private static var row: [Call] {
        table("form", "tableView(_:cellForRowAt:)", "dequeueCell(in:for:)")
            + table("form", "reuseIdentifier(for:)", "registerReuseIdentifierIfNeeded(_:)")
            + table("form", "configure(cell:in:at:)")
    }

    private static var rowToFill: [Call] {
        row + table("form", "instantiatePickerView(textInputItem:indexPath:)")
    }

    private static var tables: [Moment] {
        [
            Moment(
                "a table makes its questions when it is about to be shown, and then its rows",
                table("form", "viewDidLoad()", "tableView =", "viewWillAppear(_:)"),
                table("form", "setupModel()", "tableData ="),
                rowToFill,
                rowToFill,
                row,
                row,
                rowToFill,
                table("form", "setupHeader(_:)", "viewDidLayoutSubviews()"),
                table("form", "viewDidAppear(_:)", "textFieldDidBeginEditing(_:)")
            ),
            Moment(
                "the step is asked for its questions",
                table("practice", "setupModel()"),
                stepObject("practice", "instantiateDataSource(with:for:)"),
                table("practice", "tableData =")
            ),
            Moment(
                "the table asks for sections before rows",
                table("form", "setupModel()", "numberOfSections(in:)"),
                table("form", "tableView(_:numberOfRowsInSection:)"),
                table("form", "tableView(_:cellForRowAt:)")
            ),
            Moment(
                "a text is entered and saved, refused and fixed; a row is chosen, a wheel turned",
                table("form", "textFieldDidBeginEditing(_:)"),
                table("form", "textField(_:shouldChangeCharactersIn:replacementString:)"),
                table("form", "textFieldShouldReturn(_:)", "saveAnswer(newValue:at:)"),
                table("form", "answersDidChange(in:)", "textFieldDidEndEditing(_:)"),
                // The keys have gone to the next field.
                table("form", "textFieldDidBeginEditing(_:)"),
                table("form", "textField(_:shouldChangeCharactersIn:replacementString:)"),
                table("form", "textFieldDidEndEditing(_:)", "saveAnswer(newValue:at:)"),
                table("form", "showValidationError(title:message:context:at:)"),
                table("form", "textFieldDidBeginEditing(_:)"),
                table("form", "textField(_:shouldChangeCharactersIn:replacementString:)"),
                table("form", "textFieldDidEndEditing(_:)", "saveAnswer(newValue:at:)"),
                table("form", "answersDidChange(in:)", "tableView(_:didSelectRowAt:)"),
                table("form", "answersDidChange(in:)", "pickerValueChanged(_:)"),
                table("form", "saveAnswer(newValue:at:)", "answersDidChange(in:)"),
                table("form", "goForward()", "stop()"),
                task("goForward()"),
                table("form", "viewWillDisappear(_:)")
            ),
        ]
    }

    // MARK: Tasks

    private static var tasks: [Moment] {
        [
            Moment(
                "a task comes on screen",
                task("viewDidLoad()", "findPageViewController()", "addPageViewController()"),
                task("viewWillAppear(_:)", "viewController(for:)")
            ),
            Moment(
                "a controller is the theme's, and where nobody knows that, the default",
                step("ready", "showReviewInstructions()"),
                task("viewController(for:)", "instantiateViewController(with:)"),
                task("viewController(for:)", "instantiateViewController(with:)"),
                task("vendDefaultViewController(for:)")
            ),
            Moment(
                "the screen is pushed on and back",
                task("pageViewController(_:viewControllerAfter:)"),
                table("practice", "goForward()"),
                task("goForward()", "pageViewController(_:viewControllerBefore:)"),
                step("ready", "goBack()"),
                task("goBack()"),
                step("ready", "viewWillDisappear(_:)")
            ),
            Moment(
                "async actions are made before the step that they begin with",
                task("asyncActionController(for:)", "vendDefaultAsyncActionController(for:)"),
                task("asyncActionController(for:)", "vendDefaultAsyncActionController(for:)"),
                task("viewController(for:)", "instantiateViewController(with:)"),
                step("walk", "viewDidLoad()")
            ),
            Moment(
                "an async action fails while the step goes on",
                step("walk", "resume()"),
                task("asyncActionController(_:didFailWith:)"),
                step("walk", "timerFired()", "timerFired()", "goForward()")
            ),
            Moment(
                "a task is fetched, and its section shown step by step",
                task("shouldFetchSubtask(for:)", "showLoading(for:)", "hideLoadingIfNeeded()"),
                task("handleFinishedLoading()"),
                step("walk", "didFinishLoading()"),
                task("shouldPageSectionSteps(for:)", "viewController(for:)"),
                task("vendDefaultViewController(for:)"),
                step("walk", "viewWillDisappear(_:)"),
                table("form", "viewDidLoad()", "viewWillAppear(_:)")
            ),
            Moment(
                "the result is ready before the task is completed",
                task("handleTaskResultReady(with:)", "goForward()", "handleTaskCompleted()")
            ),
            Moment(
                "a task that cannot be fetched has failed, and nothing is awaited any more",
                task("handleTaskFailure(with:)", "hideLoadingIfNeeded()")
            ),
        ]
    }

    // MARK: Steps in ResearchKit's manner, and step objects

    private static var others: [Moment] {
        let shown = orkStep(
            "legacyWalk",
            "viewDidLoad()",
            "viewWillAppear(_:)",
            "viewDidAppear(_:)",
            "addResult(_:)",
            "result"
        )
        return [
            Moment(
                "a step in ResearchKit's manner is left on, back, and out",
                shown,
                orkStep("legacyWalk", "goForward()", "viewWillDisappear(_:)"),
                shown,
                orkStep("legacyWalk", "goBackward()", "viewWillDisappear(_:)"),
                shown,
                orkStep("legacyWalk", "skipForward()", "goForward()", "viewWillDisappear(_:)")
            ),
            Moment(
                "the titles are the host's when the step is about to be shown",
                orkStep("legacyWalk", "viewWillAppear(_:)", "continueButtonTitle ="),
                orkStep("legacyWalk", "learnMoreButtonTitle =", "skipButtonTitle =")
            ),
            Moment(
                "what is before and behind is asked when the step is about to be shown",
                orkStep("legacyWalk", "viewWillAppear(_:)", "hasPreviousStep()")
            ),
            Moment(
                "in our task it is shown, and knows its task",
                orkStep("legacy", "viewDidLoad()", "viewWillAppear(_:)", "viewDidAppear(_:)"),
                orkStep("legacy", "taskViewController", "goForward()"),
                task("goForward()"),
                orkStep("legacy", "viewWillDisappear(_:)")
            ),
            Moment(
                "a step is decoded, also for this kind of machine, tried, and then run",
                stepObject("introduction", "decode(from:for:)", "title =", "text ="),
                stepObject("introduction", "decode(from:for:)", "title =", "text ="),
                stepObject("introduction", "validate()", "instantiateStepResult()")
            ),
            Moment(
                "a copy takes over what a step has",
                stepObject("made", "copyInto(_:)", "title"),
                stepObject("copied", "title =")
            ),
        ]
    }
}
