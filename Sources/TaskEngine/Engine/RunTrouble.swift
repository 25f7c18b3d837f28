// Problems that a run cannot solve by itself. The participant may fix the cause, wait, or go on without.

internal import FoundationEssentials
internal import Research

/// A problem of a run that the participant is asked about.
public enum RunTrouble: Sendable {
    /// A recorder may not record, or could not start; it has no file open.
    case notStarted(recorder: String, any Error)
    /// A recorder has failed while it ran; what it had recorded is kept.
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
    /// Try again; what was recorded stays as it is.
    case tryAgain
    /// Go on without it.
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
    /// Ends the run, as the participant chose.
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

    /// Asks the participant whether to stop waiting.
    ///
    /// It asks also while the run is ending: the run waits for recorders then, and the participant must see why.
    final func waitsNoLonger(_ trouble: RunTrouble) async -> Bool {
        guard !isOver else { return false }
        let answer = await asked.answer(to: trouble)
        guard answer == .leave, !isEnding else { return answer == .goOn || answer == .leave }
        leaveInTrouble()
        return false
    }

    /// Takes a recorder a step further, and retries with a new controller as often as the participant wants.
    ///
    /// - Returns: The error that remains; `nil` on success.
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
        let left = taskViewModel.level(within: Array(key.owner.dropFirst())).taskResult.asyncResults
        let own = [key.identifier, "\(key.identifier)_error"]
        for result in left ?? [] where own.contains(result.identifier) {
            keptResults.insert(KeptResult(result))
            let files = (result as? any RSDCollectionResult)?.inputResults ?? [result]
            earlierFiles.formUnion(files.compactMap { ($0 as? RSDFileResultObject)?.relativePath })
        }
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
