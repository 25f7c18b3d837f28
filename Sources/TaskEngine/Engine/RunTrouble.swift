// Problems that a run cannot solve by itself. The participant may fix the cause, wait, or go on despite the problem.

internal import FoundationEssentials
internal import Research

/// A problem of a run that the participant is asked about.
public enum RunTrouble: Sendable {
    /// A recorder lacks permission, or could not start; it has no open file.
    case notStarted(recorder: String, any Error)
    /// A recorder has failed after its start; what it had recorded is kept.
    case failed(recorder: String, any Error)
    /// A recorder has not responded for some seconds.
    case waitsFor(recorder: String, RecorderPhase)
    /// The answers and the position of the run cannot be saved.
    case notKept(any Error)
    /// The answers and the position of the run have been waiting to be saved for some seconds.
    case keepsSlowly
    /// The task could not be fetched, or could not begin.
    case taskFailed(any Error)
}

/// The participant's answer to a `RunTrouble`.
public enum TroubleAnswer: String, Sendable, Hashable, CaseIterable {
    /// Try again, or wait longer; what was recorded is kept.
    case tryAgain
    /// Go on without the recorder, without saving, or without waiting longer.
    case goOn
    /// End the run and keep all results; it can be resumed if its progress is saved.
    case leave
}

/// Identifies a result that must not be replaced, by its identifier and start date.
struct KeptResult: Hashable {
    var identifier: String
    var startDate: Date

    init(_ result: any RSDResult) {
        (identifier, startDate) = (result.identifier, result.startDate)
    }
}

extension TaskEngine {
    /// Ends the run because the participant chose to leave.
    ///
    /// The run is saved if its progress can be saved, and otherwise ends early. Both keep its results.
    package final func leaveInTrouble() {
        if asked.canSaveTaskProgress {
            asked.handleTaskCancelled(shouldSave: true)
        } else {
            Task { await exit() }
        }
    }

    /// Asks the participant about a problem, and leaves the run if they choose to.
    ///
    /// - Returns: The answer; `nil` if there is nobody to ask, or the run is ending.
    final func decide(_ trouble: RunTrouble) async -> TroubleAnswer? {
        guard !isEnding else { return nil }
        let answer = await asked.answer(to: trouble)
        if answer == .leave { leaveInTrouble() }
        return isEnding ? nil : answer
    }

    /// Shows the participant what the run waits for; gives the wait up if they choose to.
    final func tell(of wait: LimitedWait) {
        let question = Task {
            if await waitsNoLonger(.waitsFor(recorder: wait.identifier, wait.phase)) {
                wait.giveUp()
            }
        }
        wait.whenOver = { question.cancel() }
    }

    /// Asks the participant whether to stop waiting; returns true if so.
    ///
    /// The participant is asked also while the run is ending: it then waits for recorders, and the participant must see
    /// why. If they choose to leave before that, the run begins to end, and the wait goes on.
    final func waitsNoLonger(_ trouble: RunTrouble) async -> Bool {
        guard !isOver else { return false }
        let answer = await asked.answer(to: trouble)
        guard answer == .leave, !isEnding else { return answer == .goOn || answer == .leave }
        leaveInTrouble()
        return false
    }

    /// Calls `go` with a recorder's controller, and after a failure with a new one, as often as the participant wants.
    ///
    /// - Returns: The error that remains; `nil` on success, or if the recorder is no longer in use.
    final func insist(
        on key: AsyncActionCoordinator.Key,
        _ go: (any RSDAsyncActionController) async -> (any Error)?
    ) async -> (any Error)? {
        while let member = controllers[key] {
            guard let failure = await go(member.controller) else { return nil }
            // The participant has already chosen to go on without it.
            if case .givenUp? = failure as? TaskEngineError { return failure }
            guard !failure.isOnlyAnEnd,
                await decide(.notStarted(recorder: key.identifier, failure)) == .tryAgain,
                let next = asked.asyncActionController(
                    for: member.controller.configuration,
                    in: member.level
                )
            else { return failure }
            // The host may have dropped the action, or begun to stop it, while the question was open.
            guard let present = controllers[key], present.controller === member.controller,
                !present.isStopping
            else {
                next.cancel()
                return failure
            }
            note("the recorder '\(key.identifier)' was tried again: \(failure)")
            next.delegate = next.delegate ?? asked
            controllers[key]?.controller = next
            controllers[key]?.error = nil
        }
        return nil
    }

    /// Keeps the next run of a recorder from replacing the results of the failed one.
    private func keepResults(of key: AsyncActionCoordinator.Key) {
        if let failed = controllers[key]?.controller {
            // Its results still wait for those of another recorder, and `attach` keeps them. Its files are kept now,
            // because the next run may close a file of its own before that.
            controllers[key]?.isKept = true
            if let result = failed.result { keepFiles(of: result) }
        } else {
            let level = taskViewModel.level(within: Array(key.owner.dropFirst()))
            keepResults(of: key, in: level)
        }
    }

    /// Keeps later runs of a recorder from replacing its results that are attached to a level.
    final func keepResults(of key: AsyncActionCoordinator.Key, in level: RSDTaskViewModel) {
        let own = [key.identifier, "\(key.identifier)_error"]
        for result in level.taskResult.asyncResults ?? [] where own.contains(result.identifier) {
            keptResults.insert(KeptResult(result))
            keepFiles(of: result)
        }
    }

    private func keepFiles(of result: any RSDResult) {
        let files = (result as? any RSDCollectionResult)?.inputResults ?? [result]
        earlierFiles.formUnion(files.compactMap { ($0 as? RSDFileResultObject)?.relativePath })
    }

    /// Asks about a recorder that failed while it ran, and starts it again if the participant wants that.
    final func ask(about key: AsyncActionCoordinator.Key, _ error: any Error) {
        guard coordinator.mayBeginAgain(key) else { return }
        Task {
            guard await decide(.failed(recorder: key.identifier, error)) == .tryAgain else {
                return
            }
            guard coordinator.mayBeginAgain(key) else {
                note(
                    "the recorder '\(key.identifier)' was not begun again: the part of the task in which "
                        + "it records was over"
                )
                return
            }
            note("the recorder '\(key.identifier)' was begun again, in a file of its own: \(error)")
            keepResults(of: key)
            send(.again(key))
        }
    }
}
