// What a run cannot decide by itself: whoever stands before it may mend it, wait, or want to go on without.

internal import FoundationEssentials
internal import Research

/// What stands in a run's way, for whoever is asked what is done about it.
public enum RunTrouble: Sendable {
    /// A recorder may not record, or could not start; nothing of it is open.
    case notStarted(recorder: String, any Error)
    /// A recorder has failed while it ran; what it had recorded is kept.
    case failed(recorder: String, any Error)
    /// A recorder has not answered for some seconds.
    case waitsFor(recorder: String, RecorderPhase)
    /// Answers, and where the run stands, cannot be kept.
    case notKept(any Error)
    /// Answers, and where the run stands, have not been kept for some seconds.
    case keepsSlowly
    /// The task could not be fetched, or not be begun.
    case taskFailed(any Error)
}

/// What is done about it.
public enum TroubleAnswer: String, Sendable, Hashable, CaseIterable {
    /// It is tried again; what was recorded stays as it is.
    case tryAgain
    /// The run goes on without it.
    case goOn
    /// The run ends with all there is, to be taken up again where that can be.
    case leave
}

/// A result that stays, known again by its name and its beginning.
struct KeptResult: Hashable {
    var identifier: String
    var startDate: Date

    init(_ result: any RSDResult) {
        (identifier, startDate) = (result.identifier, result.startDate)
    }
}

extension TaskEngine {
    /// Ends the run, as somebody wants whom nothing else helps.
    package final func leaveInTrouble() {
        if asked.canSaveTaskProgress {
            asked.handleTaskCancelled(shouldSave: true)
        } else {
            Task { await exit() }
        }
    }

    /// Asks about a trouble, and leaves the run where that is the answer.
    ///
    /// - Returns: `nil` where nobody is there to answer, or nobody needs to any more.
    final func decide(_ trouble: RunTrouble) async -> TroubleAnswer? {
        guard !isEnding else { return nil }
        let answer = await asked.answer(to: trouble)
        if answer == .leave { leaveInTrouble() }
        return isEnding ? nil : answer
    }

    /// Tells what is waited for, until it is over or somebody wants to wait no longer.
    final func tell(of wait: LimitedWait) {
        let question = Task {
            if await waitsNoLonger(.waitsFor(recorder: wait.identifier, wait.phase)) {
                wait.giveUp()
            }
        }
        wait.whenOver = { question.cancel() }
    }

    /// Whether somebody wants to wait no longer, which is asked while the run ends, too: a recorder is stopped
    /// there, and nobody sees why nothing goes on.
    final func waitsNoLonger(_ trouble: RunTrouble) async -> Bool {
        guard !isOver else { return false }
        let answer = await asked.answer(to: trouble)
        guard answer == .leave, !isEnding else { return answer == .goOn || answer == .leave }
        leaveInTrouble()
        return false
    }

    /// Takes a recorder a step further: with a new controller each time that somebody has it tried again.
    ///
    /// - Returns: What stands in its way, in the end.
    final func insist(
        on key: AsyncActionFleet.Key,
        _ go: (any RSDAsyncActionController) async -> (any Error)?
    ) async -> (any Error)? {
        while let member = crew[key] {
            guard let failure = await go(member.controller) else { return nil }
            // Whoever gave it up has said what they want.
            if case .givenUp? = failure as? TaskEngineError { return failure }
            guard !failure.isOnlyAnEnd,
                await decide(.notStarted(recorder: key.identifier, failure)) == .tryAgain,
                let next = asked.asyncActionController(
                    for: member.controller.configuration,
                    in: member.level
                )
            else { return failure }
            note("the recorder '\(key.identifier)' was tried again: \(failure)")
            next.delegate = next.delegate ?? asked
            guard crew[key]?.controller === member.controller else {
                next.cancel()
                return failure
            }
            crew[key]?.controller = next
            crew[key]?.error = nil
        }
        return nil
    }

    /// Has the next run of a recorder replace nothing of what it has left.
    private func keepResults(of key: AsyncActionFleet.Key) {
        let left = taskViewModel.level(within: Array(key.owner.dropFirst())).taskResult.asyncResults
        let own = [key.identifier, "\(key.identifier)_error"]
        for result in left ?? [] where own.contains(result.identifier) {
            keptResults.insert(KeptResult(result))
            let files = (result as? any RSDCollectionResult)?.inputResults ?? [result]
            earlierFiles.formUnion(files.compactMap { ($0 as? RSDFileResultObject)?.relativePath })
        }
    }

    /// Asks about a recorder that has failed while it ran, and begins it again where that is wanted.
    final func ask(about key: AsyncActionFleet.Key, _ error: any Error) {
        guard fleet.mayBeginAgain(key) else { return }
        Task {
            guard await decide(.failed(recorder: key.identifier, error)) == .tryAgain else {
                return
            }
            guard fleet.mayBeginAgain(key) else {
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
