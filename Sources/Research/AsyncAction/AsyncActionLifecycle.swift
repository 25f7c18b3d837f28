// The state machine of an async action. It only decides; an executor performs what it decides. Everything that can
// race (a stop while files open, a full disk while the buffer drains, a cancel during a failure) is an event here, so
// tests can cover each combination without a thread, a file or a device.

/// Decides what an async action does next, without performing it.
///
/// The executor passes every event to `receive` and performs the returned effects in their order. An effect may itself
/// cause an event. These rules hold for any order of events:
///
/// - `status` only rises. `error`, once set, is neither cleared nor replaced.
/// - Everything that was opened is closed in one order: the capture stops, the files close, the device is released.
/// - The delegate is called once about a failure, but not about a refused permission. It is called after the files are
///   closed, so that it finds the result complete.
/// - Every call completes exactly once. A start that fails or is cancelled completes only after the device is released,
///   so when `start` throws, nothing is open any more.
/// - A stop throws the error if the action failed. It does not throw after a cancel, because a caller who waits for the
///   result does not regard a cancel as an error.
public struct AsyncActionLifecycle: Sendable {
    /// The identifier of the action, for its errors.
    public let identifier: String
    /// The current status.
    public private(set) var status = RSDAsyncActionStatus.idle
    /// The error that made the action fail, if any.
    public private(set) var error: (any Error)?
    /// Whether writing is paused.
    public private(set) var isPaused = false
    /// True if the source has ended by itself; the action keeps running until it is stopped.
    public private(set) var hasSourceEnded = false

    package private(set) var phase = Phase.none
    package private(set) var pending = Pending()
    private var isDelegateOwed = false

    /// Creates the state of an idle action.
    public init(identifier: String) {
        self.identifier = identifier
    }

    /// True if the action is over: nothing is open, and nothing will be opened.
    public var isOver: Bool { phase == .done }

    /// What the executor is doing.
    ///
    /// `status` is what callers see: after a cancel, it is `cancelled` while the files are still being closed.
    package enum Phase: Sendable, Hashable, CaseIterable {
        /// Nothing has been opened.
        case none
        /// Files and devices are opening.
        case opening
        /// Samples arrive and are written.
        case capturing
        /// The capture is stopping.
        ///
        /// Samples that were taken before the stop are still written, unless the action was cancelled or has failed.
        case draining
        /// The files are closing.
        case closing
        /// The threads are joined and the device is released.
        case releasing
        /// Nothing is open, and nothing will be opened.
        case done
    }

    /// The calls that have not completed yet.
    package struct Pending: Sendable, Hashable {
        package fileprivate(set) var permission = false
        package fileprivate(set) var start = false
        package fileprivate(set) var stop = false
    }

    /// Something that happened, or that the host asked for.
    public enum Event: Sendable {
        /// The host asks whether the participant allows the action.
        case requestPermission
        /// The participant allows the action.
        case permissionGranted
        /// The participant refuses the action.
        case permissionDenied(any Error)
        /// The host asks to start.
        case start
        /// All files and devices are open and running; ends `openAndStart`.
        case opened
        /// Something could not be opened; ends `openAndStart`.
        case openFailed(any Error)
        /// Opening was abandoned because a stop or cancel arrived during it; ends `openAndStart`.
        case openAbandoned
        /// The host asks to pause.
        case pause
        /// The host asks to resume.
        case resume
        /// The host asks to stop.
        case stop
        /// The capture has stopped and no further sample will be written; ends `stopCapture`.
        case drained
        /// The files are closed; ends `closeFiles`.
        case filesClosed
        /// A file could not be closed properly, and no file is open any more; ends `closeFiles`.
        case closeFailed(any Error)
        /// The threads have ended and the device is released; ends `releaseDevice`.
        case released
        /// A finite source has no more samples.
        case sourceEnded
        /// The host no longer wants the result.
        case cancel
        /// The device, the disk or the recorder has failed.
        case fail(any Error)
    }

