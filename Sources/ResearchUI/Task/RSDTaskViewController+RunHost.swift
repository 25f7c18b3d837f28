// The members that the engine calls on the task controller in addition to those that SageResearch documents.

package import Research
package import TaskEngine

extension RSDTaskViewController: TaskRunHost {
    package final func stepController(
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? { makeController(for: step, in: path) }

    package final func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? {
        let outer = levelOfAction
        levelOfAction = path
        defer { levelOfAction = outer }
        return asyncActionController(for: configuration)
    }

    package final func recordersDidChange() { showMarkButton() }

    package final func runDidEnd() {
        questions.close()
        endAudioSession()
    }

    package final func handleTaskDidFinish(with reason: TaskFinishReason, error: (any Error)?) {
        tellFinished(reason, error)
    }
}
