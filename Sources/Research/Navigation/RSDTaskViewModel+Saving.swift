// Saves and restores runs. A snapshot has every level that was ever open, because the participant can go back into any
// of them.

internal import FoundationEssentials

extension RSDTaskViewModel {
    /// Returns the current state of the run, with all its levels.
    public final func snapshot() -> PathSnapshot { root.saved(changesOnly: false) }

    /// Returns what has changed since the last call; the first time, the whole run.
    package final func takeUnsavedChanges() -> PathSnapshot { root.saved(changesOnly: true) }

    /// Restores a saved run of the same task; call it before the first move.
    ///
    /// The returned decision shows the step that the run was saved at, or first fetches a task that contains the step.
    public final func restore(_ snapshot: PathSnapshot) throws(PathRestoreError) -> PathDecision {
        guard snapshot.run.identifier == identifier else {
            throw .otherTask(saved: snapshot.run.identifier, present: identifier)
        }
        try takeUp(snapshot)
        keepRecordings(ofMissing: snapshot)
        cohorts = Set(snapshot.run.cohorts)
        recalledCohorts = Set(snapshot.run.recalledCohorts)
        shouldShowAbbreviatedInstructions = snapshot.run.shouldShowAbbreviatedInstructions
        return resumeDecision()
    }

    /// Shows the current step of a restored run.
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

    // MARK: Saving

    private func saved(changesOnly: Bool) -> PathSnapshot {
        var snapshot = PathSnapshot(
            run: PathSnapshot.Run(
                identifier: identifier,
                cohorts: cohorts.sorted(),
                recalledCohorts: recalledCohorts.sorted(),
                shouldShowAbbreviatedInstructions: shouldShowAbbreviatedInstructions
            )
        )
        save(as: [identifier], into: &snapshot, changesOnly: changesOnly)
        return snapshot
    }

    private func save(
        as path: [String],
        into snapshot: inout PathSnapshot,
        changesOnly: Bool
    ) {
        var changes = changesOnly ? unsaved : UnsavedChanges()
        if !changesOnly || changes.isAny || parentLevel == nil {
            saveLevel(as: path, into: &snapshot, &changes)
        }
        for name in changesOnly ? changes.children.sorted() : children.keys.sorted() {
            children[name]?.save(as: path + [name], into: &snapshot, changesOnly: changesOnly)
        }
        guard changesOnly else { return }
        changes.isAny = false
        changes.children = []
        unsaved = changes
    }

    private func saveLevel(
        as path: [String],
        into snapshot: inout PathSnapshot,
        _ changes: inout UnsavedChanges
    ) {
        let name = PathSnapshot.name(of: path)
        let waiting = pending.saved?.levels[name]
        // The cohorts may have changed since that part was saved, so its `run` is not used.
        if let saved = pending.saved { snapshot.addLevels(of: saved) }
        let (history, recorded) = (taskResult.stepHistory, taskResult.asyncResults)
        var result = taskResult
        result.stepHistory = []
        result.asyncResults = nil
        snapshot.levels[name] = PathSnapshot.Level(
            path: path,
            stepIdentifier: currentStepIdentifier ?? waiting?.stepIdentifier,
            openChild: currentChild?.identifier ?? waiting?.openChild,
            result: CodedResult(result),
            history: history.count,
            previous: previous.results.count,
            recorded: recorded?.count
        )
        func put(_ results: [any RSDResult], _ list: PathSnapshot.List, at places: [Int]) {
            for place in places {
                snapshot.results[PathSnapshot.name(of: place, in: list, of: name)] =
                    CodedResult(results[place])
            }
        }
        put(history, .history, at: changes.history.take(of: history.count))
        put(previous.results, .previous, at: changes.previous.take(of: previous.results.count))
        put(recorded ?? [], .recorded, at: changes.recorded.take(of: recorded?.count ?? 0))
    }

    // MARK: Restoring

    private func takeUp(_ snapshot: PathSnapshot) throws(PathRestoreError) {
        let inner = Dictionary(grouping: snapshot.levels.values) {
            PathSnapshot.name(of: $0.path.dropLast())
        }
        try takeUp(snapshot, at: levelPath, inner, resultAbove: nil)
    }

