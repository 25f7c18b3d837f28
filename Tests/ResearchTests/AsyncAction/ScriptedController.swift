// A controller that answers what it is told to, for the tests of what stands around one.

import FoundationEssentials
import Research

struct PlainConfiguration: RSDAsyncActionConfiguration {
    var identifier: String
    var asyncActionType: RSDAsyncActionType = "request"
    var startStepIdentifier: String?
}

struct RecorderConfiguration: RSDRestartableRecorderConfiguration, RSDJSONRecorderConfiguration {
    var identifier: String
    var asyncActionType: RSDAsyncActionType = .motion
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var requiresBackgroundAudio = false
    var shouldDeletePrevious = true
}

extension RecorderConfiguration: RSDAsyncActionControllerVendor {
    func instantiateController(
        with path: any RSDPathComponent
    ) -> (any RSDAsyncActionController)? {
        ScriptedController(configuration: self, path: path)
    }
}

@MainActor
final class ScriptedController: RSDAsyncActionController {
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    var status = RSDAsyncActionStatus.idle
    var isPaused = false
    var result: (any RSDResult)?
    var error: (any Error)?
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent
    var answer: Result<Void, Fault> = .success(())
    private(set) var calls: [String] = []

    init(
        configuration: any RSDAsyncActionConfiguration,
        path: any RSDPathComponent,
        result: (any RSDResult)? = nil,
        error: (any Error)? = nil
    ) {
        self.configuration = configuration
        self.path = path
        self.result = result
        self.error = error
    }

    func requestPermissions() async throws -> RSDAsyncActionStatus {
        calls.append("requestPermissions")
        status = .requestingPermission
        await Task.yield()
        try answer.get()
        status = .permissionGranted
        return status
    }

    func start() async throws {
        calls.append("start")
        status = .starting
        await Task.yield()
        try answer.get()
        status = .running
    }

    func stop() async throws -> (any RSDResult)? {
        calls.append("stop")
        status = .waitingToStop
        await Task.yield()
        try answer.get()
        status = .finished
        return result
    }

    func pause() { isPaused = true }

    func resume() { isPaused = false }

    func cancel() { status = .cancelled }

    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {
        calls.append(taskPath.stepPath(to: step.identifier))
    }
}
