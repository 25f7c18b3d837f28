// How a step begins, runs and ends. Instants are reckoned from the step's clock: a tick that comes late
// delays none behind it.

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

    /// Starts as soon as what is recorded runs, and the participant is there.
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
            // Nothing is left of the time before.
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

    /// Starts what was held, if nothing holds it any more.
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

    /// Takes note that the screen goes off, or is back.
    final func noteScreen(_ event: ViewEvent) -> Bool {
        guard case .screen(let isInForeground) = event else { return false }
        isInBackground = !isInForeground
        return true
    }

    /// Plays the alarm until the participant is back, and then begins.
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

    /// When the timer fires next, and where it ends.
    private func nextFiring(of clock: RSDClock) -> (BootInstant, end: BootInstant?)? {
        guard !timer.isOver else { return nil }
        let next = StepTimer.next(
            after: clock.runningDuration,
            interval: .seconds(timerInterval),
            duration: .seconds(durationInSeconds)
        )
        // A timer without an end counts for as long as somebody stays; nothing waits for it.
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

    /// Speaks what was due behind one instant and until another: a timer that came late leaves nothing out.
    ///
    /// Each whole second is asked about as well, for those who say what is spoken by an override.
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

    /// How late a tick may be for its seconds still to be asked about one by one.
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

/// How a timer was started before it may begin.
enum HeldStart {
    /// By the step's commands: `start` is called as soon as it may.
    case byItself
    /// By a call of `start`: that one holds then.
    case called
}