    private func takeUp(
        _ snapshot: PathSnapshot,
        at path: [String],
        _ inner: [String: [PathSnapshot.Level]],
        resultAbove: (any RSDTaskResult)?
    ) throws(PathRestoreError) {
        let name = PathSnapshot.name(of: path)
        guard let saved = snapshot.levels[name],
            let result = resultAbove ?? snapshot.result(of: saved, named: name),
            let earlier = snapshot.results(.previous, saved.previous, of: name)
        else { throw .missingResult(level: identifier) }
        taskResult = result
        previous = PreviousResults(earlier)
        unsaved.previous.note(from: 0)
        guard let task else {
            pending.saved = snapshot.part(at: path)
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
        for level in inner[name] ?? [] {
            guard let identifier = level.path.last,
                let step = task.stepNavigator.step(with: identifier),
                let child = child(for: step)
            else { continue }
            // A level that has ended gets its result from the history.
            let ended = identifier == saved.openChild ? nil : findResult(for: identifier)
            try child.takeUp(
                snapshot,
                at: level.path,
                inner,
                resultAbove: ended as? any RSDTaskResult
            )
        }
        currentChild = saved.openChild.flatMap { children[$0] }
    }

    /// Restores a level that was saved before its task was fetched.
    ///
    /// If the task no longer has the saved step, the level starts over and keeps its recordings.
    final func takeUpSavedLevel() {
        guard let saved = pending.saved else { return }
        pending.saved = nil
        let recorded = taskResult.asyncResults
        do throws(PathRestoreError) {
            try takeUp(saved)
            // Recordings may have been added since the run was saved.
            taskResult.asyncResults = recorded
        } catch {
            // The saved result may already have replaced the one with the new recordings.
            taskResult.asyncResults = recorded
            startAfresh()
        }
        keepRecordings(ofMissing: saved)
    }

    // MARK: Recordings

    /// Keeps the recordings of saved levels that the task no longer has, at the levels that contained them.
    ///
    /// Without this function, no result would name their files.
    private func keepRecordings(ofMissing saved: PathSnapshot) {
        for (name, level) in saved.levels.sorted(by: { $0.key < $1.key }) {
            let place = self.level(within: Array(level.path.dropFirst()))
            // Skip a level within a task that must still be fetched: its recordings are restored with the task.
            guard place.levelPath != level.path, place.task != nil else { continue }
            // The history of `place` may have the recordings already: it holds the results of sections that have ended.
            let known = place.taskResult.recordings
            let lost = saved.recordings(of: level, named: name).filter { recording in
                !known.contains {
                    $0.identifier == recording.identifier && $0.startDate == recording.startDate
                }
            }
            place.keep(recordings: lost)
        }
    }

    /// Returns the level at a path of sections, or the innermost one on that path that exists.
    package final func level(within sections: [String]) -> RSDTaskViewModel {
        var level = root
        for section in sections {
            guard let inner = level.children[section] else { break }
            level = inner
        }
        return level
    }

    /// Removes the result of every file for which `isUnwanted` returns true, at all levels.
    package final func removeFiles(where isUnwanted: (RSDFileResultObject) -> Bool) {
        func remains(_ result: any RSDResult) -> (any RSDResult)? {
            switch result {
            case let file as RSDFileResultObject where isUnwanted(file): return nil
            case var task as any RSDTaskResult:
                task.stepHistory = task.stepHistory.compactMap(remains)
                task.asyncResults = task.asyncResults?.compactMap(remains)
                return task
            case var collection as any RSDCollectionResult:
                collection.inputResults = collection.inputResults.compactMap(remains)
                return collection
            default: return result
            }
        }
        taskResult.stepHistory = taskResult.stepHistory.compactMap(remains)
        taskResult.asyncResults = taskResult.asyncResults?.compactMap(remains)
        previous = PreviousResults(previous.results.compactMap(remains))
        unsaved.previous.note(from: 0)
        // Until the task is fetched, the levels within it are only in the saved part.
        if var saved = pending.saved {
            saved.changeResults(remains)
            pending.saved = saved
        }
        for child in children.values { child.removeFiles(where: isUnwanted) }
    }

    /// The identifiers from the root down to this level.
    package final var levelPath: [String] { (parentLevel?.levelPath ?? []) + [identifier] }
}

extension PathSnapshot {
    /// Returns the complete result of a level.
    fileprivate func result(of level: Level, named name: String) -> (any RSDTaskResult)? {
        guard var result = level.result.value as? any RSDTaskResult,
            let history = results(.history, level.history, of: name),
            let recorded = results(.recorded, level.recorded ?? 0, of: name)
        else { return nil }
        result.stepHistory = history
        result.asyncResults = level.recorded == nil ? nil : recorded
        return result
    }

    /// Returns the recordings of a level and of its steps.
    fileprivate func recordings(of level: Level, named name: String) -> [any RSDResult] {
        let history = results(.history, level.history, of: name) ?? []
        return history.flatMap(\.recordings)
            + (results(.recorded, level.recorded ?? 0, of: name) ?? [])
    }
}
