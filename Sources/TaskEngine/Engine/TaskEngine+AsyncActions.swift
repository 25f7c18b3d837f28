// Carries out the coordinator's decisions. Events that come while another is being processed wait for their turn, so
// that the coordinator's actions are always performed in order. `asked` is the object that runs the task, the engine's
// host or else the engine itself (see `TaskRunHost`). `insist` requests permission for a controller or starts it, and
// tries again with a new one as often as the participant wants (see `RunTrouble`).

internal import FoundationEssentials
package import Research

/// A controller in use, and the level that its result is attached to.
struct RunningController {
    var controller: any RSDAsyncActionController
    var level: RSDTaskViewModel
    /// The last error of asking, starting or recording; an error of stopping if there is none.
    ///
    /// An error of stopping that may leave the file open replaces any other. Kept here because some controllers have no
    /// `error` of their own.
    var error: (any Error)?
    /// Callers that wait until it has stopped.
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
    var isStopping = false
    /// Whether it has failed after its start.
    var hasFailed = false
    /// Whether it has failed and was begun again before its result was attached; no later result replaces that one.
    var isKept = false
}

extension TaskEngine {
    final func send(_ event: AsyncActionCoordinator.Event) {
        events.append(event)
        // If another event is being processed, return: the loop of that earlier call of `send` processes this one in
        // its turn.
        guard events.count == 1 else { return }
        while let next = events.first {
            for action in coordinator.receive(next) { perform(action) }
            events.removeFirst()
        }
        asked.recordersDidChange()
    }

    /// Waits at a gate until the coordinator opens it.
    ///
    /// `happening` sends the event that may open the gate. It is called only once the wait is registered: otherwise the
    /// gate could open before the wait begins, which then would never end.
    final func pass(_ gate: AsyncActionCoordinator.Gate, after happening: () -> Void) async {
        await withCheckedContinuation { continuation in
            gates[gate, default: []].append(continuation)
            happening()
        }
    }

    private func perform(_ action: AsyncActionCoordinator.Action) {
        switch action {
        case .add(let requests): make(requests)
        case .ask(let keys):
            let controllers = controllers(keys)
            Task.immediate { await asked.requestPermission(for: controllers) }
        case .start(let keys):
            let controllers = controllers(keys)
            Task.immediate {
                await asked.startAsyncActions(for: controllers, showLoading: false)
            }
        case .stop(let keys, let showsLoading):
            let controllers = controllers(keys)
            Task.immediate {
                await asked.stopAsyncActions(for: controllers, showLoading: showsLoading)
            }
        case .cancel(let keys): for key in keys { giveUp(key) }
        case .drop(let keys):
            for key in keys { controllers.removeValue(forKey: key)?.controller.cancel() }
        case .moveTo(let keys):
            guard let lastMove else { return }
            for controller in controllers(keys) {
                controller.moveTo(step: lastMove.step, taskPath: lastMove.level)
            }
        case .attach(let key): attach(key)
        case .beginBackgroundAudio: beginBackgroundAudio()
        case .proceed(let gate):
            for waiter in gates.removeValue(forKey: gate) ?? [] { waiter.resume() }
        }
    }

    private func controllers(
        _ keys: [AsyncActionCoordinator.Key]
    ) -> [any RSDAsyncActionController] {
        keys.compactMap { controllers[$0]?.controller }
    }

    private func key(of controller: any RSDAsyncActionController) -> AsyncActionCoordinator.Key? {
        controllers.first { $0.value.controller === controller }?.key
    }

    // MARK: Adding

    private func make(_ requests: [AsyncActionCoordinator.Request]) {
        Task.immediate {
            for level in taskViewModel.openLevels {
                let names = requests.filter { $0.key.owner == level.levelPath }
                    .map(\.key.identifier)
                let wanted = (level.task?.asyncActions ?? []).filter {
                    names.contains($0.identifier)
                }
                if !wanted.isEmpty { _ = await asked.addAsyncActions(with: wanted, path: level) }
            }
            let keys = requests.map(\.key)
            send(.added(keys.filter { controllers[$0] != nil }, of: keys))
            let inUse = Set(coordinator.members.map(\.key))
            for request in requests where !inUse.contains(request.key) {
                // The coordinator has dropped the action while its controller was made.
                controllers.removeValue(forKey: request.key)?.controller.cancel()
            }
        }
    }

