// The history of a level: the results of its shown steps. Histories can be long, so adding or removing a result at the
// end does not search the whole history. The only exception is a step that is shown again although the participant has
// not gone back to it.

internal import FoundationEssentials
internal import Timebase

extension RSDTaskViewModel {
    /// The results of steps that the participant has gone back from.
    public final var previousResults: [any RSDResult] { previous.results }

    /// Returns the result of a step of this level; `nil` if the history has none.
    public final func findResult(for stepIdentifier: String) -> (any RSDResult)? {
        followHistory()
        return history.place(of: stepIdentifier).map { taskResult.stepHistory[$0] }
    }

    /// Returns the number of the visit that a step's result is from; `nil` if the history has no result of the step.
    package final func visit(of stepIdentifier: String) -> Int? {
        followHistory()
        return history.contains(stepIdentifier) ? visits[stepIdentifier] ?? 0 : nil
    }

    /// Replaces the result of the same step, or appends the result if there is none.
    public final func updateResult(_ result: any RSDResult) {
        followHistory()
        if let place = history.place(of: result.identifier) {
            edit {
                $0.stepHistory[place] = result
            } noting: {
                $0.history.note(place)
            }
        } else {
            append(result)
        }
    }

    /// Returns the result of an earlier visit to a step; answers that were given since then have precedence.
    final func earlierResult(of identifier: String) -> (any RSDResult)? {
        let present = findResult(for: identifier)
        if let present, Self.hasContent(present) { return present }
        return previous[identifier] ?? present
    }

    /// Returns the result that a step of this level had in an earlier run of the task.
    final func trackedResult(of identifier: String) -> (any RSDResult)? {
        guard let parentLevel else { return trackedAnswers?.findResult(for: identifier) }
        if isBesideRun { return parentLevel.trackedResult(of: identifier) }
        let level = parentLevel.trackedResult(of: self.identifier) as? any RSDTaskResult
        return level?.findResult(for: identifier)
    }

    private static func hasContent(_ result: any RSDResult) -> Bool {
        switch result {
        case let answer as any RSDAnswerResult: answer.value != nil
        case let collection as any RSDCollectionResult: !collection.inputResults.isEmpty
        case let task as any RSDTaskResult: !task.stepHistory.isEmpty
        default: false
        }
    }

    /// Updates the index of the history after a change.
    ///
    /// If a caller has changed the result directly, any entry may have moved, so the index is rebuilt.
    final func followHistory() {
        if isHistoryKnown {
            history.follow(taskResult.stepHistory, of: task?.stepNavigator)
        } else {
            history = HistoryIndex(taskResult.stepHistory, of: task?.stepNavigator)
            isHistoryKnown = true
        }
    }

    /// Appends a result; an earlier result of the same step moves to the previous results.
    final func append(_ result: any RSDResult) {
        followHistory()
        if let place = history.place(of: result.identifier) {
            let earlier = taskResult.stepHistory[place]
            edit {
                $0.stepHistory.remove(at: place)
            } noting: {
                $0.history.note(from: place)
            }
            keepAsPrevious(earlier)
            history = HistoryIndex(taskResult.stepHistory, of: task?.stepNavigator)
        }
        let end = taskResult.stepHistory.count
        edit {
            $0.stepHistory.append(result)
        } noting: {
            $0.history.note(from: end)
        }
        followHistory()
    }

    /// Moves the results from a step on to the previous results.
    final func keepAsPrevious(from identifier: String) {
        followHistory()
        guard let place = history.place(of: identifier) else { return }
        history.forget(from: place, in: taskResult.stepHistory, of: task?.stepNavigator)
        let gone = Array(taskResult.stepHistory[place...])
        edit { $0.stepHistory.removeSubrange(place...) }
        for result in gone { keepAsPrevious(result) }
    }

    /// Moves a result, which was removed from the history, to the previous results.
    ///
    /// Recordings of the step stay in the result of the run, like those of the run's recorders.
    final func keepAsPrevious(_ result: any RSDResult) {
        unsaved.previous.note(previous.put(result))
        // A section or subtask keeps its own recordings, because the run can return to it.
        let recordings = children[result.identifier] == nil ? result.recordings : []
        keep(recordings: recordings)
    }

    /// Appends recordings to the async results of this level.
    package final func keep(recordings: [any RSDResult]) {
        guard !recordings.isEmpty else { return }
        record {
            $0.asyncResults = ($0.asyncResults ?? []) + recordings
            return recordings.count
        }
    }

    /// Moves the whole history to the previous results.
    private func keepAllAsPrevious() {
        let gone = taskResult.stepHistory
        edit { $0.stepHistory = [] }
        history = HistoryIndex()
        for result in gone { keepAsPrevious(result) }
    }

    /// Resets the level for a new start; moves its history to the previous results and keeps its recordings.
    final func startAfresh() {
        keepAllAsPrevious()
        currentStep = nil
        currentChild = nil
        pending = PendingMove()
    }

    /// Sets the end date of the current step.
    final func dateEndOfStep() {
        if let currentStep { dateEnd(of: currentStep.identifier) }
    }

    /// Sets the end date of a step, which need not be the last one of the history.
    ///
    /// The result of a section or subtask is left alone: its level sets the end date itself.
    package final func dateEnd(of identifier: String) {
        followHistory()
        guard let place = history.place(of: identifier),
            !(taskResult.stepHistory[place] is any RSDTaskResult)
        else { return }
        let date = now
        edit {
            $0.stepHistory[place].endDate = date
        } noting: {
            $0.history.note(place)
        }
    }

    /// Applies the cohort changes of the current step's answers to the run and to its tracking rules.
    final func applyAnswersToCohorts() {
        guard let form = currentStep?.shownAs as? any RSDFormUIStep else { return }
        let change = SurveyNavigation.cohorts(of: form, in: taskResult)
        let root = root
        root.cohorts = change.applied(to: root.cohorts)
        for case let rule as RSDCohortTrackingRule in root.trackingRules { rule.take(change) }
    }

    final var now: Date { Date(timekeeper.reading().realtime) }

    final func giveResultUp() {
        let date = now
        edit { $0.endDate = date }
        keepAbandonedRecordings()
        guard let parent = parentLevel else { return }
        parent.append(taskResult)
        parent.currentChild = nil
        parent.pending.innerEnding = pending.ending ?? .end
        pending.ending = nil
    }

    /// Keeps the recordings of abandoned sections in the async results of this level.
    ///
    /// If the participant went back out of a section and never entered it again, the history lacks the section. Without
    /// this function, no result would name its files.
    private func keepAbandonedRecordings() {
        followHistory()
        for (identifier, child) in children.sorted(by: { $0.key < $1.key })
        where !history.contains(identifier) && child !== currentChild {
            child.keepAllAsPrevious()
            child.keepAbandonedRecordings()
            guard let abandoned = child.taskResult.asyncResults, !abandoned.isEmpty else {
                continue
            }
            keep(recordings: abandoned)
            child.edit { $0.asyncResults = nil }
        }
    }

    /// Closes this level and all open levels within it, starting with the innermost.
    ///
    /// If this is the root, the run ends; its result then contains all answers and recordings of all levels.
    public final func closeOpenLevels() {
        while let innermost = currentChild?.currentNode {
            innermost.giveResultUp()
        }
        giveResultUp()
    }
}
