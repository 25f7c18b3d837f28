// What a level keeps of the steps that were shown, and how long that takes: nothing here walks
// through the history for a step that comes or goes at its end.

internal import FoundationEssentials
internal import Timebase

extension RSDTaskViewModel {
    /// Results of steps that one has gone back from.
    public final var previousResults: [any RSDResult] { shelf.results }

    /// The result of a step of this level.
    public final func findResult(for stepIdentifier: String) -> (any RSDResult)? {
        followHistory()
        return history.place(of: stepIdentifier).map { taskResult.stepHistory[$0] }
    }

    /// Which visit to a step its result in the history is of; `nil` where the history has none.
    package final func visit(of stepIdentifier: String) -> Int? {
        followHistory()
        return history.contains(stepIdentifier) ? visits[stepIdentifier] ?? 0 : nil
    }

    /// Puts a result in the place of an earlier one of the same step, or at the end.
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

    /// The result of a step when it was shown before: what was answered since counts more.
    final func earlierResult(of identifier: String) -> (any RSDResult)? {
        let present = findResult(for: identifier)
        if let present, Self.hasContent(present) { return present }
        return shelf[identifier] ?? present
    }

    /// What a step of this level was answered when the task was run before.
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

    /// Takes note of what became of the history.
    ///
    /// Whoever has changed it may have put any entry anywhere: no place is known then, however much it looks as before.
    final func followHistory() {
        if isHistoryKnown {
            history.follow(taskResult.stepHistory, of: task?.stepNavigator)
        } else {
            history = HistoryIndex(taskResult.stepHistory, of: task?.stepNavigator)
            isHistoryKnown = true
        }
    }

    /// Puts a result at the end; an earlier one of the same step goes to the shelf.
    final func append(_ result: any RSDResult) {
        followHistory()
        if let place = history.place(of: result.identifier) {
            let earlier = taskResult.stepHistory[place]
            edit {
                $0.stepHistory.remove(at: place)
            } noting: {
                $0.history.note(from: place)
            }
            shelve(earlier)
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

    /// Puts the history from a step on onto the shelf.
    final func shelve(from identifier: String) {
        followHistory()
        guard let place = history.place(of: identifier) else { return }
        history.forget(from: place, in: taskResult.stepHistory, of: task?.stepNavigator)
        let gone = Array(taskResult.stepHistory[place...])
        edit { $0.stepHistory.removeSubrange(place...) }
        for result in gone { shelve(result) }
    }

    /// Puts a result that is in the history no more onto the shelf; what a step has recorded stays in the
    /// run's result, as what the run's own recorders have.
    final func shelve(_ result: any RSDResult) {
        unsaved.shelf.note(shelf.put(result))
        // A level that was open has its own recordings, and can be gone into again.
        let recordings = children[result.identifier] == nil ? result.recordings : []
        keep(recordings: recordings)
    }

    /// Puts results at the end of what was recorded at this level.
    package final func keep(recordings: [any RSDResult]) {
        guard !recordings.isEmpty else { return }
        record {
            $0.asyncResults = ($0.asyncResults ?? []) + recordings
            return recordings.count
        }
    }

    /// Empties the history, onto the shelf.
    private func shelveAll() {
        let gone = taskResult.stepHistory
        edit { $0.stepHistory = [] }
        history = HistoryIndex()
        for result in gone { shelve(result) }
    }

    /// Puts the whole history onto the shelf, for a level that is begun anew; what was recorded
    /// stays.
    final func startAfresh() {
        shelveAll()
        currentStep = nil
        currentChild = nil
        pending = PendingMove()
    }

    /// Dates the end of the step that is left.
    final func dateEndOfStep() {
        if let currentStep { dateEnd(of: currentStep.identifier) }
    }

    /// Dates the end of a step; what was shown beside the run may stand behind it.
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

    /// Puts the participant into the cohorts that the answers of the step say.
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

    /// Sections that were left backwards and never came again are not in the history; what they
    /// recorded is kept at this level, so that no file is without a result.
    private func keepAbandonedRecordings() {
        followHistory()
        for (identifier, child) in children.sorted(by: { $0.key < $1.key })
        where !history.contains(identifier) && child !== currentChild {
            child.shelveAll()
            child.keepAbandonedRecordings()
            guard let abandoned = child.taskResult.asyncResults, !abandoned.isEmpty else {
                continue
            }
            keep(recordings: abandoned)
            child.edit { $0.asyncResults = nil }
        }
    }

    /// Closes this level and every one that is open in it, the innermost first.
    ///
    /// Of the root, that is the end of the run: what was answered and recorded anywhere is in its
    /// result afterwards.
    public final func closeOpenLevels() {
        while let innermost = currentChild?.currentNode {
            innermost.giveResultUp()
        }
        giveResultUp()
    }
}
