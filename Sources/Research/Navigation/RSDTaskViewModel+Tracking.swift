// What a run does for tasks that track something: it hands them what their last run has kept, leaves out the steps
// that they do not need, and keeps what they say at its end.

extension RSDTaskViewModel {
    /// The level's task, or its navigator, if it tracks anything.
    private final var trackingTask: (any RSDTrackingTask)? {
        task as? any RSDTrackingTask ?? task?.stepNavigator as? any RSDTrackingTask
    }

    /// Hands the task of each level that is open what it has kept of its last run, once.
    package final func setUpTracking() {
        currentChild?.setUpTracking()
        guard !isTrackingSetUp, let task else { return }
        isTrackingSetUp = true
        trackingTask?.setupTask(
            with: root.dataManager?.previousTaskData(for: task.identifier),
            for: self
        )
    }

    /// Keeps what the tasks of all levels say of a run that has come to its end, the outermost first.
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

    /// Where one goes on if the task leaves out the steps on the way that it does not need.
    final func passingTrackedSteps(from destination: StepDestination) -> StepDestination {
        guard let trackingTask else { return destination }
        var destination = destination
        var passed: Set<String> = []
        while let step = destination.step, destination.direction == .forward, !wasShown(step) {
            let (shouldSkip, result) = trackingTask.shouldSkipStep(step)
            guard shouldSkip else { break }
            // Rules may lead from one that is left out to another in a circle.
            guard passed.insert(step.identifier).inserted else { return .ends(.end) }
            currentStep = step
            if let result { append(result) }
            destination = self.destination(isPeeking: false, after: nil)
        }
        return destination
    }

    /// Whether somebody has seen a step, who may have changed what was known of it.
    private func wasShown(_ step: any RSDStep) -> Bool {
        visits[step.identifier] != nil || children[step.identifier]?.visits.isEmpty == false
    }
}
