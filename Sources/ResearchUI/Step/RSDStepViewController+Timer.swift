// Begins, runs and ends a step. Instants are computed from the step's clock, so that a late tick does not delay later
// ones.

internal import Research
internal import Timebase
internal import ViewTree

extension RSDStepViewController {
    final var services: StepServices { host?.servicesOfSteps ?? .silent }
    package final var words: StepWords { host?.words ?? StepWords() }

    private var durationInSeconds: Double { activeStep?.duration ?? 0 }

    // MARK: Beginning

    final func beginStep() {
        timer = StepTimer()
        countdown = StepTimer.countdown(duration: durationInSeconds, elapsed: 0)
        let commands = activeStep?.commands ?? []
        speakInstruction(at: 0)
        if commands.contains(.playSoundOnStart) { playSound() }
        if commands.contains(.vibrateOnStart) { vibrateDevice() }
        if usesTimer, isAutomatic { startAutomatically() }
    }

    final var isAutomatic: Bool {
        activeStep?.commands.contains(.startTimerAutomatically) ?? false
    }

    /// Starts the timer as soon as the recorders run and the participant is there.
    final func startAutomatically() {
        if !canStart {
            heldStart = .byItself
        } else if mustCallBack {
            callBack()
        } else {
            start()
        }
    }

    final func startTimer() {
        guard canStart else {
            heldStart = heldStart ?? .called
            return
        }
        if mustCallBack { return callBack() }
        heldStart = nil
        hasStopped = false
        alarmTask?.cancel()
        alarmTask = nil
        let beginsAnew = clock?.stoppedAt != nil
        if beginsAnew {
            // Start over: discard the previous run of the timer.
            clock = nil
            timer = StepTimer()
            (completedUptime, hasSpokenEnd) = (nil, false)
            countdown = StepTimer.countdown(duration: durationInSeconds, elapsed: 0)
        }
        clock = clock ?? RSDClock(timekeeper: stepViewModel.timekeeper)
        runTimer()
        showCountdown()
        timerDidStart(anew: beginsAnew)
    }

    final func noteThatItMayBegin() {
        mayBegin = true
        startHeld()
    }

    /// Performs a start that had to wait, if nothing prevents it any more.
    final func startHeld() {
        guard canStart else { return }
        switch heldStart.take() {
        case .byItself: startAutomatically()
        case .called: startTimer()
        case nil: break
        }
    }

    private var canStart: Bool {
        mayBegin && !awaitsParticipant && host?.isInterrupted != true
    }

    private var mustCallBack: Bool { playAlarmIfBackgrounded && !isInForeground }

    private var isInForeground: Bool { !isInBackground && host?.isInForeground ?? true }

    /// Handles the event that the screen was turned off or on; returns false for any other event.
    final func noteScreen(_ event: ViewEvent) -> Bool {
        guard case .screen(let isInForeground) = event else { return false }
        isInBackground = !isInForeground
        return true
    }

    /// Plays the alarm until the participant is back, and then starts the timer.
    private func callBack() {
        guard alarmTask == nil else { return }
        let timekeeper = stepViewModel.timekeeper
        alarmTask = Task { [weak self] in
            while !Task.isCancelled {
                guard let self, self.mustCallBack else { break }
                self.playAlert()
                let next = timekeeper.now.advanced(by: .seconds(2))
                guard (try? await timekeeper.sleep(until: next, tolerance: nil)) != nil else {
                    return
                }
            }
            guard let self, !Task.isCancelled else { return }
            self.alarmTask = nil
            self.start()
        }
    }

    // MARK: Running

    private func runTimer() {
        timerTask?.cancel()
        guard usesTimer, let clock, !clock.isPaused, !timer.isOver else { return }
        let timekeeper = clock.timekeeper
        timerTask = Task { [weak self] in
            while let (next, end) = self?.nextFiring(of: clock) {
                guard (try? await timekeeper.sleep(until: next, onTheWayTo: end)) != nil,
                    !Task.isCancelled
                else { return }
                guard let self, self.clock === clock, clock.stoppedAt == nil, !clock.isPaused else {
                    return
                }
                self.timerFired()
            }
        }
    }

    /// When the timer fires next, and when it ends.
    private func nextFiring(of clock: RSDClock) -> (BootInstant, end: BootInstant?)? {
        guard !timer.isOver else { return nil }
        let next = StepTimer.next(
            after: clock.runningDuration,
            interval: .seconds(timerInterval),
            duration: .seconds(durationInSeconds)
        )
        // Without a duration, the timer counts until the step is left: waiting for it must not move stepped time.
        let end =
            durationInSeconds > 0 ? clock.instant(ofRunning: .seconds(durationInSeconds)) : nil
        return (clock.instant(ofRunning: next), end)
    }