    final func add(
        _ configurations: [any RSDAsyncActionConfiguration],
        _ path: RSDTaskPath
    ) -> [any RSDAsyncActionController] {
        configurations.compactMap { configuration in
            guard let controller = asked.asyncActionController(for: configuration, in: path)
            else {
                notes.append(
                    "the async action '\(configuration.identifier)' of type "
                        + "'\(configuration.asyncActionType)' is left out: nothing here runs it; run "
                        + "the task in a program that registers this type, or take it out of the task"
                )
                return nil
            }
            controller.delegate = controller.delegate ?? asked
            let action = AsyncActionCoordinator.ActionName(
                owner: path.levelPath,
                identifier: configuration.identifier
            )
            let requested = coordinator.members.first {
                $0.key.action == action && $0.state == .idle && controllers[$0.key] == nil
            }
            let key = requested?.key ?? coordinator.nextKey(of: action)
            controllers[key] = RunningController(controller: controller, level: path)
            if requested == nil { send(.adopted(key, AsyncActionCoordinator.Plan(configuration))) }
            return controller
        }
    }

    // MARK: Asking and starting

    final func ask(_ candidates: [any RSDAsyncActionController]) async {
        send(.askedByHost(candidates.compactMap(key)))
        // Ask one after the other: a participant can answer only one question at a time.
        for controller in candidates {
            guard let key = key(of: controller), !isEnding else { continue }
            let obstacle = await insist(on: key) { await self.obstacle(to: $0) }
            controllers[key]?.error = obstacle
            send(.permissionAnswered(key, isGranted: obstacle == nil))
        }
    }

    /// Asks the participant, and then the controller itself, for permission; returns why it may not start, or `nil`.
    private func obstacle(to controller: any RSDAsyncActionController) async -> (any Error)? {
        if let refusal = await asked.refusal(of: controller.configuration) { return refusal }
        return await controller.askPermissions(within: limits) { [self] in tell(of: $0) }
    }

    final func startAll(
        _ controllers: [any RSDAsyncActionController],
        _ showLoading: Bool
    ) async {
        send(.startedByHost(controllers.compactMap(key)))
        if showLoading { state.isLoading = true }
        let starts = controllers.compactMap(key).map { key in
            Task.immediate { await start(key) }
        }
        for start in starts { await start.value }
        if showLoading { endLoading() }
    }

    private func start(_ key: AsyncActionCoordinator.Key) async {
        guard let first = controllers[key]?.controller, starting.insert(key).inserted
        else { return }
        let failure = await insist(on: key) { controller in
            if controller !== first, let obstacle = await self.obstacle(to: controller) {
                return obstacle
            }
            return await controller.start(within: self.limits) { [self] in
                tell(of: $0)
            } telling: { [self] failure in
                guard failure == nil else { return }
                actionDidStart?(controller)
                asked.asyncActionControllerDidStart(controller)
                starting.remove(key)
                send(.started(key))
                // The recorder may have failed before its start returned.
                if let error = controllers[key]?.error { end(key, after: error) }
            }
        }
        guard let failure else { return }
        // Keep an error that the recorder itself reported: it explains more than the engine's own error.
        if !(failure is TaskEngineError) || controllers[key]?.error == nil {
            controllers[key]?.error = failure
        }
        starting.remove(key)
        send(.startFailed(key))
    }

    // MARK: Stopping

    final func stopAll(
        _ controllers: [any RSDAsyncActionController],
        _ showLoading: Bool
    ) async {
        let keys = controllers.compactMap(key)
        send(.stoppedByHost(keys))
        if showLoading { state.isLoading = true }
        let stops = keys.map { key in Task.immediate { await stop(key) } }
        for stop in stops { await stop.value }
        if showLoading { endLoading() }
    }

    private func stop(_ key: AsyncActionCoordinator.Key) async {
        guard let member = controllers[key] else { return }
        await withCheckedContinuation { continuation in
            controllers[key]?.stopWaiters.append(continuation)
            guard !member.isStopping else { return }
            controllers[key]?.isStopping = true
            let limits = limits
            Task.immediate {
                await member.controller.stop(within: limits) { [self] in
                    tell(of: $0)
                } telling: { [self] in
                    didStop(key, $0)
                }
            }
        }
    }