    /// An action that the executor has to perform.
    public enum Effect: Sendable {
        /// Ask the participant for permission; ends with `permissionGranted` or `permissionDenied`.
        case askPermission
        /// Open files and devices and start the capture; ends with `opened`, `openFailed` or `openAbandoned`.
        case openAndStart
        /// Write the mark of a pause; from now on count samples instead of writing them.
        case markPaused
        /// Write the mark that ends the pause, and write samples again.
        case markResumed
        /// Stop the capture; ends with `drained`.
        ///
        /// With draining, samples that the device took before the stop are still written. Without draining, the capture
        /// ends at once. A stop without draining may follow one with draining that is still going on; one `drained`
        /// then ends both. It also follows `openFailed`, to stop the parts that did start.
        case stopCapture(draining: Bool)
        /// Close every open file; ends with `filesClosed` or `closeFailed`.
        case closeFiles
        /// Join the threads and release the device; ends with `released`.
        case releaseDevice
        /// Report the failure of the action to the delegate.
        case tellDelegate(any Error)
        /// Complete every pending request for permission, including the one just made.
        case answerPermission(Result<RSDAsyncActionStatus, any Error>)
        /// Complete the pending start.
        case answerStart(Result<Void, any Error>)
        /// Refuse the start that was just requested, and leave an earlier pending start alone.
        case refuseStart(RecorderError)
        /// Complete every pending stop, including the one just requested.
        case answerStop(Result<Void, any Error>)
    }

    /// Applies an event and returns the effects to perform, in order.
    public mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .requestPermission: requestPermission()
        case .permissionGranted: permissionGranted()
        case .permissionDenied(let error): permissionDenied(error)
        case .start: start()
        case .opened: opened()
        case .openFailed(let error): openFailed(error)
        case .openAbandoned: openAbandoned()
        case .pause: setPaused(true)
        case .resume: setPaused(false)
        case .stop: stop()
        case .drained: drained()
        case .filesClosed: filesClosed()
        case .closeFailed(let error): closeFailed(error)
        case .released: released()
        case .sourceEnded: sourceEnded()
        case .cancel: cancel()
        case .fail(let error): fail(error, notifiesDelegate: true)
        }
    }
}

// MARK: - Permission

extension AsyncActionLifecycle {
    private mutating func requestPermission() -> [Effect] {
        if status >= .finished {
            pending.permission = false
            return [.answerPermission(.failure(endError))]
        }
        if pending.permission { return [] }
        guard status == .idle else { return [.answerPermission(.success(status))] }
        raise(to: .requestingPermission)
        pending.permission = true
        return [.askPermission]
    }

    private mutating func permissionGranted() -> [Effect] {
        guard pending.permission else { return [] }
        pending.permission = false
        if status >= .finished { return [.answerPermission(.failure(endError))] }
        raise(to: .permissionGranted)
        return [.answerPermission(.success(status))]
    }

    private mutating func permissionDenied(_ denial: any Error) -> [Effect] {
        guard pending.permission else { return [] }
        pending.permission = false
        return [.answerPermission(.failure(denial))] + fail(denial, notifiesDelegate: false)
    }
}

// MARK: - Starting, pausing and stopping

extension AsyncActionLifecycle {
    private mutating func start() -> [Effect] {
        if status >= .finished { return [.refuseStart(.finished(identifier: identifier))] }
        if status >= .starting { return [.refuseStart(.alreadyRunning(identifier: identifier))] }
        raise(to: .starting)
        phase = .opening
        pending.start = true
        return [.openAndStart]
    }

    private mutating func opened() -> [Effect] {
        switch phase {
        case .opening:
            // A stop, a cancel or a failure may have come while the files opened.
            if status >= .cancelled { return stopCapture(draining: false) }
            pending.start = false
            if status == .waitingToStop {
                return [.answerStart(.success(()))] + stopCapture(draining: true)
            }
            raise(to: .running)
            phase = .capturing
            return [.answerStart(.success(()))]
        case .none, .capturing, .draining, .closing, .releasing, .done:
            return []
        }
    }

    private mutating func setPaused(_ pausing: Bool) -> [Effect] {
        guard status == .running, isPaused != pausing else { return [] }
        isPaused = pausing
        return [pausing ? .markPaused : .markResumed]
    }

    private mutating func sourceEnded() -> [Effect] {
        switch phase {
        case .opening, .capturing, .draining: hasSourceEnded = true
        case .none, .closing, .releasing, .done: break
        }
        return []
    }

    private mutating func stop() -> [Effect] {
        pending.stop = true
        switch phase {
        case .none:
            raise(to: .finished)
            return end()
        case .opening:
            raise(to: .waitingToStop)
            return []
        case .capturing:
            raise(to: .waitingToStop)
            return stopCapture(draining: true)
        case .draining, .closing, .releasing:
            return []
        case .done:
            return end()
        }
    }