    final func tick() {
        guard let clock else { return }
        let elapsed = clock.runningDuration / .seconds(1)
        for action in timer.tick(elapsed: elapsed, duration: durationInSeconds) {
            switch action {
            case .count(let left): countdown = left
            case .speak(let after, let through): speakDue(after: after, through: through)
            case .finish: finishTimer()
            }
        }
    }

    private func finishTimer() {
        timerTask?.cancel()
        noteCompletion()
        guard activeStep?.commands.contains(.continueOnFinish) == true else {
            showCountdown()
            speakEndCommand {}
            host?.stepFinished()
            return
        }
        timeIsOver()
    }

    final func pauseTimer() {
        guard let clock, !clock.isPaused, clock.stoppedAt == nil, !timer.isOver else { return }
        clock.pause()
        timerTask?.cancel()
        host?.mark("pause", at: clock.timekeeper.now)
        showCountdown()
        if activeStep?.commands.contains(.speakWarningOnPause) == true {
            speakInstruction(
                words(.paused),
                at: clock.runningDuration / .seconds(1),
                completion: nil
            )
        }
    }

    final func resumeTimer() {
        guard let clock, clock.isPaused else { return }
        clock.resume()
        host?.mark("resume", at: clock.timekeeper.now)
        showCountdown()
        runTimer()
    }

    // MARK: Ending

    final func endStep() {
        let commands = activeStep?.commands ?? []
        if commands.contains(.playSoundOnFinish) { playSound() }
        if commands.contains(.vibrateOnFinish) { vibrateDevice() }
        noteCompletion()
        stop()
    }

    final func stopTimer() {
        heldStart = nil
        timerTask?.cancel()
        timerTask = nil
        alarmTask?.cancel()
        alarmTask = nil
        clock?.stop()
        hasStopped = true
        showCountdown()
    }

    private func noteCompletion() {
        completedUptime = completedUptime ?? stepViewModel.timekeeper.now.seconds
    }

    // MARK: Speaking

    final func speakDue(at seconds: Double) {
        guard let text = spokenInstruction(at: seconds) else { return }
        if durationInSeconds > 0, seconds >= durationInSeconds { hasSpokenEnd = true }
        keepAwakeToSpeak()
        speakInstruction(text, at: seconds, completion: nil)
    }

    /// Speaks what was due after one instant and up to another, so that a late tick leaves nothing out.
    ///
    /// It also calls `spokenInstruction(at:)` for each whole second, for subclasses that override that function.
    private func speakDue(after: Double, through: Double) {
        let first = max(after.rounded(.down) + 1, through - Self.longestSilence)
        let told =
            (activeStep as? RSDActiveUIStepObject)?
            .spokenInstants(after: after, through: through) ?? []
        let whole = Set(stride(from: first.rounded(.up), through: through, by: 1))
        for seconds in whole.union(told).sorted()
        where told.contains(seconds) || spokenInstruction(at: seconds) != nil {
            speakInstruction(at: seconds)
        }
    }

    /// How far back from a late tick each whole second is checked, in seconds; earlier ones are skipped.
    private static let longestSilence = 86_400.0

    final func speakEnd(_ completion: @escaping () -> Void) {
        guard !hasSpokenEnd, let text = spokenInstruction(at: .infinity) else {
            return completion()
        }
        hasSpokenEnd = true
        isSpeakingEnd = true
        keepAwakeToSpeak()
        let seconds = durationInSeconds > 0 ? durationInSeconds : .infinity
        speakInstruction(text, at: seconds) { [weak self] _, _ in
            self?.isSpeakingEnd = false
            completion()
        }
    }

    private func keepAwakeToSpeak() {
        guard activeStep?.requiresBackgroundAudio == true else { return }
        host?.startBackgroundAudioSessionIfNeeded()
    }

    // MARK: On screen

    final func showCountdown() {
        guard let dial else { return }
        let state: CountdownContent.State =
            timer.isOver || clock?.stoppedAt != nil
            ? .over : clock == nil ? .waiting : clock?.isPaused == true ? .paused : .running
        dial.countdown = CountdownContent(
            secondsLeft: countdown,
            durationInSeconds: durationInSeconds,
            state: state
        )
    }
}

/// How a timer was started before it was allowed to begin.
enum HeldStart {
    /// By the step's commands: `start` is called as soon as the timer may begin.
    case byItself
    /// By a call of `start`, which takes effect as soon as the timer may begin.
    case called
}
