// Saved runs. A snapshot has every level that was ever open, because one can still go back into it.

extension RSDTaskViewModel {
    /// The run as it stands, with all its levels.
    public final func snapshot() -> PathSnapshot {
        let root = root
        return PathSnapshot(
            cohorts: root.cohorts,
            shouldShowAbbreviatedInstructions: root.shouldShowAbbreviatedInstructions,
            root: root.savedLevel(isInHistoryAbove: false)
        )
    }

    /// Takes up a saved run of the same task, in a path that has not moved yet.
    ///
    /// The decision shows the step that the run stands at, or asks for a task on the way to it.
    public final func restore(_ snapshot: PathSnapshot) throws(PathRestoreError) -> PathDecision {
        guard snapshot.root.identifier == identifier else {
            throw .otherTask(saved: snapshot.root.identifier, present: identifier)
        }
        try takeUp(snapshot.root, resultAbove: nil)
        cohorts = snapshot.cohorts
        shouldShowAbbreviatedInstructions = snapshot.shouldShowAbbreviatedInstructions
        return resumeDecision()
    }

    /// Shows the step that a run stands at after it was taken up.
    final func resumeDecision() -> PathDecision {
        let innermost = currentNode
        guard innermost.task != nil else {
            innermost.pending.afterFetch = .resume
            return .fetch(innermost)
        }
        guard let step = innermost.currentStep else { return innermost.moveForward() }
        innermost.root.pending.departure = nil
        return .show(innermost.move(to: step, .none, .resume))
    }

    private func savedLevel(isInHistoryAbove: Bool) -> PathSnapshot.Level {
        if task == nil, var saved = pending.savedLevel {
            if isInHistoryAbove { saved.result = nil }
            return saved
        }
        followHistory()
        return PathSnapshot.Level(
            identifier: identifier,
            stepIdentifier: currentStepIdentifier,
            result: isInHistoryAbove ? nil : CodedResult(taskResult),
            previousResults: CodedResults(shelf.results),
            children: children.sorted { $0.key < $1.key }.map { identifier, child in
                child.savedLevel(
                    isInHistoryAbove: child !== currentChild && history.contains(identifier)
                )
            },
            openChild: currentChild?.identifier
        )
    }

    private func takeUp(
        _ saved: PathSnapshot.Level,
        resultAbove: (any RSDResult)?
    ) throws(PathRestoreError) {
        guard let result = (saved.result?.value ?? resultAbove) as? any RSDTaskResult else {
            throw .missingResult(level: identifier)
        }
        taskResult = result
        shelf = ResultShelf(saved.previousResults.values)
        guard let task else {
            pending.savedLevel = saved
            pending.savedLevel?.result = CodedResult(result)
            return
        }
        currentStep = nil
        if let stepIdentifier = saved.stepIdentifier {
            guard let step = task.stepNavigator.step(with: stepIdentifier) else {
                throw .missingStep(stepIdentifier, level: identifier)
            }
            currentStep = step
        }
        followHistory()
        for inner in saved.children {
            guard let step = task.stepNavigator.step(with: inner.identifier),
                let child = child(for: step)
            else { continue }
            try child.takeUp(inner, resultAbove: findResult(for: inner.identifier))
        }
        currentChild = saved.openChild.flatMap { children[$0] }
    }

    /// Takes up what was saved of a level whose task had still to be fetched; a task that no longer
    /// has the step is begun anew, with what was recorded.
    final func takeUpSavedLevel() {
        guard let saved = pending.savedLevel else { return }
        pending.savedLevel = nil
        do throws(PathRestoreError) {
            try takeUp(saved, resultAbove: nil)
        } catch {
            startAfresh()
        }
    }
}