    private mutating func cancel() -> [Effect] {
        let wasDraining = status == .waitingToStop
        guard raise(to: .cancelled) else { return [] }
        switch phase {
        case .none: return end()
        case .capturing: return stopCapture(draining: false)
        case .draining: return wasDraining ? stopCapture(draining: false) : []
        case .opening, .closing, .releasing, .done: return []
        }
    }
}

// MARK: - Stopping, closing, releasing

extension AsyncActionLifecycle {
    private mutating func stopCapture(draining: Bool) -> [Effect] {
        phase = .draining
        return [.stopCapture(draining: draining)]
    }

    private mutating func drained() -> [Effect] {
        switch phase {
        case .draining:
            raise(to: .processingResults)
            phase = .closing
            return [.closeFiles]
        case .none, .opening, .capturing, .closing, .releasing, .done:
            return []
        }
    }

    private mutating func filesClosed() -> [Effect] {
        switch phase {
        case .closing:
            raise(to: .stopping)
            phase = .releasing
            return tellDelegateIfOwed() + [.releaseDevice]
        case .none, .opening, .capturing, .draining, .releasing, .done:
            return []
        }
    }

    private mutating func released() -> [Effect] {
        switch phase {
        case .releasing:
            raise(to: .finished)
            return end()
        case .none, .opening, .capturing, .draining, .closing, .done:
            return []
        }
    }

    /// Completes all pending calls, now that nothing is open any more.
    private mutating func end() -> [Effect] {
        phase = .done
        var effects: [Effect] = []
        if pending.permission { effects.append(.answerPermission(.failure(endError))) }
        if pending.start { effects.append(.answerStart(.failure(endError))) }
        if pending.stop { effects.append(.answerStop(error.map { .failure($0) } ?? .success(()))) }
        pending = Pending()
        return effects
    }
}

// MARK: - Failing

extension AsyncActionLifecycle {
    private mutating func openFailed(_ failure: any Error) -> [Effect] {
        switch phase {
        case .opening:
            // Parts that did open are stopped, closed and released as after any other stop.
            return fail(failure, notifiesDelegate: true) + stopCapture(draining: false)
        case .none, .capturing, .draining, .closing, .releasing, .done:
            return fail(failure, notifiesDelegate: true)
        }
    }

    private mutating func openAbandoned() -> [Effect] {
        switch phase {
        case .opening:
            // Parts that did open are stopped, closed and released as after any other stop.
            raise(to: .waitingToStop)
            return stopCapture(draining: status == .waitingToStop)
        case .none, .capturing, .draining, .closing, .releasing, .done:
            return []
        }
    }

    private mutating func closeFailed(_ failure: any Error) -> [Effect] {
        switch phase {
        case .closing:
            return fail(failure, notifiesDelegate: true) + filesClosed()
        case .none, .opening, .capturing, .draining, .releasing, .done:
            return fail(failure, notifiesDelegate: true)
        }
    }

    /// Marks the action as failed, unless it is over or has already failed.
    ///
    /// A refused permission is not reported to the delegate, because the caller who asked gets the error.
    private mutating func fail(_ failure: any Error, notifiesDelegate: Bool) -> [Effect] {
        let wasDraining = status == .waitingToStop
        guard phase != .done, raise(to: .failed) else { return [] }
        error = failure
        isDelegateOwed = notifiesDelegate
        switch phase {
        case .none: return tellDelegateIfOwed() + end()
        case .capturing: return stopCapture(draining: false)
        case .draining: return wasDraining ? stopCapture(draining: false) : []
        case .opening, .closing: return []
        case .releasing: return tellDelegateIfOwed()
        case .done: return []
        }
    }

    private mutating func tellDelegateIfOwed() -> [Effect] {
        guard isDelegateOwed, let error else { return [] }
        isDelegateOwed = false
        return [.tellDelegate(error)]
    }

    /// The error of a call that came after the action ended, or that was still pending when it ended.
    private var endError: any Error {
        if let error { return error }
        if status == .cancelled { return RecorderError.cancelled(identifier: identifier) }
        return RecorderError.finished(identifier: identifier)
    }

    /// Raises the status; a lower or equal one is ignored.
    @discardableResult
    private mutating func raise(to higher: RSDAsyncActionStatus) -> Bool {
        guard higher > status else { return false }
        status = higher
        return true
    }
}