    private func didStop(_ key: AsyncActionCoordinator.Key, _ failure: (any Error)?) {
        let error = controllers[key]?.error
        if (failure as? TaskEngineError)?.leavesFileOpen == true {
            // An error that may leave the file open replaces an earlier error.
            controllers[key]?.error = failure
        } else {
            controllers[key]?.error = error ?? failure
        }
        let waiters = controllers[key]?.stopWaiters ?? []
        controllers[key]?.stopWaiters = []
        send(.stopped(key))
        for waiter in waiters { waiter.resume() }
    }

    /// Cancels a controller, and waits for its files to be closed.
    private func giveUp(_ key: AsyncActionCoordinator.Key) {
        controllers[key]?.controller.cancel()
        Task.immediate { await stop(key) }
    }

    final func noteFailure(of controller: any RSDAsyncActionController, _ error: any Error) {
        guard let key = key(of: controller) else { return }
        controllers[key]?.error = error
        // A recorder that cannot start reports its failure and then throws it: `insist` handles what is thrown. Ending
        // the action here would let the step begin, and would ask the participant twice.
        if !starting.contains(key) { end(key, after: error) }
        guard case .interrupted? = error as? RecorderError,
            let step = lastMove?.step.shownAs as? any RSDActiveUIStep, step.shouldEndOnInterrupt
        else { return }
        failByInterruption(error)
    }

    /// Ends an action that has failed after its start, and asks the participant whether to start it again.
    ///
    /// While the action's result waits for those of others, it may report further errors; the participant is asked
    /// about the first one only.
    private func end(_ key: AsyncActionCoordinator.Key, after error: any Error) {
        guard controllers[key]?.hasFailed == false else { return }
        controllers[key]?.hasFailed = true
        send(.failed(key))
        ask(about: key, error)
    }

    /// Fails the run because of an interruption; does nothing if a failure was already reported.
    package final func failByInterruption(_ error: any Error) {
        if state.interrupt() { asked.handleTaskFailure(with: error) }
    }

    /// Reports the end of the interruption; returns whether the run can go on.
    package final func interruptionDidEnd() -> Bool { state.didEndInterruption() }

    // MARK: Results

    private func attach(_ key: AsyncActionCoordinator.Key) {
        guard let member = controllers.removeValue(forKey: key) else { return }
        let (level, date) = (member.level, member.level.date)
        let controller = member.controller
        for text in controller.notes { note(text) }
        let (earlier, kept) = (earlierFiles, keptResults)
        level.record { result in
            result.attachResults(of: controller, at: date) { result in
                kept.contains(KeptResult(result))
                    || (result as? RSDFileResultObject)?.relativePath.map(earlier.contains) ?? false
            }
            return (controller.result == nil ? 0 : 1) + (controller.error == nil ? 0 : 1)
        }
        if controller.error == nil, let error = member.error, !error.isOnlyAnEnd {
            level.record { result in
                result.appendAsyncResult(
                    with: RSDErrorResultObject(
                        identifier: "\(key.identifier)_error",
                        error: error,
                        startDate: controller.result?.startDate ?? date,
                        endDate: date
                    )
                )
                return 1
            }
        }
        if member.isKept { keepResults(of: key, in: level) }
        carryUp(level)
        // Save at once, so that this result survives if the process is killed.
        if !isEnding { saveProgress() }
    }

    /// Adds a recovered result to its level in a resumed run.
    package final func attach(found result: any RSDResult, within sections: [String]) {
        let level = taskViewModel.level(within: sections)
        level.record {
            $0.asyncResults = ($0.asyncResults ?? []) + [result]
            return 1
        }
        carryUp(level)
    }

    /// Updates the copy of a closed level's result in its parent, and so on upwards, after a late change.
    ///
    /// Does nothing for a level that is still open.
    package final func carryUp(_ level: RSDTaskViewModel) {
        guard let parent = level.parentLevel,
            !taskViewModel.openLevels.contains(where: { $0 === level }),
            let index = parent.taskResult.stepHistory.lastIndex(where: {
                $0.identifier == level.identifier && $0 is any RSDTaskResult
            })
        else { return }
        var result = level.taskResult
        result.endDate = parent.taskResult.stepHistory[index].endDate
        parent.updateResult(result)
        carryUp(parent)
    }
}
