// Supports tasks that track data from run to run: gives them the data of the last run, skips the steps that they do
// not need, and stores their data at the end of the run.

extension RSDTaskViewModel {
    /// The level's task, or its navigator, if it tracks data.
    private final var trackingTask: (any RSDTrackingTask)? {
        task as? any RSDTrackingTask ?? task?.stepNavigator as? any RSDTrackingTask
    }

    /// Gives the tasks of all open levels the data of their last run; does so once for each level.
    package final func setUpTracking() {
        currentChild?.setUpTracking()
        guard !isTrackingSetUp, let task else { return }
        isTrackingSetUp = true
        trackingTask?.setupTask(
            with: root.dataManager?.previousTaskData(for: task.identifier),
            for: self
        )
    }

    /// Stores the data of the tasks of all levels at the end of a run, starting with the outermost.
    package final func saveTrackedData() {
        guard let manager = root.dataManager else { return }
        if let data = trackingTask?.taskData(for: taskResult) {
            manager.saveTaskData(data, from: taskResult)
        }
        var saved: Set<String> = []
        for entry in taskResult.stepHistory where saved.insert(entry.identifier).inserted {
            children[entry.identifier]?.saveTrackedData()
        }
    }

    /// Returns the destination after skipping steps that the tracking task does not need.
    final func passingTrackedSteps(from destination: StepDestination) -> StepDestination {
        guard let trackingTask else { return destination }
        var destination = destination
        var passed: Set<String> = []
        while let step = destination.step, destination.direction == .forward, !wasShown(step) {
            let (shouldSkip, result) = trackingTask.shouldSkipStep(step)
            guard shouldSkip else { break }
            // Rules may lead from one skipped step to another in a circle.
            guard passed.insert(step.identifier).inserted else { return .ends(.end) }
            currentStep = step
            if let result { append(result) }
            destination = self.destination(isPeeking: false, after: nil)
        }
        return destination
    }

    /// True if the step was shown; a shown step is not skipped, because the participant may have changed its answers.
    private func wasShown(_ step: any RSDStep) -> Bool {
        visits[step.identifier] != nil || children[step.identifier]?.visits.isEmpty == false
    }
}
