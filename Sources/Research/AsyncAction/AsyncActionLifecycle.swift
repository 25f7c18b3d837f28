// The life of an async action, decided in one place and executed in another. Everything that can
// race (a stop while files open, a full disk while the ring drains, a cancel during a failure) is
// an event here, so that each combination can be tested without a thread, a file or a device.

/// Decides what an async action does next, and does none of it.
///
/// Hand every event to `receive` and perform the effects it answers, in their order. An effect may
/// itself lead to an event. Rules that hold whatever the order of events:
///
/// - The status only rises; `error`, once set, is neither cleared nor replaced.
/// - What was opened goes down one way: the capture stops, the files close, the device is released.
/// - The delegate hears of a failure once, when the files are closed, so that it finds the result.
/// - Every call is answered once. A start that fails, or that a cancel overtakes, is answered after
///   the device is released: when `start` throws, nothing is open any more.
/// - A stop answers with the error if the action failed, and otherwise without: a cancel is no
///   error to the one who waits for the result.
public struct AsyncActionLifecycle: Sendable {
    /// The identifier by which errors name the action.
    public let identifier: String
    /// Where the action stands.
    public private(set) var status = RSDAsyncActionStatus.idle
    /// What made it fail.
    public private(set) var error: (any Error)?
    /// Whether writing is paused.
    public private(set) var isPaused = false
    /// Whether the source has come to its end by itself; the action runs on until it is stopped.
    public private(set) var hasSourceEnded = false

    package private(set) var phase = Phase.none
    package private(set) var pending = Pending()
    private var isDelegateOwed = false

    /// An action that nothing has been asked of.
    public init(identifier: String) {
        self.identifier = identifier
    }

    /// Whether the action's run is over: nothing is open, nothing will happen any more.
    public var isOver: Bool { phase == .done }

    /// What the executor is busy with, whatever the status tells the outside.
    package enum Phase: Sendable, Hashable, CaseIterable {
        /// Nothing has been opened.
        case none
        /// Files and devices are being opened.
        case opening
        /// Samples flow.
        case capturing
        /// The capture is being stopped and, after a plain stop, what is in flight written.
        case draining
        /// Files are being closed.
        case closing
        /// Threads are being joined and the device given back.
        case releasing
        /// Nothing is open, and nothing will be.
        case done
    }

    /// The calls that wait for their answer.
    package struct Pending: Sendable, Hashable {
        package fileprivate(set) var permission = false
        package fileprivate(set) var start = false
        package fileprivate(set) var stop = false
    }

    /// What happened, or was asked.
    public enum Event: Sendable {
        /// The host asks whether the participant allows the action.
        case requestPermission
        /// The participant does.
        case permissionGranted
        /// The participant does not.
        case permissionDenied(any Error)
        /// The host asks to start.
        case start
        /// All files and devices are open and running; ends `openAndStart`.
        case opened
        /// Something could not be opened; ends `openAndStart`.
        case openFailed(any Error)
        /// Opening was given up because the end was asked for; ends `openAndStart`.
        case openAbandoned
        /// The host asks to pause.
        case pause
        /// The host asks to go on.
        case resume
        /// The host asks to stop.
        case stop
        /// The capture is over and nothing is in flight; ends `stopCapture`.
        case drained
        /// The files are closed; ends `closeFiles`.
        case filesClosed
        /// Some file could not be closed well, and none is open; ends `closeFiles`.
        case closeFailed(any Error)
        /// The threads have ended and the device is free; ends `releaseDevice`.
        case released
        /// A finite source has no more samples.
        case sourceEnded
        /// The host no longer wants the result.
        case cancel
        /// The device, the disk or the recorder has failed.
        case fail(any Error)
    }

    /// What is to be done.
    public enum Effect: Sendable {
        /// Ask the participant; ends with `permissionGranted` or `permissionDenied`.
        case askPermission
        /// Open files and devices and let samples flow; ends with `opened` or `openFailed`.
        case openAndStart
        /// Write the mark of a pause and count the samples that follow.
        case markPaused
        /// Write the mark of the pause's end and take samples again.
        case markResumed
        /// Stop the capture; ends with `drained`.
        ///
        /// With draining, what the device took before now is still written. Without, the capture
        /// ends at once; this may follow a stop with draining that has not ended yet, and the two
        /// end with one `drained`. It also comes after `openFailed`, for what did start.
        case stopCapture(draining: Bool)
        /// Close every file that is open; ends with `filesClosed` or `closeFailed`.
        case closeFiles
        /// Join the threads and give the device back; ends with `released`.
        case releaseDevice
        /// Tell the delegate that the action failed.
        case tellDelegate(any Error)
        /// Answer every request for permission that waits, the one just made included.
        case answerPermission(Result<RSDAsyncActionStatus, any Error>)
        /// Answer the start that waits.
        case answerStart(Result<Void, any Error>)
        /// Answer the start that has just been asked, and leave one that waits alone.
        case refuseStart(RecorderError)
        /// Answer every stop that waits, the one just asked included.
        case answerStop(Result<Void, any Error>)
    }

    /// Takes note of an event and answers what is to be done about it, in order.
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
        case .fail(let error): fail(error, isDelegateTold: true)
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
        return [.answerPermission(.failure(denial))] + fail(denial, isDelegateTold: false)
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

// MARK: - Going down

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

    /// Nothing is open any more: whoever still waits is answered.
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
            // What did open is stopped, closed and released like any other run.
            return fail(failure, isDelegateTold: true) + stopCapture(draining: false)
        case .none, .capturing, .draining, .closing, .releasing, .done:
            return fail(failure, isDelegateTold: true)
        }
    }

    private mutating func openAbandoned() -> [Effect] {
        switch phase {
        case .opening:
            // What did open goes the way of everything that was opened.
            raise(to: .waitingToStop)
            return stopCapture(draining: status == .waitingToStop)
        case .none, .capturing, .draining, .closing, .releasing, .done:
            return []
        }
    }

    private mutating func closeFailed(_ failure: any Error) -> [Effect] {
        switch phase {
        case .closing:
            return fail(failure, isDelegateTold: true) + filesClosed()
        case .none, .opening, .capturing, .draining, .releasing, .done:
            return fail(failure, isDelegateTold: true)
        }
    }

    /// Fails if anything is left to fail.
    ///
    /// The delegate is told, but not of a denial: the one who asked has it.
    private mutating func fail(_ failure: any Error, isDelegateTold: Bool) -> [Effect] {
        let wasDraining = status == .waitingToStop
        guard phase != .done, raise(to: .failed) else { return [] }
        error = failure
        isDelegateOwed = isDelegateTold
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

    /// What a call is told that came too late, or was overtaken by the end.
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
